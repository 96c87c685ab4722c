import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { liveContent } from '../../src/modules/content/revision-writer.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { read, signVisitor } from '../modules/published-sites/published-site.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { takingTurns } from '../support/budget.ts'
import { buildPage, buildReusableContent, sendChanges } from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSection, buildSite, type TestSite } from '../support/factories/sites.ts'
import { call, rowName } from './world.ts'

/** A word that is only in what a condition hides, or only in what everybody is shown. */
const marker = { hidden: 'Xylograph', shown: 'Zeppelin' } as const
type Kind = keyof typeof marker

/** Ids of what content has of a kind, one shown to everybody and one that only hidden parts have. */
interface Marked {
  readonly fileId: string
  readonly userId: string
  readonly specSlug: string
  readonly reusableContentId: string
  readonly nestedId: string
  readonly url: string
}

interface World {
  readonly site: TestSite
  readonly spaceId: string
  readonly revisionId: string
  readonly pageId: string
  readonly marked: Record<Kind, Marked>
  readonly visitors: Record<'nobody' | 'pro', TestClient>
  readonly cookie: string
  /** The published address of the site. */
  readonly address: string
}

let app: TestApp
let world: World

const document = (word: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: word, version: '1' },
    paths: { [`/${word}`]: { get: { summary: word, responses: { 200: { description: word } } } } },
  })

async function mark(site: TestSite, spaceId: string, kind: Kind): Promise<Marked> {
  const word = marker[kind]
  const base64 = Buffer.from(`bytes ${word}`).toString('base64')
  const files = [{ name: `${word}.txt`, contentType: 'text/plain', base64 }]
  await sendChanges(site.client, spaceId, { operation: 'insert_files', files })
  const { items } = (await site.client.get(`/spaces/${spaceId}/content/files`)).body
  const file = items.find(({ name }: { name: string }) => name.startsWith(word))
  const user = await buildMember(app, site.organizationId, 'READ')
  await app.as(user).patch(`/users/${user.id}`, { displayName: `${word} Person` })
  const specSlug = `spec-${word.toLowerCase()}`
  await site.client.post(`/orgs/${site.organizationId}/openapi`, {
    slug: specSlug,
    source: { text: document(word) },
  })
  const content = liveContent(spaceId)
  const nestedId = await buildReusableContent(app, site.admin, content, {
    title: word,
    markdown: `Nested ${word}.`,
  })
  const markdown = `Included ${word}.\n\n{% include "/reusable-contents/${nestedId}" %}`
  const reusableContentId = await buildReusableContent(app, site.admin, content, { title: word, markdown })
  return {
    fileId: file.id,
    userId: user.id,
    specSlug,
    reusableContentId,
    nestedId,
    url: `https://example.com/${word}`,
  }
}

/** Returns blocks that show one thing of each kind. */
const blocksOf = (kind: Kind, { fileId, userId, specSlug, reusableContentId, url }: Marked) =>
  [
    `Text ${marker[kind]}.`,
    `## Heading ${marker[kind]}`,
    `[a file](/files/${fileId}), ![](/files/${fileId}), [somebody](/users/${userId} "mention")`,
    `{% file src="/files/${fileId}" %}\nA file.\n{% endfile %}`,
    `{% openapi-operation spec="${specSlug}" path="/${marker[kind]}" method="get" %}`,
    `{% include "/reusable-contents/${reusableContentId}" %}`,
    `{% embed url="${url}" %}`,
    `\`\`\`js\nconst ${marker[kind]} = 1\n\`\`\``,
    `{% tabs %}\n{% tab title="${marker[kind]}" %}\nIn a tab.\n{% endtab %}\n{% endtabs %}`,
    `| ${marker[kind]} |\n| --- |\n| Cell |`,
    `{% updates %}\n{% update date="2026-01-01" %}\n## ${marker[kind]} release\n{% endupdate %}\n{% endupdates %}`,
  ].join('\n\n')

const condition = 'visitor.claims.plan == "pro"'
const conditional = (markdown: string) => `{% if ${condition} %}\n${markdown}\n{% endif %}`

