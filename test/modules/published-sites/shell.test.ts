import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildContent } from '../../support/factories/content.ts'
import { buildSiteSpace } from '../../support/factories/sites.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  const { guide } = site
  const written = await write(
    site,
    guide.spaceId,
    page('Welcome', '## One\n\n### Two\n\n## Three', { description: 'Where to begin' }),
    { operation: 'insert_page', type: 'group', title: 'Operations' },
    page('Installation', 'How to install'),
  )
  const [, group, installation] = written.changes.map((change: { page: { id: string } }) => change.page.id)
  const deeper = await write(
    site,
    guide.spaceId,
    page('Backups', 'Save it', { into: group }),
    page('On Linux', 'apt install', { into: installation }),
    page('On macOS', 'brew install', { into: installation }),
  )
  await write(site, guide.spaceId, page('Debian', 'Stable', { into: deeper.changes[1].page.id }))
  await write(site, site.api.spaceId, page('Reference', 'All calls'))
  await write(site, site.next.spaceId, page('Reference', 'All new calls'))
})
afterAll(() => app.close())

const html = { accept: 'text/html' }
const at = async (path: string) => (await read(`${site.address}${path}`, { headers: html })).text

type Node = DefaultTreeAdapterTypes.Element
type IsWanted = (node: Node, attribute: (name: string) => string) => boolean

/** Returns the elements of a page for which the function returns true, in document order. */
const elements = (text: string, isWanted: IsWanted) => elementsIn(parse(text), isWanted)

function elementsIn(root: DefaultTreeAdapterTypes.Node, isWanted: IsWanted) {
  const found: Node[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node && isWanted(node, (name) => attributeOf(node, name))) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(root)
  return found
}

const attributeOf = ({ attrs }: Node, name: string) => attrs.find((one) => one.name === name)?.value ?? ''

const textIn = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''

/** Returns the part of a page in the navigation with the name. */
function navigation(text: string, label: string): Node | undefined {
  return elements(text, ({ tagName }, attribute) => tagName === 'nav' && attribute('aria-label') === label)[0]
}

/** Returns the hidden emoji and icons in a part of a page, as the names of their elements with the titles behind. */
const symbolsOf = (part: Node | undefined): string[] =>
  elementsIn(
    part as Node,
    (_, attribute) => attribute('aria-hidden') === 'true' && /^(icon|emoji)$/.test(attribute('class')),
  ).map((symbol) => symbol.tagName + textIn(symbol.parentNode as Node))

/** Whether the details around the list below a page are open, by the title of the page. */
function branches(text: string): Record<string, boolean> {
  const found: Record<string, boolean> = {}
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (!('childNodes' in node)) return
    const [link, below] = node.childNodes.filter((child): child is Node => 'tagName' in child)
    if ('tagName' in node && node.tagName === 'li' && link && below?.tagName === 'details')
      found[textIn(link)] = below.attrs.some(({ name }) => name === 'open')
    node.childNodes.forEach(visit)
  }
  visit(navigation(text, 'Pages') as Node)
  return found
}

