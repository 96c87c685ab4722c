import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { casesOfTurn, isLongRun } from '../../support/budget.ts'
import {
  buildProposal,
  buildSpaceWith,
  markdownAt,
  pageAt,
  pathsOf,
} from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { sendWith } from '../../support/with-headers.ts'

let app: TestApp
let client: TestClient
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

const text = (first: string, last: string) => `${first}\n\nbetween\n\n${last}`

/** Content with a page of two paragraphs: of a space, or of a change request of it. */
async function buildContent(of: 'space' | 'change request') {
  const space = await buildSpaceWith(client, organization.id, { Page: text('one', 'two'), Other: 'Other.' })
  const proposal = of === 'space' ? undefined : await buildProposal(client, space.id)
  const content = `${proposal?.address ?? space.address}/content`
  const page = await pageAt(client, content, 'page')
  const other = await pageAt(client, content, 'other')
  return {
    space,
    content,
    page,
    other,
    revision: async (): Promise<string> => (await client.get(content)).body.id,
    send: (headers: Record<string, string>, ...changes: object[]) =>
      sendWith(app, client, 'POST', `/v1${content}`, { headers, body: { changes } }),
    edit: async (...changes: object[]) =>
      proposal ? proposal.change(...changes) : sendChanges(client, space.id, ...changes),
  }
}

describe.each([
  ['space', 0],
  ['change request', 1],
] as const)('a batch for the content of a %s', (of, turn) => {
  const falls = casesOfTurn(turn, 2)
  /** Declares a case. In `npm test` each is tried on one of the two. */
  const row = () => it.runIf(falls())

  row()('with the newest revision as its base is applied, and with an older one it is refused', async () => {
    const { content, page, revision, send } = await buildContent(of)
    const base = await revision()
    const first = await send({ 'X-Base-Revision': base }, writePage(page, text('first', 'two')))
    expect(first.status).toBe(200)
    const second = await send({ 'X-Base-Revision': base }, writePage(page, text('second', 'two')))
    expect([second.status, second.body.error.reason]).toEqual([412, 'BASE_REVISION_STALE'])
    expect(second.body.error.message).toContain(first.body.revision)
    expect(await markdownAt(client, content, 'page')).toBe(text('first', 'two'))
    expect(await revision()).toBe(first.body.revision)
  })

  row()('is merged with what changed since, if its client asks for it', async () => {
    const { content, page, other, revision, send, edit } = await buildContent(of)
    const base = await revision()
    await edit(
      writePage(page, text('one', 'two edited')),
      { operation: 'update_page', page: other, title: 'Renamed' },
      insertPage('New'),
    )
    const merged = await send(
      { 'X-Base-Revision': base, 'X-If-Stale': 'merge' },
      writePage(page, text('one edited', 'two'), { description: 'Described.' }),
      writePage(other, 'Other edited.'),
      insertPage('New', 'by the batch'),
      { operation: 'insert_files', files: [{ name: 'x.txt', contentType: 'text/plain', base64: 'eA==' }] },
    )
    expect({ status: merged.status, error: merged.body.error }).toEqual({ status: 200, error: undefined })
    expect(merged.body.revision).toBe(await revision())
    expect(await markdownAt(client, content, 'page')).toBe(text('one edited', 'two edited'))
    expect((await client.get(`${content}/page/${page}`)).body.description).toBe('Described.')
    expect(await markdownAt(client, content, 'other')).toBe('Other edited.')
    expect((await client.get(`${content}/page/${other}`)).body.title).toBe('Renamed')
    expect(await pathsOf(client, content)).toEqual(['page', 'other', 'new', expect.stringMatching(/^new-/)])
    expect((await client.get(`${content}/files`)).body.items).toMatchObject([{ name: 'x.txt' }])
  })

  row()('that changes the same as others since is refused as a whole', async () => {
    const { content, page, other, revision, send, edit } = await buildContent(of)
    const base = await revision()
    await edit(writePage(page, text('theirs', 'two')), deletePage(other))
    const head = await revision()
    const headers = { 'X-Base-Revision': base, 'X-If-Stale': 'merge' }
    for (const change of [writePage(page, text('mine', 'two')), writePage(other, 'Edited.')]) {
      const refused = await send(headers, insertPage('New'), change)
      expect([refused.status, refused.body.error.reason]).toEqual([412, 'BASE_REVISION_CONFLICTS'])
    }
    expect(await revision()).toBe(head)
    expect(await pathsOf(client, content)).toEqual(['page'])
  })
})

describe('of batches with the same base revision', () => {
  it('at the same time one is applied', async () => {
    const { page, revision, send } = await buildContent('space')
    const base = await revision()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        send({ 'X-Base-Revision': base }, writePage(page, text(`writer ${index}`, 'two'))),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
  })

  it.runIf(isLongRun)('at the same time all are applied, if they are merged', async () => {
    const { content, revision, send } = await buildContent('space')
    const base = await revision()
    const headers = { 'X-Base-Revision': base, 'X-If-Stale': 'merge' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => send(headers, insertPage(`Page ${index}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await pathsOf(client, content)).toHaveLength(6)
  })
})

describe('the base revision', () => {
  it('must be one of the content', async () => {
    const { send, page } = await buildContent('space')
    const foreign = await (await buildContent('space')).revision()
    const refused = await send({ 'X-Base-Revision': foreign }, writePage(page, 'x'))
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'BASE_REVISION_UNKNOWN'])
    const misspelled = await send({ 'X-Base-Revision': foreign, 'X-If-Stale': 'force' }, writePage(page, 'x'))
    expect([misspelled.status, misspelled.body.error.fields[0].path]).toEqual([400, 'X-If-Stale'])
  })

  it('is an argument in GraphQL, with the same reasons', async () => {
    const { space, page, content, revision, edit } = await buildContent('space')
    const base = await revision()
    await edit(writePage(page, text('one', 'two edited')))
    const update = (ifStale: string, markdown: string) =>
      client.gql(
        `mutation ($space: ID!, $page: ID!, $base: ID!, $stale: StaleBase!, $markdown: String!) {
          updateContent(spaceId: $space, baseRevisionId: $base, ifStale: $stale, input: { changes: [
            { updatePage: { page: $page, document: { markdown: $markdown } } }
          ] }) { revisionId }
        }`,
        { space: space.id, page, base, stale: ifStale, markdown },
      )
    const refused = await update('REFUSE', text('x', 'two'))
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'PRECONDITION_FAILED',
      reason: 'BASE_REVISION_STALE',
    })
    expect((await update('MERGE', text('x', 'y'))).errors?.[0]?.extensions.reason).toBe(
      'BASE_REVISION_CONFLICTS',
    )
    expect((await update('MERGE', text('x', 'two'))).errors).toBeUndefined()
    expect(await markdownAt(client, content, 'page')).toBe(text('x', 'two edited'))
  })
})
