import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
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

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds a space that was changed three times after its pages were created. */
async function buildHistory() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, { A: 'first a', B: 'first b' })
  const content = `${space.address}/content`
  const [a, b] = await Promise.all(['a', 'b'].map((path) => pageAt(client, content, path)))
  const send = async (...changes: object[]) => (await sendChanges(client, space.id, ...changes)).body.revision
  const first = (await client.get(space.address)).body.revision as string
  const second = await send(writePage(`${a}`, `See [b](/pages/${b}).`), insertPage('C', 'c', { into: a }), {
    operation: 'insert_files',
    files: [{ name: 'x.txt', contentType: 'text/plain', base64: 'eA==' }],
  })
  const third = await send(deletePage(`${b}`), {
    operation: 'update_page',
    page: a,
    title: 'Alpha',
    slug: 'alpha',
  })
  return { organization, client, space, content, a: `${a}`, b: `${b}`, first, second, third }
}

describe('the revisions of a space', () => {
  it('are listed newest first, with their types and pagination', async () => {
    const { client, space, first, second, third } = await buildHistory()
    const proposal = await buildProposal(client, space.id)
    await proposal.change(insertPage('New'))
    const merged = (await proposal.merge()).body.revision
    const { body } = await client.get(`${space.address}/revisions?limit=4`)
    expect(body.items).toMatchObject([
      { object: 'revision', id: merged, type: 'merge', mergedFrom: { number: 1 } },
      { id: third, type: 'edits', parents: [second] },
      { id: second, type: 'edits', parents: [first] },
      { id: first, type: 'edits' },
    ])
    expect(body.count).toBe(5)
    const rest = await client.get(`${space.address}/revisions?limit=4&page=${body.next.page}`)
    expect(rest.body.items).toHaveLength(1)
  })

  it('have their changes since their parent and since any other revision', async () => {
    const { client, space, a, b, first, second, third } = await buildHistory()
    const changes = async (revision: string, query = '') =>
      (await client.get(`${space.address}/revisions/${revision}/changes${query}`)).body.changes
    expect(await changes(second)).toMatchObject([
      { type: 'page_edited', page: { id: a } },
      { type: 'page_created', page: { title: 'C', path: 'a/c' } },
      { type: 'file_created', file: { name: 'x.txt' } },
    ])
    expect(await changes(third, `?since=${first}`)).toMatchObject([
      {
        type: 'page_edited',
        page: { id: a },
        attributes: { title: { before: 'A', after: 'Alpha' }, slug: { before: 'a', after: 'alpha' } },
      },
      { type: 'page_created', page: { title: 'C', path: 'alpha/c' } },
      { type: 'page_deleted', page: { id: b } },
      { type: 'file_created' },
    ])
    // In reverse, created pages are deleted.
    expect(await changes(first, `?since=${second}`)).toMatchObject([
      { type: 'page_edited' },
      { type: 'page_deleted', page: { title: 'C', path: 'a/c' } },
      { type: 'file_deleted', file: { name: 'x.txt' } },
    ])
    expect(await changes(third, `?since=${third}`)).toEqual([])
    const unknown = await client.get(`${space.address}/revisions/${third}/changes?since=revnone`)
    expect(unknown.body.error.fields).toMatchObject([{ path: 'since' }])
  })

  it('of another space are not found', async () => {
    const { client, space } = await buildHistory()
    const other = await buildHistory()
    for (const path of ['', '/changes', '/pages'])
      expect((await client.get(`${space.address}/revisions/${other.first}${path}`)).status).toBe(404)
    expect((await client.post(`${space.address}/revisions/${other.first}/restore`)).status).toBe(404)
  })
})

describe('restoring a revision', () => {
  it('adds a revision with exactly the earlier content, and keeps the history in between', async () => {
    const { client, space, content, b, second, third } = await buildHistory()
    const answer = await client.post(`${space.address}/revisions/${second}/restore`)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(answer.body.urls.location)
    expect(answer.body).toMatchObject({ type: 'rollback', parents: [third] })
    expect((await client.get(space.address)).body.revision).toBe(answer.body.id)
    const essence = async (address: string) => {
      const { pages, files } = (await client.get(address)).body
      return JSON.stringify([pages, files]).replace(/"downloadURL":"[^"]*"/g, '')
    }
    expect(await essence(content)).toBe(await essence(`${space.address}/revisions/${second}`))
    expect(await markdownAt(client, content, 'a')).toBe(`See [b](/pages/${b}).`)
    expect((await client.get(`${space.address}/links`)).body.stats.broken.total).toBe(0)
    const again = await client.post(`${space.address}/revisions/${third}/restore`)
    expect(again.status).toBe(201)
    expect(await pathsOf(client, content)).toEqual(['alpha', 'alpha/c'])
    const found = await client.get(`${space.address}/search?query=alpha`)
    expect(found.body.count).toBe(1)
  })

  it.runIf(isLongRun)('is rejected for the current revision and in a locked space', async () => {
    const { client, space, first, third } = await buildHistory()
    expect((await client.post(`${space.address}/revisions/${third}/restore`)).status).toBe(409)
    await client.patch(space.address, { editMode: 'locked' })
    expect((await client.post(`${space.address}/revisions/${first}/restore`)).status).toBe(409)
  })

  it('requires the permission to edit', async () => {
    const { organization, space, first } = await buildHistory()
    const reader = app.as(await buildMember(app, organization.id, 'COMMENT'))
    expect((await reader.post(`${space.address}/revisions/${first}/restore`)).status).toBe(403)
    const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
    expect((await editor.post(`${space.address}/revisions/${first}/restore`)).status).toBe(201)
  })
})
