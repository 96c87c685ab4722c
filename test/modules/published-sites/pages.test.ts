import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSection } from '../../support/factories/sites.ts'
import { buildReadableSite, page, type ReadableSite, read, said, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(
    site,
    site.guide.spaceId,
    page(
      'Welcome',
      '## First steps\n\nHello **reader**.\n\n{% hint style="warning" %}\nMind the gap\n{% endhint %}',
    ),
    page('Deep', '', { ref: 'deep' }),
  )
  const { pages } = (await site.client.get(`/spaces/${site.guide.spaceId}/content/pages`)).body
  await write(
    site,
    site.guide.spaceId,
    page('Deeper', `[home](/pages/${pages[0].id}#first-steps) [api](/spaces/${site.api.spaceId})`, {
      into: pages[1].id,
    }),
  )
  await write(site, site.api.spaceId, page('Reference', 'Current reference'))
  await write(site, site.next.spaceId, page('Reference', 'Next reference'), page('Only next', 'New here'))
})
afterAll(() => app.close())

/** Returns the elements, attributes and scripts of a page, as a browser reads it. */
function partsOf(text: string) {
  const names: string[] = []
  const attributes: (readonly [string, string])[] = []
  const scripts: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      names.push(node.tagName)
      attributes.push(...node.attrs.map(({ name, value }) => [name, value] as const))
    }
    if (node.nodeName === 'script') scripts.push(textIn(node as DefaultTreeAdapterTypes.Element))
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(text))
  return { names, attributes, scripts }
}

const textIn = ({ childNodes }: DefaultTreeAdapterTypes.Element) =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('')

const html = { headers: { accept: 'text/html' } }
const at = (path: string, options = {}) => read(`${site.address}${path}`, options)

