import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf } from '../../../src/modules/change-requests/service.ts'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

/** Builds a space whose reusable content was renamed, and has another name in a change request. */
async function buildRenamed() {
  const { id: spaceId } = await buildSpace(app, organization)
  const space = `/spaces/${spaceId}`
  const write = (target: Parameters<typeof buildReusableContent>[2], title: string, id?: string) =>
    buildReusableContent(app, organization.admin, target, { title, id })
  const id = await write(liveContent(spaceId), 'First')
  const before = (await client.get(space)).body.revision as string
  await write(liveContent(spaceId), 'Second', id)
  const proposal = await buildProposal(client, spaceId)
  const where = { id: proposal.id }
  const changeRequest = await app.database.prisma.changeRequest.findUniqueOrThrow({ where })
  await write(contentOf(changeRequest), 'Proposed', id)
  return { spaceId, space, id, before, changeRequestId: proposal.id }
}

describe('a reusable content', () => {
  test('is read in the space, in an earlier revision and in a change request', async () => {
    const { space, id, before, changeRequestId } = await buildRenamed()
    const titleAt = async (content: string) =>
      (await client.get(`${space}/${content}/reusable-contents/${id}`)).body.title
    expect(await titleAt('content')).toBe('Second')
    expect(await titleAt(`revisions/${before}`)).toBe('First')
    expect(await titleAt(`change-requests/${changeRequestId}/content`)).toBe('Proposed')
    expect(await titleAt('change-requests/1/content')).toBe('Proposed')
  })

  test('equals its entry in the list of the revision, and has a body that is read by its id', async () => {
    const { space, id } = await buildRenamed()
    const { status, body } = await client.get(`${space}/content/reusable-contents/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ id, title: 'Second', document: expect.any(String) })
    expect((await client.get(`${space}/content`)).body.reusableContents).toEqual([body])
    const document = (await client.get(`${space}/documents/${body.document}`)).body
    expect(JSON.stringify(document)).toContain('Again and again.')
  })

  test('has its git origin unless metadata=false', async () => {
    const { id: spaceId } = await buildSpace(app, organization)
    const id = await buildReusableContent(app, organization.admin, liveContent(spaceId), { markdown: '' })
    await app.database.prisma.reusableContentVersion.updateMany({
      where: { reusableId: id },
      data: { gitOid: 'abc', gitPath: 'includes/snippet.md' },
    })
    const address = `/spaces/${spaceId}/content/reusable-contents/${id}`
    const git = { oid: 'abc', path: 'includes/snippet.md' }
    expect((await client.get(address)).body).toEqual({ id, title: 'Snippet', git })
    expect((await client.get(`${address}?metadata=false`)).body).toEqual({ id, title: 'Snippet' })
    expect((await client.get(`${address}?computed=false`)).body).toEqual({ id, title: 'Snippet', git })
  })

  test('reads the same in GraphQL', async () => {
    const { spaceId, id, before, changeRequestId } = await buildRenamed()
    const { data } = await client.gql(
      `query ($spaceId: ID!, $id: ID!, $before: ID!, $changeRequestId: ID!) {
        now: reusableContent(spaceId: $spaceId, reusableContentId: $id) { title }
        before: reusableContent(spaceId: $spaceId, reusableContentId: $id, revisionId: $before) { title }
        proposed: reusableContent(
          spaceId: $spaceId, reusableContentId: $id, changeRequestId: $changeRequestId
        ) { title }
      }`,
      { spaceId, id, before, changeRequestId },
    )
    expect(data).toEqual({
      now: { title: 'Second' },
      before: { title: 'First' },
      proposed: { title: 'Proposed' },
    })
  })

  test('is not found in another space, in an earlier revision, and by viewers without access to the space', async () => {
    const { spaceId, space, id } = await buildRenamed()
    const { id: otherId } = await buildSpace(app, organization)
    const guest = await buildMember(app, organization.id, null)
    const firstRevision = await app.database.prisma.revision.findFirstOrThrow({
      where: { spaceId, sequence: 1 },
      orderBy: { createdAt: 'asc' },
    })
    const address = `${space}/content/reusable-contents/${id}`
    const answers = [
      await client.get(`/spaces/${otherId}/content/reusable-contents/${id}`),
      await client.get(`${space}/revisions/${firstRevision.id}/reusable-contents/${id}`),
      await app.as(guest).get(address),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await client.get(address)).status).toBe(200)
  })
})