describe('the navigation of a page', () => {
  test('has the branch of the page open, and the others closed', async () => {
    expect(branches(await at('/welcome'))).toEqual({ Installation: false, 'On Linux': false })
    expect(branches(await at('/installation/on-macos'))).toEqual({ Installation: true, 'On Linux': false })
    expect(branches(await at('/installation/on-linux/debian'))).toEqual({
      Installation: true,
      'On Linux': true,
    })
  })

  test('has the pages above in breadcrumbs, with links to those that have text', async () => {
    const crumbs = navigation(await at('/installation/on-linux/debian'), 'Breadcrumbs') as Node
    expect(textIn(crumbs)).toBe('InstallationOn Linux')
    const inGroup = navigation(await at('/operations/backups'), 'Breadcrumbs') as Node
    expect(textIn(inGroup)).toBe('Operations')
    expect(navigation(await at('/welcome'), 'Breadcrumbs')).toBeUndefined()
  })

  test('has emoji and icons before titles, which those who hear the page do not hear', async () => {
    const { guide, client, path } = site
    const { changes } = await write(
      site,
      guide.spaceId,
      { operation: 'insert_page', type: 'group', title: 'Rescue', icon: 'life-ring' },
      page('Fires', 'Put them out', { emoji: '1f9ef', icon: 'fire' }),
    )
    await write(site, guide.spaceId, page('Floods', 'Swim', { icon: 'fa-water', into: changes[0].page.id }))
    await client.patch(`${path}/sections/${guide.id}`, { icon: 'book' })
    const text = await at('/rescue/floods')
    const symbolsIn = (label: string) => symbolsOf(navigation(text, label))
    expect(symbolsIn('Pages')).toEqual(['svg Rescue', 'svg Floods', 'span🧯 Fires'])
    expect(symbolsIn('Breadcrumbs')).toEqual(['svg Rescue'])
    expect(symbolsIn('Sections')).toEqual(['svg Guide'])
    expect(symbolsOf(elements(text, ({ tagName }) => tagName === 'h1')[0])).toEqual(['svg Floods'])
  })

  test.runIf(isLongRun)(
    'has every heading of a long page, and of a very long one those of the highest level',
    async () => {
      const parts = (count: number) =>
        Array.from({ length: count }, (_, index) => `## Part ${index}\n\n### Detail ${index}`).join('\n\n')
      await write(site, site.guide.spaceId, page('Long', parts(90)), page('Very long', parts(300)))
      const titles = async (path: string) =>
        elementsIn(navigation(await at(path), 'On this page') as Node, ({ tagName }) => tagName === 'a').map(
          textIn,
        )
      expect(await titles('/long')).toHaveLength(180)
      expect(await titles('/very-long')).toEqual(Array.from({ length: 300 }, (_, index) => `Part ${index}`))
    },
  )

  test('has the headings of the page, and leads to the same page of other variants', async () => {
    const outline = navigation(await at('/welcome'), 'On this page') as Node
    expect(textIn(outline)).toBe('On this pageOneTwoThree')
    expect(navigation(await at('/operations/backups'), 'On this page')).toBeUndefined()
    await write(site, site.api.spaceId, page('Limits'))
    await write(site, site.next.spaceId, page('Limits'), page('Quotas'))
    expect(await at('/api/limits')).toContain(`<a href="${site.base}/api/next/limits">Next</a>`)
    expect(await at('/api/next/quotas')).toContain(`<a href="${site.base}/api">API</a>`)
  })

  test('lacks groups that have nothing to show', async () => {
    const { changes } = await write(site, site.guide.spaceId, {
      operation: 'insert_page',
      type: 'group',
      title: 'Drafts',
    })
    await write(site, site.guide.spaceId, page('Draft', '', { hidden: true, into: changes[0].page.id }))
    const text = await at('/welcome')
    expect(text).toContain('<span class="group">Operations</span>')
    expect(text).not.toMatch(/Drafts|<li><\/li>|<ul><\/ul>/)
  })

  test('opens without a script where it is a drawer', async () => {
    const text = await at('/welcome')
    const [button] = elements(
      text,
      ({ tagName }, attribute) => tagName === 'button' && attribute('popovertarget') === 'navigation',
    )
    expect(attributeOf(button as Node, 'aria-label')).toBe('Menu')
    expect(text).toMatch(/<div class="sidebar" id="navigation" popover="auto">/)
  })

  test.runIf(isLongRun)('of a page with a layout has the parts that the layout shows', async () => {
    const hidden = ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata']
    const parts = hidden.map((part) => `  ${part}:\n    visible: false\n`).join('')
    const frontMatter = `---\ndescription: A landing page\nlayout:\n  width: wide\n${parts}---\n\n`
    const shown = await at('/installation')
    await write(site, site.guide.spaceId, page('Landing', `${frontMatter}## One\n\n## Two`))
    const landing = await at('/landing')
    for (const [part, text] of [
      ['pager', /<nav class="pager"/],
      ['date', /<p class="updated">Last updated on <time datetime="2/],
    ] as const)
      expect([part, text.test(shown), text.test(landing)]).toEqual([part, true, false])
    expect(landing).toContain('<h1 class="unseen">Landing</h1>')
    expect(landing).not.toMatch(/<nav class="outline"|<p class="description">/)
    expect(landing).toMatch(/<body class="[^"]*without-sidebar wide"/)
    expect(shown).not.toMatch(/<body class="[^"]*(without-sidebar|wide)/)
  })
})