describe('a page of a site', () => {
  test('is found through sections and variants, the default ones without a path', async () => {
    const paths = {
      '': 'Hello <strong>reader</strong>',
      '/welcome': 'Hello <strong>reader</strong>',
      '/deep/deeper': 'home',
      '/api': 'Current reference',
      '/api/reference': 'Current reference',
      '/api/next': 'Next reference',
      '/api/next/only-next': 'New here',
    }
    for (const [path, text] of Object.entries(paths)) {
      const answer = await at(path, html)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.text).toContain(text)
    }
  })

  test('has one URL: paths that name defaults redirect to it', async () => {
    const moved = {
      '/guide': site.base,
      '/guide/welcome': `${site.base}/welcome`,
      '/api/api/reference': `${site.base}/api/reference`,
      '/guide/deep/deeper.md': `${site.base}/deep/deeper.md`,
    }
    for (const [path, location] of Object.entries(moved)) {
      const answer = await at(path)
      expect([path, answer.status, answer.headers.location]).toEqual([path, 308, location])
    }
    expect((await at('/welcome', html)).text).toContain(`<link rel="canonical" href="${site.address}">`)
    expect((await at('/api/reference', html)).text).toContain(
      `<link rel="canonical" href="${site.address}/api">`,
    )
  })

  test('shows the site, its sections, variants and pages, and links to the previous and next page', async () => {
    const { text } = await at('/api/next', html)
    expect(text).toMatch(/<title>Reference · Product docs<\/title>/)
    expect(text).toContain(`<a href="${site.base}">Guide</a>`)
    expect(text).toContain(`<a href="${site.base}/api" aria-current="true">API</a>`)
    expect(text).toContain(`<a href="${site.base}/api/next" aria-current="true">Next</a>`)
    expect(text).toContain(`<a href="${site.base}/api/next" aria-current="page">Reference</a>`)
    expect(text).toContain(
      `<a href="${site.base}/api/next/only-next" rel="next"><small>Next</small><span>Only next</span></a>`,
    )
  })

  test('renders block tags as HTML', async () => {
    const { text } = await at('', html)
    expect(text).toContain(
      '<aside class="hint warning" role="note" aria-label="Warning"><div><p>Mind the gap</p></div></aside>',
    )
    expect(text).toContain('<h2 id="first-steps">First steps<a class="anchor" href="#first-steps"')
    expect(text).not.toContain('{%')
  })

  test('links to pages of the site and to its other spaces', async () => {
    const { text } = await at('/deep/deeper', html)
    expect(text).toContain(`<a href="${site.base}#first-steps">home</a>`)
    expect(text).toContain(`<a href="${site.base}/api">api</a>`)
  })

  test('is Markdown with absolute links, by its URL and by the Accept header', async () => {
    const markdown = await at('/deep/deeper.md')
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toBe(
      `# Deeper\n\n[home](${site.address}/welcome.md#first-steps) [api](${site.address}/api)`,
    )
    const accepted = await at('/deep/deeper', { headers: { accept: 'text/markdown, text/html;q=0.5' } })
    expect(accepted.text).toBe(markdown.text)
    expect(accepted.headers.vary).toBe('Accept')
    expect((await at('/api/next.md')).text).toContain('Next reference')
    expect((await at('/nowhere.md')).status).toBe(404)
  })

  test('is JSON by the Accept header', async () => {
    const answer = await at('/deep', { headers: { accept: 'application/json' } })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.text)).toMatchObject({
      title: 'Deep',
      path: 'deep',
      url: `${site.base}/deep`,
      pages: [{ title: 'Deeper', path: 'deep/deeper', url: `${site.base}/deep/deeper` }],
      markdown: '# Deep\n\n',
    })
  })

  test('runs no scripts, whatever it contains', async () => {
    const evil = '<script>alert(1)</script>'
    const { changes } = await write(
      site,
      site.guide.spaceId,
      page(
        evil,
        `\`${evil}\` [x](javascript:alert(1)) ![y](javascript:alert(2)) <img src=x onerror=alert(3)>`,
        {
          slug: 'evil',
          description: `"><svg onload=alert(4)>`,
        },
      ),
    )
    const answer = await at('/evil', html)
    const { names, attributes, scripts } = partsOf(answer.text)
    expect(names).toContain('article')
    // The other elements of the kind are data, of which browsers run nothing, and in which no element ends.
    const run = (all: readonly string[]) => all.filter((text) => !text.startsWith('{"@context":'))
    expect(run(scripts)).toEqual(run(partsOf((await at('', html)).text).scripts))
    expect(run(scripts)).toHaveLength(1)
    expect(scripts).toHaveLength(3)
    for (const text of scripts.filter((one) => run([one]).length === 0))
      expect(JSON.parse(text)).toBeDefined()
    expect(names).not.toContain('svg')
    expect(attributes.filter(([name, value]) => /^on/.test(name) || /^javascript:/i.test(value))).toEqual([])
    expect(answer.text).toContain('<h1>&#x3C;script>alert(1)&#x3C;/script></h1>')
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*script-src 'sha256-[^ ]+ 'strict-dynamic'; style-src 'sha256-/,
    )
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    await write(site, site.guide.spaceId, { operation: 'delete_page', page: changes[0].page.id })
  })

  test('is read in a number of statements that does not depend on the size of the site', async () => {
    const count = async (path: string) => (await app.statements(() => at(path, html))).count
    const before = await count('/deep')
    expect(before).toBeLessThanOrEqual(20)
    const many = Array.from({ length: 30 }, (_, index) =>
      page(`Many ${index}`, '[home](/pages/x)', { hidden: true }),
    )
    await write(site, site.guide.spaceId, ...many)
    for (let number = 0; number < 3; number++) await buildSection(site, `Section ${number}`)
    expect(await count('/deep')).toBe(before)
  })

  test('is a 404 at malformed URLs', async () => {
    const odd = [
      '/%00',
      '/%ff',
      '/%2e%2e/%2e%2e',
      '//',
      '/..%2f..',
      `/${'a/'.repeat(500)}`,
      '/~files',
      '/~files/%27',
      '/.md',
    ]
    for (const path of odd) {
      const { status } = await at(path)
      expect([path, [200, 308, 404].includes(status)]).toEqual([path, true])
    }
    for (const query of ['%00', '%27%22', '-', '""', 'a'.repeat(2000)])
      expect([query, (await at(`/~search?query=${query}`)).status]).toEqual([query, 200])
    for (const host of ['a b', '..', '[::1', 'x'.repeat(300), 'a.b:99999'])
      expect([host, (await at('', { headers: { host } })).status]).toEqual([host, 200])
  })

  test('answers HEAD like GET, and no other method', async () => {
    const got = await at('', html)
    const head = await at('', { ...html, method: 'HEAD' })
    expect(head.text).toBe('')
    expect({ ...said(head), text: got.text }).toEqual(said(got))
    const posted = await at('', { method: 'POST' })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('that is hidden is in no list, and readable at its URL', async () => {
    await write(site, site.api.spaceId, page('Draft', 'Not yet', { hidden: true }))
    const around = (await at('/api', html)).text
    expect(around).not.toContain('Draft')
    const hidden = await at('/api/draft', html)
    expect(hidden.status).toBe(200)
    expect(hidden.headers['x-robots-tag']).toBe('noindex')
    expect(hidden.text).toContain('<meta name="robots" content="noindex">')
  })

  test('that does not exist is redirected or not found', async () => {
    const { pages } = (await site.client.get(`/spaces/${site.next.spaceId}/content/pages`)).body
    const destination = { kind: 'site-page', siteSpaceId: site.next.siteSpaceId, pageId: pages[1].id }
    await site.client.post(`${site.path}/redirects`, { source: '/old/place', destination })
    const moved = await at('/old/place')
    expect([moved.status, moved.headers.location]).toEqual([307, `${site.base}/api/next/only-next`])
    const missing = await at('/old/places', html)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Page not found')
  })

  test('of a group redirects to its first document, and a link page is rendered as a link', async () => {
    const space = site.next.spaceId
    const { changes } = await write(site, space, { operation: 'insert_page', type: 'group', title: 'Group' })
    await write(site, space, page('Inside', 'Inside', { into: changes[0].page.id }))
    const group = await at('/api/next/group')
    expect([group.status, group.headers.location]).toEqual([307, `${site.base}/api/next/group/inside`])
    const target = { kind: 'url', url: 'https://example.com/more' }
    await write(site, space, { operation: 'insert_page', type: 'link', title: 'More', target })
    expect((await at('/api/next', html)).text).toContain('<a href="https://example.com/more">More</a>')
  })
})

