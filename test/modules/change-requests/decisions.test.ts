import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import {
  buildProposal,
  buildSpaceWith,
  markdownAt,
  pageAt,
  pathsOf,
} from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

interface Conflict {
  readonly id: string
  readonly kind: string
  readonly field?: string
  readonly objectId: string
  readonly theirs?: { readonly markdown?: string }
}

const price = (value: number) => `The shop.\n\nprice: ${value}\n\nThanks.`

/** Builds a space with a price that the change request and then the space have changed. */
async function buildPrices(pages: Readonly<Record<string, string>> = {}) {
  const space = await buildSpaceWith(client, organization.id, { Page: price(10), ...pages })
  const content = `${space.address}/content`
  const proposal = await buildProposal(client, space.id)
  const proposed = `${proposal.address}/content`
  const page = await pageAt(client, content, 'page')
  const live = (...changes: object[]) => sendChanges(client, space.id, ...changes)
  return {
    space,
    content,
    proposal,
    proposed,
    page,
    live,
    clash: async () => {
      await proposal.change(writePage(page, price(20)))
      await live(writePage(page, price(30)))
    },
    conflicts: async (): Promise<Conflict[]> =>
      (await client.get(`${proposal.address}/conflicts`)).body.items,
    resolved: async () => (await client.get(`${proposal.address}/conflicts/resolved`)).body.items,
    resolve: (body: object, as = client) => as.post(`${proposal.address}/conflicts/resolve`, body),
  }
}