describe('a page that does not exist', () => {
  test('has a search and the pages with the most similar names', async () => {
    const answer = await read(`${site.address}/instalation`, { headers: html })
    expect(answer.status).toBe(404)
    const near = elements(answer.text, (_, attribute) => attribute('class') === 'near-pages')
    expect(near.map(textIn)).toEqual(['Installation'])
    expect(answer.text).toMatch(/<input type="search" name="query" value="instalation"/)
    expect((await read(`${site.address}/zzzzqqqq`, { headers: html })).text).not.toContain('near-pages')
  })

  test.runIf(isLongRun)('has each similar page once, and where those of other spaces are', async () => {
    const own = await buildReadableSite(app)
    await write(own, own.guide.spaceId, page('Quotas'), page('Limits'))
    await write(own, own.api.spaceId, page('Quota'))
    const copy = (await own.client.post(`/spaces/${own.guide.spaceId}/duplicate`)).body
    await own.client.post(`${own.path}/site-spaces`, { spaceId: copy.id, sectionId: own.guide.id })
    const { text } = await read(`${own.address}/quotass`, { headers: html })
    const [near] = elements(text, (_, attribute) => attribute('class') === 'near-pages')
    const links = elementsIn(near as Node, ({ tagName }) => tagName === 'li')
    expect(links.map(textIn)).toEqual(['Quotas', 'Quota API'])
  })

  test('of no site at all is laid out for every screen, with styles that its policy allows', async () => {
    const { status, text, headers: sent } = await read(`${site.address}-none`, { headers: html })
    expect(status).toBe(404)
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    const styles = /<style>([^<]+)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(styles).digest('base64')
    expect(sent['content-security-policy']).toBe(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(elements(text, ({ tagName }) => tagName === 'main').map(textIn)).toEqual([
      'Not foundThere is nothing at this address.',
    ])
  })

  test('reads the same pages whatever the path is, and none for a client that shows no page', async () => {
    const count = async (path: string, headers: Record<string, string>) =>
      (await app.statements(() => read(`${site.address}${path}`, { headers }))).count
    await count('/nothing-here', html)
    const other = await count('/nothing-at-all', html)
    expect(await count('/nothing-either', html)).toBe(other)
    expect(await count('/nothing.png', { accept: 'image/*' })).toBeLessThanOrEqual(other)
  })
})

describe('a page in other applications', () => {
  test('has a canonical URL, a preview and a feed', async () => {
    const text = await at('/welcome')
    for (const tag of [
      `<link rel="canonical" href="${site.address}">`,
      '<meta property="og:title" content="Welcome">',
      '<meta property="og:site_name" content="Product docs">',
      '<meta property="og:description" content="Where to begin">',
      `<meta property="og:url" content="${site.address}">`,
      `<link rel="alternate" href="${site.address}/rss.xml" type="application/rss+xml"`,
    ])
      expect(text).toContain(tag)
  })

  test('has its changes in a feed, the latest first, without hidden pages', async () => {
    await write(site, site.guide.spaceId, page('Secret plan', '', { hidden: true }), page('Latest & <last>'))
    const feed = await read(`${site.address}/rss.xml`)
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const titles = [...feed.text.matchAll(/<item><title>([^<]*)<\/title><link>([^<]*)<\/link>/g)]
    expect(titles[0]?.[1]).toBe('Latest &#38; &#60;last&#62;')
    expect(feed.text).not.toContain('Secret plan')
    for (const [, , link] of titles) expect((await read(link as string, { headers: html })).status).toBe(200)
    const dates = [...feed.text.matchAll(/<pubDate>([^<]*)<\/pubDate>/g)].map(([, date]) =>
      Date.parse(date as string),
    )
    expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  })

  test.runIf(isLongRun)(
    'has the updates of a page in the feed, each with its own date, text and address',
    async () => {
      const own = await buildReadableSite(app)
      const update = (date: string, text: string) => `{% update date="${date}" %}\n${text}\n{% endupdate %}`
      const updates = [
        update('2021-10-20', '## Dark mode\n\nPages are **dark** at night.'),
        update('2021-09-01', 'We began.'),
        `{% if visitor.claims.unsigned.beta %}\n${update('2021-11-01', 'Secret.')}\n{% endif %}`,
      ]
      const markdown = `{% updates format="full" %}\n${updates.slice(0, 2).join('\n')}\n{% endupdates %}\n\n${updates[2]}`
      await write(own, own.guide.spaceId, page('Start'), page('Changelog', markdown))
      const { text } = await read(`${own.address}/rss.xml`)
      const items = [...text.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) =>
        ['title', 'link', 'pubDate', 'description'].map(
          (name) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(item)?.[1],
        ),
      )
      expect(items.slice(-2)).toEqual([
        [
          'Dark mode',
          `${own.address}/changelog#dark-mode`,
          'Wed, 20 Oct 2021 00:00:00 GMT',
          'Pages are dark at night.',
        ],
        [
          'Changelog: September 1, 2021',
          `${own.address}/changelog`,
          'Wed, 01 Sep 2021 00:00:00 GMT',
          'We began.',
        ],
      ])
      expect(text).not.toContain('Secret.')
      expect(text).not.toContain('<title>Changelog</title>')
    },
  )

  test.runIf(isLongRun)('names its translations, where variants are languages', async () => {
    const own = await buildReadableSite(app)
    const { id: section } = own.guide
    const french = await buildSiteSpace(own, 'Français', section)
    const legacy = await buildSiteSpace(own, 'Version 1', section)
    await own.client.patch(`${own.path}/site-spaces/${french.id}`, { path: 'fr' })
    await own.client.patch(`${own.path}/site-spaces/${legacy.id}`, { path: 'v' })
    for (const spaceId of [own.guide.spaceId, french.space.id, legacy.space.id])
      await write(own, spaceId, page('Start'), page('Setup'))
    const text = (await read(`${own.address}/setup`, { headers: html })).text
    const [english, other] = [`${own.address}/setup`, `${own.address}/fr/setup`]
    const named = [...text.matchAll(/<link rel="alternate" href="([^"]+)" hreflang="([^"]+)">/g)]
    expect(named.map(([, href, language]) => [language, href])).toEqual([
      ['en', english],
      ['fr', other],
      ['x-default', english],
    ])
    expect(text).toMatch(/<html lang="en"/)
    expect((await read(other, { headers: html })).text).toMatch(/<html lang="fr"/)
    expect(await at('/api')).not.toContain('hreflang')
  })

  test.runIf(isLongRun)('is laid out from right to left in a variant of such a language', async () => {
    const own = await buildReadableSite(app)
    const hebrew = await buildSiteSpace(own, 'עברית', own.guide.id)
    await own.client.patch(`${own.path}/site-spaces/${hebrew.id}`, { path: 'he' })
    for (const spaceId of [own.guide.spaceId, hebrew.space.id]) await write(own, spaceId, page('Start'))
    expect((await read(`${own.address}/he`, { headers: html })).text).toContain('<html lang="he" dir="rtl"')
    expect((await read(own.address, { headers: html })).text).not.toContain(' dir="rtl"')
  })
})