beforeAll(async () => {
  app = await startTestApp()
  const site = await buildSite(app, { title: 'Docs' })
  const section = await buildSection(site, 'Guide')
  const secret = await buildSection(site, `${marker.hidden} section`)
  await site.client.patch(`${site.path}/sections/${secret.id}`, { condition })
  await buildPage(site.client, secret.siteSpaces[0].space.id, { title: `${marker.hidden} page` })
  const spaceId = section.siteSpaces[0].space.id
  const marked = { shown: await mark(site, spaceId, 'shown'), hidden: await mark(site, spaceId, 'hidden') }
  await processPendingSpecs(app)
  const withdrawn = await buildPage(site.client, spaceId, { title: `${marker.hidden} withdrawn` })
  await sendChanges(site.client, spaceId, { operation: 'delete_page', page: withdrawn })
  const markdown = [
    blocksOf('shown', marked.shown),
    conditional(blocksOf('hidden', marked.hidden)),
    `- In a list\n\n  ${conditional(`Text ${marker.hidden}`).replaceAll('\n', '\n  ')}`,
  ].join('\n\n')
  const pageId = await buildPage(site.client, spaceId, { title: 'Welcome', document: { markdown } })
  const published = marked.shown.url
  await site.client.put(`${site.path}/customization`, {
    header: {
      preset: 'default',
      links: [
        { title: marker.shown, to: { kind: 'url', url: published } },
        { title: marker.hidden, to: { kind: 'url', url: marked.hidden.url }, condition },
      ],
    },
  })
  const destination = { kind: 'external', url: marked.shown.url }
  await site.client.post(`${site.path}/redirects`, { source: '/old', destination })
  expect((await site.client.post(`${site.path}/publish`)).status).toBe(200)
  const { id: revisionId } = (await site.client.get(`/spaces/${spaceId}/content`)).body
  const url = (await site.client.get(site.path)).body.urls.published
  const jwtToken = await signVisitor(site, { plan: 'pro' })
  const visitorOf = async (visitor: object) =>
    app.as({ token: (await site.client.post('/urls/published', { url, visitor })).body.apiToken })
  const visitors = { nobody: await visitorOf({}), pro: await visitorOf({ jwtToken }) }
  const cookie = `lectern-visitor=${jwtToken}`
  world = { site, spaceId, revisionId, pageId, marked, visitors, cookie, address: url }
})
afterAll(() => app.close())

const rows = routes.filter(({ visitors }) => visitors)

/** Returns the parameters of a row, those that name something marked from the given ids. */
async function parametersOf(visitor: TestClient, { fileId, userId, specSlug, reusableContentId }: Marked) {
  const { site, spaceId, revisionId, pageId } = world
  const { documentId } = (await visitor.get(`/spaces/${spaceId}/content/page/${pageId}`)).body
  return {
    organizationId: site.organizationId,
    siteId: site.id,
    ...{ spaceId, revisionId, pageId, documentId, pagePath: 'welcome' },
    ...{ fileId, userId, specSlug, reusableContentId },
  }
}

/** Returns what a row reads of its query or body, which names a URL, a specification or words to search for. */
function inputOf(
  { path, method }: Route,
  kind: Kind,
  { url, specSlug }: Marked,
): { query?: string; body?: object } {
  const { address, spaceId, pageId } = world
  if (path.endsWith('/embed')) return { query: `?url=${encodeURIComponent(url)}` }
  if (path.endsWith('/search')) return { body: { query: marker[kind], scope: { mode: 'all' } } }
  if (path.endsWith('/insights/events'))
    return { body: { events: [{ type: 'page_view', location: { space: spaceId, page: pageId } }] } }
  if (path.endsWith('/redirect')) return { query: '?source=/old' }
  if (path === '/urls/published')
    return method === 'GET' ? { query: `?url=${encodeURIComponent(address)}` } : { body: { url: address } }
  if (path.endsWith('/computed/document')) {
    const dependencies = { spec: { ref: { kind: 'openapi', spec: specSlug } } }
    const props = { doc: 'info', page: 'overview' }
    return { body: { source: { type: 'builtin:openapi', dependencies, props }, seed: 'seed' } }
  }
  return {}
}

/** Headers that differ between equal answers, and the digest of the body, which is compared itself. */
const differs = /^(date|etag|x-request-id|(x-)?ratelimit)/

async function answersTo(visitor: TestClient, kind: Kind, marked = world.marked[kind]) {
  const parameters = await parametersOf(visitor, marked)
  const answers = []
  for (const route of rows) {
    const { query = '', body } = inputOf(route, kind, marked)
    const answer = await call(visitor, { ...route, path: `${route.path}${query}` }, parameters, body)
    const headers = [...answer.headers].filter(([name]) => !differs.test(name))
    const text = JSON.stringify([answer.body, headers])
    answers.push({ row: rowName(route), status: answer.status, text, body: answer.body })
  }
  return answers
}

const idsOf = ({ fileId, userId, specSlug, reusableContentId, nestedId, url }: Marked) => [
  ...[fileId, userId, specSlug, reusableContentId, nestedId],
  url,
]