describe('a conflict', () => {
  it.runIf(isLongRun)(
    'that an update left stops every merge and update until it is decided, and stays on record',
    async () => {
      const { content, proposal, clash, live, conflicts, resolved, resolve } = await buildPrices()
      await clash()
      expect((await proposal.merge()).body.result).toBe('conflicts')
      expect((await proposal.update()).body.result).toBe('conflicts')
      await live(insertPage('Later'))
      for (const again of [proposal.merge, proposal.update, proposal.merge]) {
        const { revision } = await proposal.read()
        expect((await again()).body).toEqual({ result: 'conflicts', revision })
      }
      expect(await markdownAt(client, content, 'page')).toBe(price(30))
      const [conflict] = await conflicts()
      expect(conflict).toMatchObject({
        kind: 'body',
        base: { line: 3, markdown: 'price: 10' },
        ours: { markdown: 'price: 30' },
        theirs: { markdown: 'price: 20' },
      })
      const decided = await resolve({ decisions: [{ conflict: conflict?.id, resolution: 'theirs' }] })
      expect(decided.status).toBe(200)
      expect(decided.body.revision).toBe((await proposal.read()).revision)
      expect(await conflicts()).toEqual([])
      expect((await proposal.merge()).body.result).toBe('merge')
      expect(await markdownAt(client, content, 'page')).toBe(price(20))
      const record = {
        ...conflict,
        status: 'resolved',
        resolution: 'theirs',
        resolvedBy: expect.objectContaining({ id: organization.admin.id }),
        resolvedAt: expect.stringMatching(/^\d{4}-/),
      }
      expect(decided.body.resolved).toEqual([record])
      expect(await resolved()).toEqual([record])
    },
  )

  it.each(
    oneRowIn(3, [
      ['ours', {}, price(30)],
      ['theirs', {}, price(20)],
      ['base', {}, price(10)],
      ['text', { text: 'price: 25\n(on sale)' }, price(25).replace('25', '25\n(on sale)')],
      ['text', { text: '' }, 'The shop.\n\n\nThanks.'],
    ]),
  )('of a merge can be decided with %s %o, which is merged then', async (resolution, given, expected) => {
    const { content, proposal, proposed, clash, conflicts, resolve } = await buildPrices()
    await clash()
    await proposal.merge()
    const [conflict] = await conflicts()
    const decisions = [{ conflict: conflict?.id, resolution, ...given }]
    expect((await resolve({ decisions })).body.resolved).toMatchObject([{ id: conflict?.id, resolution }])
    expect(await markdownAt(client, proposed, 'page')).toBe(expected)
    expect(await markdownAt(client, content, 'page')).toBe(price(30))
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await markdownAt(client, content, 'page')).toBe(expected)
  })

  it.runIf(isLongRun)(
    'is decided for itself: the others of the page stay open, and so does what was edited since',
    async () => {
      const lines = ['one', '', 'two', '', 'three', '', 'four']
      const text = (changed: Record<number, string>) =>
        lines.map((line, index) => changed[index] ?? line).join('\n')
      const { content, proposal, proposed, live, conflicts, resolve } = await buildPrices({
        Text: text({}),
      })
      const page = await pageAt(client, content, 'text')
      await proposal.change(writePage(page, text({ 0: 'one here', 4: 'three here' }), { title: 'Here' }))
      await live(writePage(page, text({ 0: 'one there', 4: 'three there' }), { title: 'There' }))
      await proposal.update()
      const open = await conflicts()
      const about = (kind: string, markdown?: string) =>
        open.find((each) => each.kind === kind && each.theirs?.markdown === markdown)?.id
      expect(open).toHaveLength(3)
      await resolve({ decisions: [{ conflict: about('body', 'one here'), resolution: 'ours' }] })
      await proposal.change(
        writePage(page, text({ 0: 'one there', 4: 'three here', 6: 'four edited' }), { title: 'Here' }),
      )
      expect(await conflicts()).toHaveLength(2)
      expect((await proposal.merge()).body.result).toBe('conflicts')
      const title = { conflict: about('field', undefined), resolution: 'text', text: 'Both' }
      await resolve({ decisions: [title], others: 'ours' })
      expect(await conflicts()).toEqual([])
      expect(await markdownAt(client, proposed, 'text')).toBe(
        text({ 0: 'one there', 4: 'three there', 6: 'four edited' }),
      )
      expect((await client.get(`${proposed}/page/${page}`)).body.title).toBe('Both')
      expect((await proposal.merge()).body.result).toBe('merge')
    },
  )

  it('where the change request was edited since can only be decided with what it has now', async () => {
    const { proposal, proposed, page, clash, conflicts, resolve } = await buildPrices()
    await clash()
    await proposal.update()
    await proposal.change(writePage(page, price(21)))
    const [conflict] = await conflicts()
    const refused = await resolve({ decisions: [{ conflict: conflict?.id, resolution: 'ours' }] })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'CONFLICT_OUTDATED'])
    expect(await conflicts()).toHaveLength(1)
    await resolve({ decisions: [{ conflict: conflict?.id, resolution: 'theirs' }] })
    expect(await markdownAt(client, proposed, 'page')).toBe(price(21))
    expect((await proposal.merge()).body.result).toBe('merge')
  })

  it.runIf(isLongRun)('of a page that one side deleted removes it, or brings it back', async () => {
    const { content, proposal, live, resolve } = await buildPrices({ First: 'First.', Second: 'Second.' })
    const [first, second] = await Promise.all(
      ['first', 'second'].map((path) => pageAt(client, content, path)),
    )
    await proposal.change(writePage(first as string, 'Edited here.'), deletePage(second as string))
    await live(deletePage(first as string), writePage(second as string, 'Edited there.'))
    await proposal.update()
    expect((await resolve({ others: 'ours' })).body.resolved).toHaveLength(2)
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await pathsOf(client, content)).toEqual(['page', 'second'])
    expect(await markdownAt(client, content, 'second')).toBe('Edited there.')
  })

  it.runIf(isLongRun)('of a page that both sides moved moves it', async () => {
    const { content, proposal, live, page, resolve } = await buildPrices({ Moved: 'm', Other: 'o' })
    const [moved, other] = await Promise.all(['moved', 'other'].map((path) => pageAt(client, content, path)))
    const into = (parent: unknown) => ({ operation: 'update_page', page: moved, into: parent })
    await proposal.change(into(page))
    await live(into(other))
    await proposal.update()
    await resolve({ others: 'ours' })
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await pathsOf(client, content)).toEqual(['page', 'other', 'other/moved'])
  })

  it.runIf(isLongRun)('of a body that is a tree of nodes is decided as a whole', async () => {
    const tree = (text: string) => ({
      document: {
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            data: {},
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
          },
        ],
      },
    })
    const { content, proposal, live, page, resolve } = await buildPrices()
    const write = (text: string) => ({ operation: 'update_page', page, document: tree(text) })
    await proposal.change(write('here'))
    await live(write('there'))
    await proposal.update()
    await resolve({ others: 'ours' })
    expect((await proposal.merge()).body.result).toBe('merge')
    expect((await markdownAt(client, content, 'page'))?.trim()).toBe('there')
  })
})