describe('the actions of a page', () => {
  test('lead to its Markdown and to assistants, unless the customization has none', async () => {
    const text = await at('/installation')
    expect(text).toContain(`<a href="${site.base}/installation.md">View as Markdown</a>`)
    expect(text).toContain(`data-source="${site.base}/installation.md"`)
    expect(text).toContain(encodeURIComponent(`${site.address}/installation.md`))
    const own = await buildReadableSite(app, { visibility: 'unlisted' })
    await write(own, own.guide.spaceId, page('Quiet'))
    const quiet = async () => (await read(own.address, { headers: html })).text
    expect(await quiet()).not.toContain('ChatGPT')
    const { body } = await own.client.get(`${own.path}/customization`)
    await own.client.put(`${own.path}/customization`, {
      ...body,
      pageActions: { markdown: false, externalAI: true },
      pdf: { enabled: false },
    })
    expect(await quiet()).not.toContain('page-actions')
  })

  test.runIf(isLongRun)(
    'are in the order of the customization, and print the page only with the script of the site',
    async () => {
      const own = await buildReadableSite(app)
      await write(own, own.guide.spaceId, page('Printed'))
      const choose = async (items: string[]) => {
        const { body } = await own.client.get(`${own.path}/customization`)
        const answer = await own.client.put(`${own.path}/customization`, { ...body, pageActions: { items } })
        expect([answer.status, answer.body.error]).toEqual([200, undefined])
        const { text } = await read(own.address, { headers: html })
        return /<div class="page-actions"[\s\S]*?<\/details><\/div>/.exec(text)?.[0] ?? ''
      }
      const print = '<li hidden><button class="print-page">Print or save as PDF</button></li>'
      const all = await choose(['pdf', 'markdown', 'external-ai'])
      const places = [print, 'View as Markdown', 'Open in ChatGPT'].map((entry) => all.indexOf(entry))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      const connecting = await choose(['mcp'])
      const server = `${own.address}/~gitbook/mcp`
      expect(connecting).toContain(`data-text="${server}"`)
      expect(connecting).toContain(
        encodeURIComponent(JSON.stringify({ name: 'Product docs', type: 'http', url: server })),
      )
      expect(await choose(['markdown'])).not.toContain('mcp')
      const alone = await choose(['pdf', 'assistant'])
      expect(alone).toContain(print)
      expect(alone).toMatch(/^<div class="page-actions" hidden>/)
    },
  )

  test.runIf(isLongRun)(
    'lead to the file of an imported page on GitHub or GitLab, if the customization has that link',
    async () => {
      const own = await buildReadableSite(app)
      const imports = {
        first: ['https://github.com/acme/handbook.git', 'release/2.0'],
        second: ['https://gitlab.example.com/acme/docs/handbook', 'main'],
        third: ['https://example.com/handbook.git', 'main'],
        fourth: ['https://github.com/acme/handbook.wiki.git', 'main'],
      } as const
      for (const [slug, [url, ref]] of Object.entries(imports)) {
        const git = { path: `docs/The ${slug} page.md`, oid: '0'.repeat(40) }
        const pages = [{ id: newId('Page'), title: slug, markdown: 'Text', git }]
        const commit = { oid: '1'.repeat(40), message: 'Write', url, ref }
        await buildContent(app, own.admin, { id: own.guide.spaceId }, pages, [], commit)
      }
      const imported = (await own.client.get(`/spaces/${own.guide.spaceId}/content/path/first`)).body
      const linksOf = async (slug: string) => {
        const { text } = await read(`${own.address}/${slug}`, { headers: html })
        return [...text.matchAll(/<a href="([^"]*)"[^>]*>(Edit on [^<]*)</g)].map(([, href, label]) => [
          href,
          label,
        ])
      }
      expect(await linksOf('second')).toEqual([])
      const { body } = await own.client.get(`${own.path}/customization`)
      await own.client.put(`${own.path}/customization`, { ...body, git: { showEditLink: true } })
      const onGitHub = [
        ['https://github.com/acme/handbook/edit/release/2.0/docs/The%20first%20page.md', 'Edit on GitHub'],
      ]
      expect(await linksOf('first')).toEqual(onGitHub)
      expect(await linksOf('second')).toEqual([
        [
          'https://gitlab.example.com/acme/docs/handbook/-/edit/main/docs/The%20second%20page.md',
          'Edit on GitLab',
        ],
      ])
      expect(await linksOf('third')).toEqual([])
      expect(await linksOf('fourth')).toEqual([])
      await write(own, own.guide.spaceId, {
        operation: 'update_page',
        page: imported.id,
        document: { markdown: 'Other text' },
      })
      expect(await linksOf('first')).toEqual(onGitHub)
      await own.client.put(`/spaces/${own.guide.spaceId}/git`, {
        url: 'https://github.com/acme/docs.git',
        branch: 'next',
        directory: 'site',
        direction: 'from-git',
      })
      await write(own, own.guide.spaceId, {
        operation: 'update_page',
        page: imported.id,
        document: { markdown: 'Text of the branch' },
      })
      expect(await linksOf('first')).toEqual([
        ['https://github.com/acme/docs/edit/next/site/docs/The%20first%20page.md', 'Edit on GitHub'],
      ])
    },
  )
})