/** Returns the words and ids of a kind in a text. */
const traces = (text: string, kind: Kind) =>
  [marker[kind], marker[kind].toLowerCase(), ...idsOf(world.marked[kind])].filter((trace) =>
    text.includes(trace),
  )

describe('a visitor for whom a condition does not hold', () => {
  test('is told of nothing that it hides by any row, while what it does not hide is there', async () => {
    const found = await answersTo(world.visitors.nobody, 'shown')
    expect(
      found.flatMap(({ row, text }) => traces(text, 'hidden').map((trace) => `${row} ${trace}`)),
    ).toEqual([])
    expect(found.filter(({ text }) => traces(text, 'shown').length > 0).length).toBeGreaterThan(15)
  })

  test('is answered for hidden things as for those that never existed', async () => {
    const never: Marked = {
      fileId: newId('File'),
      userId: newId('User'),
      specSlug: 'spec-never',
      reusableContentId: newId('ReusableContent'),
      nestedId: newId('ReusableContent'),
      url: 'https://example.com/Xylometer',
    }
    const said = (answers: Awaited<ReturnType<typeof answersTo>>, marked: Marked) =>
      answers.map(({ row, status, text }) => {
        const plain = Object.values(marked).reduce((all, id) => all.replaceAll(id, 'id'), text)
        return { row, status, text: plain.replace(/"requestId":"[^"]*"/, '') }
      })
    const hidden = said(await answersTo(world.visitors.nobody, 'hidden'), world.marked.hidden)
    const missing = said(await answersTo(world.visitors.nobody, 'hidden', never), never)
    expect(hidden).toEqual(missing)
    expect(hidden.filter(({ text }) => text.includes(marker.hidden)).map(({ row }) => row)).toEqual([])
  })

  test('is told of nothing by the addresses of the site', async () => {
    const { site } = world
    const { fileId } = world.marked.hidden
    const { items } = (await site.client.get(`/spaces/${world.spaceId}/content/files`)).body
    const { downloadURL } = items.find(({ id }: { id: string }) => id === fileId)
    const version = /\/files\/([a-z0-9]+)\//.exec(downloadURL)?.[1]
    const address = `${app.url}/sites/${site.organizationId}/${site.id}`
    const places = [
      ...['', '/welcome', '/welcome.md', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/sitemap-pages.xml'],
      ...[
        '/rss.xml',
        '/robots.txt',
        `/~search?query=${marker.hidden}`,
        `/~search?query=${marker.shown}`,
        '/nowhere',
      ],
      ...[`/~files/${version}/file.txt`, `/~files/${version}/file.txt?width=480`],
      ...[`/${marker.hidden.toLowerCase()}-section`, '/~preview/welcome.png'],
      `/~preview/${marker.hidden.toLowerCase()}-section/${marker.hidden.toLowerCase()}-page.png`,
    ]
    // What was searched for or asked for is repeated, but nothing is found.
    const isTyped = (place: string) => new RegExp(`${marker.hidden}|${version}`, 'i').test(place)
    const acceptInTurn = takingTurns(['text/html', 'application/json', 'text/markdown'], 1)
    for (const place of places)
      for (const accept of acceptInTurn()) {
        const { status, headers, text } = await read(address + place, { headers: { accept } })
        const all = traces(text + JSON.stringify(headers), 'hidden')
        const found = isTyped(place) ? all.filter((trace) => /^(fil|usr|reu)/.test(trace)) : all
        expect([accept, place, found]).toEqual([accept, place, []])
        if (/^\/~(?:files|preview\/xylograph)/.test(place)) expect([place, status]).toEqual([place, 404])
      }
    const searched = await read(`${address}/~search?query=${marker.hidden}`)
    expect(JSON.parse(searched.text)).toEqual({ items: [] })
  })
})

describe('a visitor for whom it holds', () => {
  test('is shown by rows and addresses what it hides from others', async () => {
    const found = await answersTo(world.visitors.pro, 'hidden')
    expect(found.filter(({ status }) => status >= 400).map(({ row, status }) => `${row} ${status}`)).toEqual(
      [],
    )
    expect(found.filter(({ text }) => traces(text, 'hidden').length > 0).length).toBeGreaterThan(15)
    const { site, cookie } = world
    const address = `${app.url}/sites/${site.organizationId}/${site.id}`
    for (const place of ['/welcome', '/welcome.md', '/llms-full.txt']) {
      const { text } = await read(address + place, { headers: { cookie } })
      expect([place, text.includes(marker.hidden)]).toEqual([place, true])
    }
    const name = marker.hidden.toLowerCase()
    const image = await read(`${address}/~preview/${name}-section/${name}-page.png`, { headers: { cookie } })
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
    expect(image.headers['cache-control']).toMatch(/^private/)
  })
})