describe('a decision', () => {
  it('is refused for what is no open conflict of the change request, and then nothing is decided', async () => {
    const { proposal, clash, conflicts, resolve } = await buildPrices()
    await clash()
    await proposal.update()
    const [conflict] = await conflicts()
    const decision = { conflict: conflict?.id, resolution: 'theirs' }
    for (const decisions of [
      [decision, { ...decision, conflict: 'cnfother' }],
      [decision, decision],
    ]) {
      const { status, body } = await resolve({ decisions })
      expect([status, body.error.reason, body.error.fields[0].path]).toEqual([
        400,
        'CONFLICT_NOT_OPEN',
        'decisions.1.conflict',
      ])
    }
    const withoutText = await resolve({ decisions: [{ ...decision, resolution: 'text' }] })
    expect([withoutText.status, withoutText.body.error.fields[0].path]).toEqual([400, 'decisions.0.text'])
    expect(await conflicts()).toHaveLength(1)
  })

  it('takes a side that has what the conflict is about, and a text only for texts', async () => {
    const { content, proposal, live, conflicts, resolve } = await buildPrices({ Other: 'o' })
    const other = await pageAt(client, content, 'other')
    await proposal.change({ operation: 'update_page', page: other, title: 'Here' })
    await live(deletePage(other))
    await proposal.update()
    const [conflict] = await conflicts()
    const decision = { conflict: conflict?.id, resolution: 'text', text: 'x' }
    expect((await resolve({ decisions: [decision] })).status).toBe(400)
  })

  it.each(
    oneRowIn(2, [
      ['REST', (each: readonly Conflict[]) => each.map(({ id }) => ({ conflict: id, resolution: 'theirs' }))],
      [
        'GraphQL',
        (each: readonly Conflict[]) => each.map(({ id }) => ({ conflict: id, resolution: 'THEIRS' })),
      ],
    ]),
  )(
    'of all conflicts by name lets the change request be merged, and of fewer does not, in %s',
    async (style, named) => {
      const { space, content, proposal, live, page, conflicts, resolved, resolve } = await buildPrices({
        Other: price(10),
      })
      const other = (await pageAt(client, content, 'other')) as string
      const writeBoth = (value: number) => [page as string, other].map((id) => writePage(id, price(value)))
      await proposal.change(...writeBoth(20))
      await live(...writeBoth(30))
      await proposal.update()
      const accept = async (accepted: readonly Conflict[]) => {
        const decisions = named(accepted)
        if (style === 'REST') return expect((await resolve({ decisions })).status).toBe(200)
        const { errors } = await client.gql(
          `mutation ($space: ID!, $id: ID!, $decisions: [ConflictDecisionInput!]!) {
          resolveConflicts(spaceId: $space, changeRequestId: $id, input: { decisions: $decisions }) { revisionId }
        }`,
          { space: space.id, id: proposal.id, decisions },
        )
        expect(errors).toBeUndefined()
      }
      const open = await conflicts()
      expect(open).toHaveLength(2)
      await accept(open.slice(0, 1))
      expect((await proposal.merge()).body.result).toBe('conflicts')
      expect(await markdownAt(client, content, 'page')).toBe(price(30))
      await accept(open.slice(1))
      expect((await proposal.merge()).body.result).toBe('merge')
      for (const path of ['page', 'other']) expect(await markdownAt(client, content, path)).toBe(price(20))
      expect((await resolved()).map(({ id }: Conflict) => id).sort()).toEqual(open.map(({ id }) => id).sort())
    },
  )

  it('needs the permission to edit, and is the same in GraphQL', async () => {
    const { space, proposal, proposed, clash, resolve } = await buildPrices()
    await clash()
    await proposal.update()
    const [reader, editor] = await Promise.all(
      (['READ', 'EDIT'] as const).map(async (role) => app.as(await buildMember(app, organization.id, role))),
    )
    expect((await resolve({ others: 'ours' }, reader)).status).toBe(403)
    const { data, errors } = await (editor as TestClient).gql(
      `mutation ($space: ID!, $id: ID!) {
        resolveConflicts(spaceId: $space, changeRequestId: $id, input: { others: OURS }) {
          revisionId
          allResolvedConflicts { resolution resolvedBy { id } }
          changeRequest { revisionId allConflicts { id } allResolvedConflicts { status } }
        }
      }`,
      { space: space.id, id: proposal.id },
    )
    expect(errors).toBeUndefined()
    expect(data.resolveConflicts).toMatchObject({
      allResolvedConflicts: [{ resolution: 'OURS' }],
      changeRequest: {
        revisionId: data.resolveConflicts.revisionId,
        allConflicts: [],
        allResolvedConflicts: [{ status: 'RESOLVED' }],
      },
    })
    expect(await markdownAt(client, proposed, 'page')).toBe(price(30))
  })
})