describe('accounts on social platforms', () => {
  test.runIf(isLongRun)(
    'are labelled links in the footer and the header, where the customization shows them',
    async () => {
      const own = await buildReadableSite(app)
      await write(own, own.guide.spaceId, page('Welcome'))
      const { body } = await own.client.get(`${own.path}/customization`)
      const account = (platform: string, handle: string, footer = true, header = false) => ({
        platform,
        handle,
        display: { footer, header },
      })
      const answer = await own.client.put(`${own.path}/customization`, {
        ...body,
        socialAccounts: [
          account('github', 'acme', true, true),
          account('mastodon', '@docs@social.example.com'),
          account('reddit', 'acme'),
          account('linkedin', 'in/ada'),
          account('slack', 'not a/host"'),
          account('twitter', 'a"><script>'),
          account('youtube', 'unseen', false),
        ],
      })
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      const { text } = await read(own.address, { headers: html })
      const linksIn = (part: string) =>
        elements(part, ({ tagName }, attribute) => tagName === 'a' && attribute('title').includes(': ')).map(
          (link) => [attributeOf(link, 'href'), textIn(link)],
        )
      const footer = /<footer[\s\S]*<\/footer>/.exec(text)?.[0] ?? ''
      expect(linksIn(footer)).toEqual([
        ['https://github.com/acme', 'GitHub'],
        ['https://social.example.com/@docs', 'Mastodon'],
        ['https://www.reddit.com/r/acme', 'Reddit'],
        ['https://www.linkedin.com/in/ada', 'LinkedIn'],
        ['https://x.com/a%22%3E%3Cscript%3E', 'X'],
      ])
      const header = /<header[\s\S]*<\/header>/.exec(text)?.[0] ?? ''
      expect(linksIn(header)).toEqual([['https://github.com/acme', 'GitHub']])
    },
  )
})
