import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import { insertPage } from '../../support/factories/content.ts'
import {
  buildMember,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/factories/organizations.ts'

let app: TestApp
let organizationId: string
let admin: TestUser
let reviewer: TestUser
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  admin = organization.admin
  client = app.as(admin)
  reviewer = await buildMember(app, organizationId, 'REVIEW')
})
afterAll(() => app.close())

const rulesOf = (...rules: (string | object)[]) => ({
  type: 'rules',
  rules: rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
})

/** Builds a change request of the admin in a space with merge rules. */
async function buildRuled(mergeRules?: object, subject?: string) {
  const space = await buildSpaceWith(client, organizationId, { Start: 'Begin.' })
  if (mergeRules) expect((await client.patch(space.address, { mergeRules })).status).toBe(200)
  const proposal = await buildProposal(client, space.id, subject)
  await proposal.change(insertPage('New', 'Text'))
  const review = (status: 'approved' | 'changes-requested', by = reviewer) =>
    app.as(by).post(`${proposal.address}/reviews`, { status })
  return { space, proposal, review }
}

const refusal = (words: string) => ({
  status: 409,
  body: { error: { reason: 'MERGE_RULES_NOT_MET', message: expect.stringContaining(words) } },
})

describe('merge rules', () => {
  it('are inherited by spaces, and none in organizations, until they are set', async () => {
    const { space } = await buildRuled()
    expect((await client.get(space.address)).body.mergeRules).toEqual({ type: 'inherit' })
    expect((await client.get(`/orgs/${organizationId}`)).body.mergeRules).toEqual({ type: 'none' })
  })

  it.each([
    [{ type: 'inherit' }],
    [{ type: 'none' }],
    [rulesOf()],
    [rulesOf('require_change_request_subject', 'require_at_least_one_review')],
  ])('of a space read as they were written: %j', async (mergeRules) => {
    const { space } = await buildRuled(mergeRules)
    expect((await client.get(space.address)).body.mergeRules).toEqual(mergeRules)
    await client.patch(space.address, { title: 'Other' })
    expect((await client.get(space.address)).body.mergeRules).toEqual(mergeRules)
    const copy = (await client.post(`${space.address}/duplicate`)).body
    expect(copy.mergeRules).toEqual(mergeRules)
  })

  it.each([
    ['mergeRules.type', { type: 'some' }],
    ['mergeRules.rules', { type: 'rules' }],
    ['mergeRules.rules', { type: 'none', rules: [] }],
    ['mergeRules.rules.0.rule', rulesOf('custom')],
    ['mergeRules.rules.0.users', rulesOf('allow_bypass')],
    ['mergeRules.rules.0.users', rulesOf({ rule: 'require_author_to_merge', users: [] })],
    ['mergeRules.rules.0.users.0', rulesOf({ rule: 'allow_bypass', users: ['stranger'] })],
  ])('that contradict themselves or are unknown are refused at %s: %j', async (path, mergeRules) => {
    const { space } = await buildRuled()
    const answer = await client.patch(space.address, { mergeRules })
    expect(answer).toMatchObject({ status: 400, body: { error: { fields: [{ path }] } } })
  })

  it('name members only, and an organization inherits none', async () => {
    const { space } = await buildRuled()
    const stranger = await buildUser(app)
    const mergeRules = rulesOf({ rule: 'allow_bypass', users: [stranger.id] })
    expect((await client.patch(space.address, { mergeRules })).status).toBe(400)
    const inherited = await client.patch(`/orgs/${organizationId}`, { mergeRules: { type: 'inherit' } })
    expect(inherited.body.error.fields).toMatchObject([{ path: 'mergeRules.type' }])
  })

  it('let nobody merge before somebody else approved, whose later request for changes counts instead', async () => {
    const { proposal, review } = await buildRuled(rulesOf('require_at_least_one_approved_review'))
    expect(await proposal.merge()).toMatchObject(refusal('approve it'))
    await review('approved', admin)
    expect(await proposal.merge()).toMatchObject(refusal('approve it'))
    await review('approved')
    await review('changes-requested')
    expect(await proposal.merge()).toMatchObject(refusal('approve it'))
    await review('approved')
    expect(await proposal.merge()).toMatchObject({ status: 200, body: { result: 'merge' } })
  })

  it.runIf(isLongRun)('count any review of others where no approval is required', async () => {
    const { proposal, review } = await buildRuled(rulesOf('require_at_least_one_review'))
    await review('changes-requested', admin)
    expect(await proposal.merge()).toMatchObject(refusal('review it'))
    await review('changes-requested')
    expect((await proposal.merge()).status).toBe(200)
  })

  it('wait for requested reviews, and for approval by all reviewers', async () => {
    const { proposal, review } = await buildRuled(rulesOf('require_all_reviews_approved'))
    await client.post(`${proposal.address}/requested-reviewers`, { users: [reviewer.id] })
    expect(await proposal.merge()).toMatchObject(refusal('all its reviewers'))
    await review('changes-requested')
    expect(await proposal.merge()).toMatchObject(refusal('all its reviewers'))
    await review('approved')
    expect((await proposal.merge()).status).toBe(200)
  })

  it.runIf(isLongRun)('require the approval of certain users, or of one of them', async () => {
    const users = [reviewer.id, admin.id]
    const all = await buildRuled(rulesOf({ rule: 'require_specific_reviewers', users }))
    const one = await buildRuled(rulesOf({ rule: 'require_one_of_specific_reviewers', users }))
    for (const { proposal, review } of [all, one]) {
      expect((await proposal.merge()).status).toBe(409)
      await review('approved')
    }
    expect((await one.proposal.merge()).status).toBe(200)
    expect((await all.proposal.merge()).status).toBe(409)
    await all.review('approved', admin)
    expect((await all.proposal.merge()).status).toBe(200)
  })

  it('require a subject, a description, an update and the author, and name all that is missing', async () => {
    const { space, proposal } = await buildRuled(
      rulesOf(
        'require_change_request_subject',
        'require_change_request_description',
        'require_up_to_date_change_request',
        'require_author_to_merge',
      ),
      '',
    )
    await client.post(`${space.address}/content`, { changes: [insertPage('Meanwhile', 'Text')] })
    const merged = await app.as(reviewer).post(`${proposal.address}/merge`)
    for (const words of ['a subject', 'a description', 'be updated', 'its author'])
      expect(merged).toMatchObject(refusal(words))
    await proposal.update()
    await client.patch(proposal.address, { subject: 'Words', description: { markdown: 'Why' } })
    const other = await app.as(reviewer).post(`${proposal.address}/merge`)
    expect(other.body.error.message).toBe(
      `Change request ${proposal.number} cannot be merged yet: its author must merge it.`,
    )
    expect((await proposal.merge()).status).toBe(200)
  })

  it('are no obstacle to those who may bypass them', async () => {
    const bypass = { rule: 'allow_bypass', users: [admin.id] }
    const { proposal } = await buildRuled(rulesOf('require_at_least_one_approved_review', bypass))
    expect((await app.as(reviewer).post(`${proposal.address}/merge`)).status).toBe(409)
    expect((await proposal.merge()).status).toBe(200)
  })

  it.runIf(isLongRun)(
    'of the organization apply to spaces that inherit them, and not to those with rules of their own',
    async () => {
      const organization = await buildOrganization(app)
      const own = app.as(organization.admin)
      const mergeRules = rulesOf('require_at_least_one_review')
      const stored = await own.patch(`/orgs/${organization.id}`, { mergeRules })
      expect(stored.body.mergeRules).toEqual(mergeRules)
      const inheriting = await buildSpaceWith(own, organization.id, {})
      const other = await buildSpaceWith(own, organization.id, {})
      await own.patch(other.address, { mergeRules: { type: 'none' } })
      const mergeIn = async ({ id }: { id: string }) => {
        const proposal = await buildProposal(own, id)
        await proposal.change(insertPage('New', 'Text'))
        return (await proposal.merge()).status
      }
      expect([await mergeIn(inheriting), await mergeIn(other)]).toEqual([409, 200])
      await own.patch(`/orgs/${organization.id}`, { mergeRules: { type: 'none' } })
      expect(await mergeIn(inheriting)).toBe(200)
    },
  )
})
