import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith, pageAt } from '../../support/factories/change-requests.ts'
import { deletePage, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

type Variables = Readonly<Record<string, string | number | boolean>>

const setVariables = (variables: Variables) => ({ operation: 'set_variables', variables })

/** Builds a space with variables, a page, and a change request. */
async function buildVariables(variables: Variables, frontMatter = '') {
  const space = await buildSpaceWith(client, organization.id, { Page: `${frontMatter}Text.` })
  const content = `${space.address}/content`
  const live = (...changes: object[]) => sendChanges(client, space.id, ...changes)
  await live(setVariables(variables))
  const page = await pageAt(client, content, 'page')
  const proposal = await buildProposal(client, space.id)
  const edit = (of: object) => ({ operation: 'update_page', page, ...of })
  const pageIn = async (address: string) => (await client.get(`${address}/page/${page}`)).body
  return {
    page,
    proposal,
    live,
    edit,
    shown: async () => (await client.get(content)).body.variables,
    proposed: async () => (await client.get(`${proposal.address}/content`)).body.variables,
    shownPage: () => pageIn(content),
    conflicts: async () => (await client.get(`${proposal.address}/conflicts`)).body.items,
    resolve: (body: object) => client.post(`${proposal.address}/conflicts/resolve`, body),
  }
}

describe('a variable of the space', () => {
  it('that both sides changed differently is a conflict, and others merge', async () => {
    const { proposal, live, shown, conflicts } = await buildVariables({ a: 'base', b: 1, c: true, d: 'gone' })
    await proposal.change(setVariables({ a: 'theirs', b: 1, c: true, e: 'added', same: 1 }))
    const now = { a: 'ours', b: 2, c: true, d: 'gone', f: 'live', same: 1 }
    await live(setVariables(now))
    expect((await proposal.merge()).body.result).toBe('conflicts')
    expect(await shown()).toEqual(now)
    expect(await conflicts()).toEqual([
      {
        id: expect.any(String),
        kind: 'field',
        object: 'variable',
        objectId: 'a',
        title: 'a',
        field: 'value',
        base: 'base',
        ours: 'ours',
        theirs: 'theirs',
      },
    ])
    await live(setVariables({ ...now, a: 'theirs' }))
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await shown()).toEqual({ a: 'theirs', b: 2, c: true, e: 'added', f: 'live', same: 1 })
  })

  it('that one side removed and the other changed is a conflict', async () => {
    const { proposal, live, conflicts } = await buildVariables({ a: 1, b: true })
    await proposal.change(setVariables({ a: 2 }))
    await live(setVariables({ b: false }))
    expect((await proposal.update()).body.result).toBe('conflicts')
    expect(await conflicts()).toMatchObject([
      { objectId: 'a', base: 1, theirs: 2 },
      { objectId: 'b', base: true, ours: false },
    ])
  })

  it.each(
    oneRowIn(3, [
      ['ours', {}, 3],
      ['theirs', {}, 2],
      ['base', {}, 1],
      ['text', { text: 'two' }, 'two'],
      ['text', { text: '' }, ''],
    ]),
  )('is decided with %s %o, which is merged then', async (resolution, given, expected) => {
    const { proposal, live, shown, proposed, conflicts, resolve } = await buildVariables({ a: 1, b: 1 })
    await proposal.change(setVariables({ a: 2, b: 1 }))
    await live(setVariables({ a: 3, b: 2 }))
    await proposal.merge()
    const [{ id }] = await conflicts()
    const answer = await resolve({ decisions: [{ conflict: id, resolution, ...given }] })
    expect([answer.status, answer.body.resolved?.[0]?.resolution]).toEqual([200, resolution])
    expect(await proposed()).toEqual({ a: expected, b: 2 })
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await shown()).toEqual({ a: expected, b: 2 })
  })

  it.runIf(isLongRun)('is decided for the side that has none, and not once it was edited since', async () => {
    const { proposal, live, shown, conflicts, resolve } = await buildVariables({ a: 1, b: 1 })
    await proposal.change(setVariables({ a: 2, b: 2 }))
    await live(setVariables({}))
    await proposal.update()
    const [a, b] = await conflicts()
    await proposal.change(setVariables({ a: 2, b: 5 }))
    const refused = await resolve({ decisions: [{ conflict: b.id, resolution: 'ours' }] })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('CONFLICT_OUTDATED'),
    ])
    const long = { conflict: a.id, resolution: 'text', text: 'x'.repeat(2049) }
    expect((await resolve({ decisions: [long] })).status).toBe(400)
    const decided = [
      { conflict: a.id, resolution: 'ours' },
      { conflict: b.id, resolution: 'theirs' },
    ]
    expect((await resolve({ decisions: decided })).status).toBe(200)
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await shown()).toEqual({ b: 5 })
  })

  it('that changed since the base of a batch is refused with it', async () => {
    const { proposal, live, shown } = await buildVariables({ a: 1, b: 1 })
    const address = `/spaces/${(await proposal.read()).space}/content`
    const baseRevision = (await client.get(address)).body.id
    await live(setVariables({ a: 2, b: 1 }))
    const send = async (variables: Variables) => {
      const answer = await fetch(`${app.url}/v1${address}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${client.token}`,
          'content-type': 'application/json',
          'x-base-revision': baseRevision,
          'x-if-stale': 'merge',
        },
        body: JSON.stringify({ changes: [setVariables(variables)] }),
      })
      return [answer.status, await answer.text()] as const
    }
    expect(await send({ a: 3, b: 1 })).toEqual([412, expect.stringContaining('BASE_REVISION_CONFLICTS')])
    expect((await send({ a: 1, b: 3 }))[0]).toBe(200)
    expect(await shown()).toEqual({ a: 2, b: 3 })
  })
})

