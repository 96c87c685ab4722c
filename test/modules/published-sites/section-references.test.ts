import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { articleIn, buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
})
afterAll(() => app.close())

const target = `## Part *A*

## Table F.1. Settings {#own}

## Set up {#set-up}

{% if visitor.claims.a %}
## Hidden one
{% endif %}`

const references = `# Links {#the-top}

[x](./two.md#part-a "mention") and [y](./two.md#Set_Up "mention") and [z](./two.md "mention") and [h](./two.md#hiddenone "mention")

[exact](./two.md#set-up) [healed](./two.md#Own-) [title](./two.md#table_f_1_settings) [gone](./two.md#nowhere) [here](#Last_part) [top](./links.md#the-top)

[m](#Last_part "mention") [gone](/pages/gone "mention")

{% content-ref url="./two.md#set-up" %}
[two.md](./two.md)
{% endcontent-ref %}

{% openapi-operation spec="pets" path="/pets" method="get" %}
[pets](/openapi/pets)
{% endopenapi-operation %}

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="./two.md">two.md</a></td></tr></tbody></table>

## Last part`

test('references to sections lead to them and show their titles, in HTML and in Markdown', async () => {
  const spaceId = site.guide.spaceId
  await write(
    site,
    spaceId,
    page('Two & more', target, { ref: 'two' }),
    page('Links', references, { ref: 'links' }),
  )
  const html = (await read(`${site.address}/links`)).text
  const article = articleIn(html)
  for (const [label, end] of [
    ['Part A', '#part-a'],
    ['Set up', '#set-up'],
    ['Two &#x26; more', ''],
    ['top', '#the-top'],
    ['exact', '#set-up'],
    ['healed', '#own'],
    ['title', '#own'],
    ['gone', '#nowhere'],
    ['here', '#last-part'],
    ['Last part', '#last-part'],
  ])
    expect(article).toMatch(new RegExp(`<a [^>]*href="[^"]*(?:${end})"[^>]*>${label}</a>`))
  expect(article).not.toContain('Hidden one')
  expect(article).not.toContain('{#')
  expect((await read(site.address)).text).toMatch(/id="own"/)
  for (const path of ['/links.md', '/llms-full.txt']) {
    const { text } = await read(`${site.address}${path}`)
    expect(text).toMatch(/\[Part A\]\(http[^)]*#part-a "mention"\)/)
    expect(text).toMatch(/\[Set up\]\(http[^)]*#set-up "mention"\)/)
    expect(text).toMatch(/\[Two & more\]\(http[^)]* "mention"\)/)
    expect(text).toMatch(/\[Last part\]\(#Last_part "mention"\)/)
    expect(text).toMatch(/\{% content-ref url="http[^"]*#set-up" %\}\n\[Two & more\]/)
    expect(text).toMatch(/<a href="http[^"]*">Two &amp; more<\/a>/)
    expect(text).toContain('GET /pets')
    expect(text).not.toMatch(/two\.md|\/openapi\/|\(\/pages\/|pag0/)
  }
  const { body: pages } = await site.client.get(`/spaces/${spaceId}/content`)
  expect(pages.pages.map(({ title }: { title: string }) => title)).toContain('Links')
})

test('links whose anchor has one meaning are listed as healed, in both APIs', async () => {
  const { client, guide } = site
  const anchorsOf = async (status: string) => {
    const { body } = await client.get(`/spaces/${guide.spaceId}/links?status=${status}&limit=100`)
    return body.items.map((item: { status: string }) => [
      item.status,
      JSON.stringify(item).match(/"anchor":"([^"]*)"/)?.[1],
    ])
  }
  const healed = await anchorsOf('healed')
  expect(healed.map(([status]: string[]) => status)).toEqual(healed.map(() => 'healed'))
  expect(healed.length).toBeGreaterThanOrEqual(4)
  const { data } = await client.gql(
    `query($id: ID!) { spaceLinks(spaceId: $id, status: [BROKEN], first: 100) { nodes { status } totalCount }
      healed: spaceLinks(spaceId: $id, status: [HEALED], first: 100) { totalCount } }`,
    { id: guide.spaceId },
  )
  expect(data.healed.totalCount).toBe(healed.length)
  const broken = await anchorsOf('broken')
  expect(data.spaceLinks.totalCount).toBe(broken.length)
  // The title of the page states this id.
  expect(broken.flat()).toContain('nowhere')
  expect([...broken, ...healed].flat()).not.toContain('the-top')
})

test.runIf(isLongRun)(
  'bodies written as nodes, with conditions, or long show titles instead of ids',
  async () => {
    const spaceId = site.api.spaceId
    const inserted = await write(site, spaceId, page('Target', '## Part one'))
    const id = inserted.changes[0].page.id
    const mention = (ref: object) => ({ object: 'inline', type: 'mention', isVoid: true, data: { ref } })
    const document = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [
            { object: 'text', leaves: [{ object: 'leaf', text: 'See ', marks: [] }] },
            mention({ kind: 'page', page: id }),
            mention({ kind: 'anchor', page: id, anchor: 'Part_One' }),
          ],
        },
        { object: 'block', type: 'content-ref', isVoid: true, data: { ref: { kind: 'page', page: id } } },
      ],
    }
    const linking = `See [x](/pages/${id} "mention")[y](/pages/${id}#Part_One "mention")\n\n{% content-ref url="/pages/${id}" %}\n[x](/pages/${id})\n{% endcontent-ref %}`
    await write(
      site,
      spaceId,
      { operation: 'insert_page', title: 'Nodes', document: { document } },
      page('Conditions', `{% if !visitor.claims.a %}\n${linking}\n{% endif %}`),
      page('Long', `${linking}\n\n${'Some words. '.repeat(2_000)}`),
    )
    for (const name of ['nodes', 'conditions', 'long']) {
      const { text } = await read(`${site.address}/api/${name}.md`)
      expect([name, text]).toEqual([
        name,
        expect.stringMatching(
          /See \[Target\]\(http\S* "mention"\)\[Part one\]\(http\S*#part-one "mention"\)/,
        ),
      ])
      expect(text).toMatch(/%\}\n\[Target\]\(http/)
      expect(text).not.toContain(id)
      const html = (await read(`${site.address}/api/${name}`)).text
      expect(html).toMatch(/<a [^>]*#part-one">Part one<\/a>/)
    }
  },
)
