import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildPage, buildReusableContent, insertPage, sendChanges } from '../../support/factories/content.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { lightRequestsDuring } from '../../support/light-requests.ts'
import { articleIn, read } from '../published-sites/published-site.ts'

let app: TestApp
let site: TestSite
let client: TestClient
let other: TestClient
let spaceId: string
let base: string

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  client = site.client
  const guide = await buildSiteSpace(site, 'Guide')
  spaceId = guide.space.id
  await client.post(`${site.path}/publish`)
  base = `${app.url}/sites/${site.organizationId}/${site.id}`
  other = app.as(await buildMember(app, site.organizationId, 'READ'))
})
afterAll(() => app.close())

/** Takes the parser more than half a second. The number makes it a body of its own. */
const heavyBody = (number: number) => `${number}\n\n${'['.repeat(80_000)}`

/** Asserts that other requests do not wait for the work itself, which is much longer than any of them. */
const expectNobodyWaits = async (work: () => Promise<unknown>) => {
  const { heavy, slowest } = await lightRequestsDuring(other, work)
  expect({ heavy, slowest, isShort: slowest < heavy / 2 }).toMatchObject({ isShort: true })
}

describe('while a large body is', () => {
  let page: string

  test.runIf(isLongRun)('written, other requests are answered', async () => {
    await expectNobodyWaits(async () => {
      page = await buildPage(client, spaceId, { title: 'Heavy', document: { markdown: heavyBody(1) } })
    })
  })

  test.runIf(isLongRun)('read as a tree, other requests are answered', async () => {
    await expectNobodyWaits(async () => {
      const { status, body } = await client.get(`/spaces/${spaceId}/content/page/${page}?format=document`)
      expect({ status, type: body.document.nodes[1].type }).toEqual({ status: 200, type: 'paragraph' })
    })
  })

  test.runIf(isLongRun)('rendered on a published site, other requests are answered', async () => {
    await expectNobodyWaits(async () => {
      const { status, text } = await read(`${base}/heavy`, { headers: { accept: 'text/html' } })
      expect({ status, length: text.length > 80_000 }).toEqual({ status: 200, length: true })
    })
  })

  test.runIf(isLongRun)('included where a feed tells an update, other requests are answered', async () => {
    const included = await buildReusableContent(app, site.admin, liveContent(spaceId), {
      markdown: heavyBody(2),
    })
    const reference = `{% include "/reusable-contents/${included}" %}`
    const markdown = `{% updates format="full" %}\n{% update date="2026-01-01" %}\n## News\n\n${reference}\n{% endupdate %}\n{% endupdates %}`
    await buildPage(client, spaceId, { title: 'Changes', document: { markdown } })
    await expectNobodyWaits(async () => {
      const { status, text } = await read(`${base}/rss.xml`)
      expect({ status, news: text.includes('<title>News</title>') }).toEqual({ status: 200, news: true })
    })
  })

  test.runIf(isLongRun)(
    'read as Markdown by a visitor who sees only parts of it, other requests are answered',
    async () => {
      const table = `| a | b |\n| - | - |\n${'| a | b |\n'.repeat(5_000)}`
      const markdown = `${table}\n{% if visitor.claims.insider %}\nsecretive giraffe\n{% endif %}`
      const id = await buildPage(client, spaceId, { title: 'Table', document: { markdown } })
      const { published } = (await client.get(site.path)).body.urls
      const { apiToken } = (await client.get(`/urls/published?url=${encodeURIComponent(published)}`)).body
      const visitor = app.as({ token: apiToken })
      // The tree is known from then on, so that only writing it as Markdown takes long.
      await visitor.get(`/spaces/${spaceId}/content/page/${id}?format=document`)
      await expectNobodyWaits(async () => {
        const { status, body } = await visitor.get(`/spaces/${spaceId}/content/page/${id}?format=markdown`)
        expect({ status, markdown: body.markdown.trim() }).toEqual({ status: 200, markdown: table.trim() })
      })
    },
  )
})

/** Every kind of address that a site resolves. */
const part = (target: string, file: string) => `
A [page](/pages/${target}), its [part](/pages/${target}#part), [nowhere](/pages/pagnone), [outside](https://example.com/a?b&c)
and :smile: ![image](/files/${file} "Title") with <https://example.com/> & "quotes".

> {% hint %} is text, \`code\` too

{% content-ref url="/pages/${target}" %}
[page](/pages/${target})
{% endcontent-ref %}

| A | B |
| - | - |
| [page](/pages/${target}) | **b** |

* one
* two ~~three~~
`

describe('a large body', () => {
  test('is rendered as the same HTML and the same Markdown as a small one', async () => {
    const target = await buildPage(client, spaceId, { title: 'Target', document: { markdown: 'Here.' } })
    const one = part(target, 'filnone')
    const times = 40
    await sendChanges(
      client,
      spaceId,
      insertPage('Small', one),
      insertPage('Large', `${one}\n`.repeat(times).trim()),
    )
    const article = async (name: string, accept: string) => {
      const { status, text } = await read(`${base}/${name}`, { headers: { accept } })
      expect(status).toBe(200)
      return accept === 'text/html' ? (/<h1>.*?<\/h1><\/div>(.*)/s.exec(articleIn(text))?.[1] ?? '') : text
    }
    const small = await article('small', 'text/html')
    expect(small).toContain('href="')
    expect(await article('large', 'text/html')).toBe(small.repeat(times))
    const body = (text: string) => text.replace(/^#.*\n+/, '').trim()
    const markdown = body(await article('small', 'text/markdown'))
    expect(body(await article('large', 'text/markdown'))).toBe(
      Array.from({ length: times }, () => markdown).join('\n\n'),
    )
  })

  test('has the same links as its text says, with relative ones resolved', async () => {
    const { body } = await sendChanges(
      client,
      spaceId,
      { ...insertPage('First', '## A'), ref: 'first' },
      insertPage('Linking', `[first](./first.md#a) [first](./first.md#a)\n\n${'word '.repeat(4_000)}`),
    )
    const id = body.changes[1].page.id
    const first = body.changes[0].page.id
    const { body: links } = await client.get(`/spaces/${spaceId}/content/page/${id}/links`)
    expect(JSON.stringify(links.items[0])).toContain(first)
    expect(links.stats.broken.total).toBe(0)
  })

  test('that is refused is refused with the path of its change', async () => {
    const { status, body } = await sendChanges(
      client,
      spaceId,
      insertPage('Good', 'Text.'),
      insertPage('Bad', `${'word '.repeat(4_000)}\n\n${'>'.repeat(100)}`),
    )
    expect({ status, fields: body.error.fields }).toEqual({
      status: 400,
      fields: [
        { path: 'changes.1.document.markdown', message: expect.stringContaining('nests deeper than 50') },
      ],
    })
  })

  test('whose title is a line of blanks is read in time', async () => {
    const { status } = await sendChanges(client, spaceId, insertPage('Blanks', `# ${' '.repeat(200_000)}x`))
    expect(status).toBe(200)
  })
})