describe('a variable of a page', () => {
  const frontMatter = '---\nvars:\n  edition: Pro # the name\n  size: 1\n  tags: [a]\nowner: docs\n---\n\n'

  it('stays as one side changed it, when the other changed something else of the page', async () => {
    const { proposal, live, edit, shownPage } = await buildVariables({}, frontMatter)
    await proposal.change(edit({ title: 'Other' }))
    await live(edit({ variables: { edition: 'Free', size: 1 } }))
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await shownPage()).toMatchObject({ title: 'Other', variables: { edition: 'Free', size: 1 } })
  })

  it.runIf(isLongRun)(
    'merges with others of the page, and is a conflict where both sides changed it',
    async () => {
      const { page, proposal, live, edit, shownPage, conflicts, resolve } = await buildVariables(
        {},
        frontMatter,
      )
      await proposal.change(edit({ variables: { edition: 'Team', size: 1, added: 'x' } }))
      await live(edit({ variables: { edition: 'Pro', size: 2 } }))
      expect((await proposal.update()).body.result).toBe('update')
      await live(edit({ variables: { edition: 'Free', size: 3 } }))
      await proposal.change(edit({ variables: { edition: 'Team', size: 4, added: 'x' } }))
      expect((await proposal.merge()).body.result).toBe('conflicts')
      expect(await conflicts()).toMatchObject([
        { object: 'page', objectId: page, field: 'variables.edition', ours: 'Free' },
        { object: 'page', objectId: page, field: 'variables.size', ours: 3, theirs: 4 },
      ])
      const [edition] = await conflicts()
      await resolve({
        decisions: [{ conflict: edition.id, resolution: 'text', text: 'Both' }],
        others: 'ours',
      })
      expect((await proposal.merge()).body.result).toBe('merge')
      expect((await shownPage()).variables).toEqual({ edition: 'Both', size: 3, added: 'x' })
    },
  )

  it('is kept from a page that the other side deleted', async () => {
    const { page, proposal, live, edit, conflicts } = await buildVariables({}, frontMatter)
    await proposal.change(deletePage(page))
    await live(edit({ variables: { edition: 'Free' } }))
    expect((await proposal.merge()).body.result).toBe('conflicts')
    expect(await conflicts()).toMatchObject([{ objectId: page, field: 'deleted' }])
  })
})

describe('the changes of variables', () => {
  it.runIf(isLongRun)(
    'are listed for a change request and a revision, those of a page with its other fields',
    async () => {
      const { page, proposal, edit } = await buildVariables({ a: 1, b: 'gone', same: true })
      await proposal.change(setVariables({ a: 2, c: 'new', same: true }))
      await proposal.change(edit({ variables: { edition: 'Pro' }, title: 'Other' }))
      const ofSpace = {
        type: 'variables_edited',
        variables: { a: { before: 1, after: 2 }, b: { before: 'gone' }, c: { after: 'new' } },
      }
      const ofPage = {
        type: 'page_edited',
        page: expect.objectContaining({ id: page }),
        attributes: {
          title: { before: 'Page', after: 'Other' },
          variables: { before: {}, after: { edition: 'Pro' } },
        },
      }
      expect((await client.get(`${proposal.address}/changes`)).body.changes).toEqual([ofPage, ofSpace])
      const { space } = await proposal.read()
      expect((await proposal.merge()).body.result).toBe('merge')
      const merged = (await client.get(`/spaces/${space}/content`)).body
      const changes = `/spaces/${space}/revisions/${merged.id}/changes`
      expect((await client.get(changes)).body.changes).toEqual([ofPage, ofSpace])
      expect((await client.get(`${changes}?limit=1`)).body).toMatchObject({ changes: [ofPage], more: 1 })
      const document = `query ($space: ID!, $revision: ID!) {
      revision(spaceId: $space, id: $revision) {
        changes(first: 5) { totalCount nodes { type variables attributes { variables { before after } } } }
      }
    }`
      const { data } = await client.gql(document, { space, revision: merged.id })
      expect(data.revision.changes).toMatchObject({
        totalCount: 2,
        nodes: [
          { type: 'PAGE_EDITED', variables: null, attributes: { variables: ofPage.attributes.variables } },
          { type: 'VARIABLES_EDITED', variables: ofSpace.variables, attributes: null },
        ],
      })
    },
  )
})