describe('a file of a site', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  async function insertPicture(spaceId: string, title: string) {
    const body = await write(site, spaceId, page(title, '![dot](./dot)'), {
      operation: 'insert_files',
      files: [{ name: 'a dot.png', base64: pixel, contentType: 'image/png', ref: 'dot' }],
    })
    return body.insertedFiles[0].id as string
  }

  test('has a URL on the site, which caches may keep', async () => {
    await insertPicture(site.api.spaceId, 'Picture')
    const { text } = await at('/api/picture', html)
    const [, src = ''] = /<img src="([^"]+)" alt="dot"/.exec(text) ?? []
    expect(src).toMatch(new RegExp(`^${site.base}/~files/[a-z0-9]+/a%20dot\\.png$`))
    const file = await read(`${app.url}${src}`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png'])
    expect(file.headers['cache-control']).toMatch(/^public/)
    const again = await read(`${app.url}${src}`, {
      headers: { 'if-none-match': file.headers.etag as string },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await at('/api/picture.md')).text).toContain(`](${app.url}${src})`)
  })

  test('is sent by its parts too, without which some browsers play no video', async () => {
    const id = await insertPicture(site.api.spaceId, 'Parts')
    const version = await app.database.prisma.fileVersion.findFirstOrThrow({ where: { fileId: id } })
    const part = (range: string) =>
      fetch(`${site.address}/~files/${version.id}/a%20dot.png`, { headers: { range } })
    const bytes = Buffer.from(pixel, 'base64')
    const middle = await part('bytes=1-3')
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 1-3/${bytes.length}`])
    expect(await middle.text()).toBe('PNG')
    expect(middle.headers.get('content-security-policy')).toContain('sandbox')
    expect((await part(`bytes=${bytes.length}-`)).status).toBe(416)
  })

  test('of a space that is not on the site is not found', async () => {
    const other = await site.client.post(`/orgs/${site.organizationId}/spaces`, { title: 'Elsewhere' })
    await insertPicture(other.body.id, 'Secret')
    const version = await app.database.prisma.fileVersion.findFirstOrThrow({
      where: { branch: { spaceId: other.body.id } },
    })
    expect((await at(`/~files/${version.id}/a%20dot.png`)).status).toBe(404)
    const own = await app.database.prisma.fileVersion.findFirstOrThrow({
      where: { branch: { spaceId: site.api.spaceId } },
    })
    expect((await at(`/~files/${own.id}/a%20dot.png`)).status).toBe(200)
    await write(site, site.api.spaceId, { operation: 'delete_file', file: own.fileId })
    expect((await at(`/~files/${own.id}/a%20dot.png`)).status).toBe(404)
  })
})
