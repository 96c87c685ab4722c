import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildLinkWorld, type LinkWorld, type Sent, statuses } from './link-world.ts'

let app: TestApp
let world: LinkWorld
let base: string
let changeRequest: Sent
let target: string
let page: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  world = await buildLinkWorld(app)
  ;[target] = (await world.pages('# Here')) as [string]
  ;[page] = (await world.pages(`[x](/pages/${target}) [y](/pages/none)`)) as [string]
  await createChangeRequest()
})

async function createChangeRequest(): Promise<void> {
  const made = await world.client.post(`/spaces/${world.space.id}/change-requests`, { subject: 'Break' })
  changeRequest = made.body
  base = `/spaces/${world.space.id}/change-requests/${changeRequest.id}`
}

async function propose(...changes: object[]): Promise<void> {
  const { status, body } = await world.client.post(`${base}/content`, { changes })
  expect({ status, error: body.error }).toEqual({ status: 200 })
}

const read = async (path: string) => {
  const { status, body } = await world.client.get(`${base}${path}`)
  expect({ status, error: body.error }).toEqual({ status: 200 })
  return body
}

test('a change request has the links of its content, and does not change those of the space', async () => {
  expect(statuses(await read('/links'))).toEqual(statuses(await world.links()))
  await propose({ operation: 'update_page', page, document: { markdown: '[z](https://example.com)' } })
  expect(statuses(await read('/links'))).toEqual(['ok reference url https://example.com'])
  expect(statuses(await read(`/content/page/${page}/links`))).toEqual([
    'ok reference url https://example.com',
  ])
  expect((await read(`/content/page/${target}/backlinks`)).items).toEqual([])
  expect(await world.backlinks('page', target)).toEqual([page])
  expect((await world.links()).stats).toEqual({ total: 2, broken: { total: 1 } })
})

test('locations in a change request include the change request', async () => {
  const { items } = await read('/links?status=ok')
  const versionContext = {
    type: 'changeRequest',
    changeRequest: { object: 'change-request', id: changeRequest.id, number: changeRequest.number },
  }
  expect(items[0]).toMatchObject({
    targetReference: { kind: 'page', page: { id: target }, versionContext },
    locationReferences: [{ kind: 'page', page: { id: page }, versionContext }],
  })
  expect(items[0].targetReference.versionContext).not.toHaveProperty('revision')
})

test('links broken by a change request are distinguished from those broken before', async () => {
  expect((await read('/links')).stats).toEqual({ total: 2, broken: { total: 1, changeRequest: 0 } })
  await propose(
    { operation: 'delete_page', page: target },
    { operation: 'insert_page', title: 'New', document: { markdown: '[new](/files/none)' } },
  )
  const all = await read('/links')
  const stats = { total: 3, broken: { total: 3, changeRequest: 2 } }
  expect(all).toMatchObject({ count: 3, stats })
  expect(await read('/links?brokenContext=change-request')).toMatchObject({ count: 2, stats })
  expect(await read('/links?brokenContext=space&status=broken')).toMatchObject({ count: 1, stats })
  expect(await read('/links?brokenContext=space&status=ok')).toMatchObject({ count: 0, items: [], stats })
  expect((await read(`/content/page/${page}/links`)).stats).toEqual({
    total: 2,
    broken: { total: 2, changeRequest: 1 },
  })
  expect((await world.client.get(`${base}/links?brokenContext=revision`)).status).toBe(400)
})

test('an anchor is broken by the change request that removes its heading', async () => {
  await world.rewrite(page, `[x](/pages/${target}#here)`)
  await createChangeRequest()
  expect((await read('/links')).stats).toEqual({ total: 1, broken: { total: 0, changeRequest: 0 } })
  await propose({ operation: 'update_page', page: target, document: { markdown: '# There' } })
  expect(await read('/links')).toMatchObject({
    items: [{ status: 'broken', targetReference: { internalLocation: { type: 'anchor', anchor: 'here' } } }],
    stats: { total: 1, broken: { total: 1, changeRequest: 1 } },
  })
  expect((await world.links()).stats.broken).toEqual({ total: 0 })
})

test('files of a change request have backlinks only there', async () => {
  const base64 = Buffer.from('x').toString('base64')
  await propose({ operation: 'insert_files', files: [{ name: 'x.txt', contentType: 'text/plain', base64 }] })
  const { id: file } = (await read('/content/files')).items[0]
  await propose({ operation: 'update_page', page, document: { markdown: `![x](/files/${file})` } })
  const { items } = await read(`/content/files/${file}/backlinks`)
  expect(items.map(({ page }: Sent) => page.id)).toEqual([page])
  expect((await world.client.get(`/spaces/${world.space.id}/content/files/${file}/backlinks`)).status).toBe(
    404,
  )
})

test.runIf(isLongRun)(
  'many pages link to one, in the space, in a change request and in an older revision',
  async () => {
    const bodies = Array.from({ length: 230 }, (_, index) => `# Part ${index}\n\n[x](/pages/${target})`)
    const linking = [page, ...(await world.pages(...bodies))].sort()
    const { revision: older } = (await world.client.get(`/spaces/${world.space.id}`)).body
    const [added] = (await world.pages(`[x](/pages/${target})`)) as [string]
    const later = [...linking, added].sort()
    await createChangeRequest()
    const [kept, rewritten, removed] = later.slice(-4) as [string, string, string]
    await propose(
      { operation: 'update_page', page: kept, document: { markdown: `[y](/pages/${target})` } },
      { operation: 'update_page', page: rewritten, document: { markdown: 'No link' } },
      { operation: 'delete_page', page: removed },
    )
    const proposed = later.filter((id) => id !== rewritten && id !== removed)
    const walk = async (at: string): Promise<{ ids: string[]; sections: (string | undefined)[] }> => {
      const items: Sent[] = []
      let from = ''
      do {
        const { status, body } = await world.client.get(
          `${at}/content/page/${target}/backlinks?limit=100${from}`,
        )
        expect(status).toBe(200)
        items.push(...body.items)
        from = body.next ? `&page=${encodeURIComponent(body.next.page)}` : ''
        if (!from) expect(body.count).toBe(items.length)
      } while (from)
      return {
        ids: items.map((item) => item.page.id),
        sections: items.map(({ internalLocation }) => internalLocation?.anchor),
      }
    }
    const live = await walk(`/spaces/${world.space.id}`)
    expect(live.ids).toEqual(later)
    expect(live.sections.filter(Boolean)).toHaveLength(bodies.length)
    expect((await walk(base)).ids).toEqual(proposed)
    const query = `query ($spaceId: ID!, $revisionId: ID, $pageId: ID!) {
    pageBacklinks(spaceId: $spaceId, revisionId: $revisionId, pageId: $pageId, first: 3) {
      totalCount nodes { page { pageId } }
    }
  }`
    const variables = { spaceId: world.space.id, revisionId: older, pageId: target }
    const { data, errors } = await world.client.gql(query, variables)
    expect(errors).toBeUndefined()
    expect(data.pageBacklinks.totalCount).toBe(linking.length)
    expect(data.pageBacklinks.nodes.map(({ page }: Sent) => page.pageId)).toEqual(linking.slice(0, 3))
  },
)
