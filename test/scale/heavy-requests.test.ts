import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { jsonLimits } from '../../src/http/json-structure.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildContent } from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'
import {
  type AnswerHead,
  type HeavyRequest,
  type MeasuredServer,
  startMeasuredServer,
} from './measured-server.ts'

const pageCount = 1_000
const linksPerPage = 10
const spaceCount = 4

const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A page of about 2 kB that links to the pages behind it. */
const bodyOf = (ids: readonly string[], page: number): string => {
  const links = times(linksPerPage, (step) => `[next](/pages/${ids[(page + step + 1) % ids.length]})`)
  return `# Part of ${page}\n\n${'Every page has the same words. '.repeat(50)}\n\n${links.join(' ')}\n`
}

describe.runIf(isLongRun)('while many heavy requests of a user run', () => {
  let app: TestApp
  let server: MeasuredServer
  let site: TestSite
  let client: TestClient
  /** Spaces of a published site, each with many pages. */
  const spaces: { readonly id: string; readonly pages: readonly string[] }[] = []

  beforeAll(async () => {
    app = await startOwnTestApp()
    site = await buildSite(app)
    for (const title of times(spaceCount, (index) => `Guide ${index}`)) {
      const { space } = await buildSiteSpace(site, title)
      const pages = times(pageCount, () => newId('Page'))
      await buildContent(
        app,
        site.admin,
        space,
        pages.map((id, page) => ({ id, title: `Page ${page}`, markdown: bodyOf(pages, page) })),
      )
      spaces.push({ id: space.id, pages })
    }
    await site.client.post(`${site.path}/publish`)
    await app.database.pool.query('ANALYZE')
    server = await startMeasuredServer(app, await buildMember(app, site.organizationId, 'READ'))
    client = server.as(site.admin)
  }, 300_000)
  afterAll(async () => {
    await server.close()
    await app.close()
  })

  const spaceAt = (index: number) => spaces[index % spaceCount] as (typeof spaces)[0]

  const sendAll = (requests: readonly HeavyRequest[]): Promise<AnswerHead[]> =>
    Promise.all(requests.map((request) => server.send({ token: client.token, ...request })))

  const query = (document: string, variables?: object): HeavyRequest => ({
    method: 'POST',
    path: '/graphql',
    body: { query: document, variables },
  })

  /** The path of a new change request that changes every page. */
  async function proposeChanges(space: (typeof spaces)[0]): Promise<string> {
    const { body } = await client.post(`/spaces/${space.id}/change-requests`, { subject: 'Edit' })
    const path = `/spaces/${space.id}/change-requests/${body.id}`
    for (let from = 0; from < pageCount; from += 50) {
      const changes = space.pages.slice(from, from + 50).map((page, index) => ({
        operation: 'update_page',
        page,
        document: { markdown: `${bodyOf(space.pages, from + index)}\nChanged.` },
      }))
      const { status } = await client.post(`${path}/content`, { changes })
      expect(status).toBe(200)
    }
    return path
  }

  const reads: readonly [name: string, requests: () => readonly HeavyRequest[]][] = [
    [
      '20 lists of 1,000 links',
      () => times(20, (index) => ({ path: `/v1/spaces/${spaceAt(index).id}/links?limit=1000` })),
    ],
    [
      '20 trees of 1,000 pages',
      () => times(20, (index) => ({ path: `/v1/spaces/${spaceAt(index).id}/content/pages` })),
    ],
    [
      '20 revisions of 1,000 pages',
      () => times(20, (index) => ({ path: `/v1/spaces/${spaceAt(index).id}/content` })),
    ],
    [
      '10 queries of all pages and their bodies',
      () =>
        times(10, (index) =>
          query(
            'query ($id: ID!) { space(id: $id) { pages(first: 1000) { nodes { id title ... on DocumentPage { path markdown } } } } }',
            { id: spaceAt(index).id },
          ),
        ),
    ],
    [
      '40 searches for a word of every page',
      () =>
        times(40, (index) => ({
          path: `/v1/${index % 2 ? `spaces/${spaceAt(index).id}` : `orgs/${site.organizationId}`}/search?query=words&limit=50`,
        })),
    ],
    [
      '200 pages of a published site',
      () =>
        times(200, (page) => ({
          path: `/sites/${site.organizationId}/${site.id}/page-${page}`,
          token: null,
          headers: { accept: 'text/html' },
        })),
    ],
    ['20 OpenAPI documents', () => times(20, () => ({ path: '/v1/openapi.json' }))],
    [
      '20 introspections',
      () =>
        times(20, (index) =>
          query(
            `query Introspection${index} { __schema { types { name description fields(includeDeprecated: true) { name description args { name type { name ofType { name ofType { name } } } } type { name ofType { name ofType { name ofType { name } } } } } } } }`,
          ),
        ),
    ],
  ]

  test.each(reads)('%s: others are answered', (name, requests) =>
    server.measure(name, () => sendAll(requests())),
  )

  test('changes and a merge of 1,000 pages: others are answered', async () => {
    const proposals = await Promise.all(spaces.map(proposeChanges))
    await server.measure('20 lists of changes of 1,000 pages', () =>
      sendAll(times(20, (index) => ({ path: `/v1${proposals[index % spaceCount]}/changes` }))),
    )
    await server.measure('4 merges of 1,000 pages', () =>
      sendAll(proposals.map((path) => ({ method: 'POST', path: `/v1${path}/merge` }))),
    )
    const merged = await Promise.all(
      spaces.map(async ({ id }) => (await client.get(`/spaces/${id}`)).body.revision as string),
    )
    await server.measure('20 comparisons of revisions of 1,000 pages', () =>
      sendAll(
        times(20, (index) => ({
          path: `/v1/spaces/${spaceAt(index).id}/revisions/${merged[index % spaceCount]}/changes`,
        })),
      ),
    )
  }, 120_000)

  test('merges of 1,000 pages that both sides changed: others are answered', async () => {
    const edited = await Promise.all(spaces.map(proposeChanges))
    for (const { id, pages } of spaces)
      for (let from = 0; from < pageCount; from += 50) {
        const changes = pages.slice(from, from + 50).map((page, index) => ({
          operation: 'update_page',
          page,
          document: { markdown: `Live.\n\n${bodyOf(pages, from + index)}` },
        }))
        expect((await client.post(`/spaces/${id}/content`, { changes })).status).toBe(200)
      }
    await server.measure('4 merges of 1,000 pages that both sides changed', () =>
      sendAll(edited.map((path) => ({ method: 'POST', path: `/v1${path}/merge` }))),
    )
  }, 300_000)

  test('exports of 1,000 pages: others are answered', async () => {
    const urls = await Promise.all(
      times(10, async (index) => {
        const { body } = await client.get(`/spaces/${spaceAt(index).id}/content/export`)
        const { pathname, search } = new URL(body.url)
        return pathname + search
      }),
    )
    await server.measure('10 exports of 1,000 pages', () => sendAll(urls.map((path) => ({ path }))))
  })

  test('uploads of 60 MB: others are answered', async () => {
    const { id } = spaceAt(0)
    await server.measure('4 uploads of 60 MB', () =>
      Promise.all(
        times(4, async (index) => {
          const form = new FormData()
          form.set('changes.0.operation', 'insert_files')
          form.set(
            'changes.0.files.0.upload',
            new File([new Uint8Array(60e6).fill(index)], `large-${index}.bin`),
          )
          const answer = await fetch(`${server.url}/v1/spaces/${id}/content`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${client.token}` },
            body: form,
          })
          await answer.arrayBuffer()
          return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
        }),
      ),
    )
  }, 60_000)

  test('writers of one space: others are answered', async () => {
    const path = `/v1/spaces/${spaceAt(0).id}/content`
    await server.measure('50 writers of a space of 1,000 pages', () =>
      sendAll(
        times(50, (index) => ({
          method: 'POST',
          path,
          body: {
            changes: times(10, (page) => ({
              operation: 'insert_page',
              title: `Written ${index} ${page}`,
              document: { markdown: bodyOf(spaceAt(0).pages, page) },
            })),
          },
        })),
      ),
    )
  }, 60_000)

  test('large bodies of requests: others are answered', async () => {
    const path = `/v1/spaces/${spaceAt(1).id}/content`
    const files = [{ name: 'large.txt', contentType: 'text/plain', base64: 'QUJD'.repeat(500_000) }]
    await server.measure('10 files of 1.5 MB in JSON', () =>
      sendAll(
        times(10, () => ({
          method: 'POST',
          path,
          body: { changes: [{ operation: 'insert_files', files }] },
        })),
      ),
    )
    await server.measure('10 refused bodies of 120,000 members', () =>
      sendAll(
        times(10, () => ({
          method: 'POST',
          path,
          body: { changes: [], more: times(120_000, (index) => ({ index })) },
        })),
      ),
    )
    const organization = `/v1/orgs/${site.organizationId}`
    const objects = (count: number) => Array.from({ length: count }, () => ({}))
    const textOfObjects = (count: number) => `[{}${',{}'.repeat(count - 1)}]`
    const accepted = jsonLimits.values - 1000
    await server.measure('10 bodies of as many objects as a body may have', () =>
      sendAll(times(10, () => ({ method: 'POST', path, body: { changes: objects(accepted / 2) } }))),
    )
    const names = Object.fromEntries(times(accepted, (index) => [`name${index.toString(36)}`, 1]))
    await server.measure('10 bodies of as many names as a body may have', () =>
      sendAll(times(10, () => ({ method: 'POST', path, body: { changes: [], names } }))),
    )
    await server.measure('10 queries with as many objects as a body may have', () =>
      sendAll(
        times(10, () =>
          query(
            'mutation ($id: ID!, $changes: [ContentChangeInput!]!) { updateContent(spaceId: $id, input: { changes: $changes }) { revision { id } } }',
            {
              id: spaceAt(0).id,
              changes: objects(accepted / 2),
            },
          ),
        ),
      ),
    )
    await server.measure('10 refused bodies of 2 MB of objects', () =>
      sendAll(times(10, () => ({ method: 'POST', path, body: textOfObjects(650_000) }))),
    )
    await server.measure('10 multipart bodies of 90 parts of JSON', () =>
      Promise.all(
        times(10, async () => {
          const form = new FormData()
          for (const index of times(90, (each) => each))
            form.set(`changes.${index}`, JSON.stringify({ operation: 'insert_page', more: objects(500) }))
          const headers = { Authorization: `Bearer ${client.token}` }
          const answer = await fetch(server.url + path, { method: 'POST', headers, body: form })
          await answer.arrayBuffer()
          return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
        }),
      ),
    )
    const refused = textOfObjects(6_900_000)
    await server.measure('10 refused bodies of 20 MB of objects', () =>
      sendAll(times(10, () => ({ method: 'POST', path: `${organization}/openapi`, body: refused }))),
    )
    const text = '\n"'.repeat(4_900_000)
    const specifications = times(10, (index) => JSON.stringify({ slug: `large-${index}`, source: { text } }))
    await server.measure('10 specifications of 20 MB', () =>
      sendAll(specifications.map((body) => ({ method: 'POST', path: `${organization}/openapi`, body }))),
    )
  }, 240_000)
})
