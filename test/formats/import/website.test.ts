import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { crawlWebsite } from '../../../src/formats/import/website/convert.ts'
import type { FetchPage, WebsiteLimits } from '../../../src/formats/import/website/site-fetcher.ts'
import { guardedFetch } from '../../../src/http/guarded-fetch.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const servers: (() => void)[] = []
afterEach(() => {
  for (const close of servers.splice(0)) close()
})

type Answer = string | { status?: number; type?: string; location?: string; body?: string | Buffer }

/** Starts a web server. It never responds to a request whose answer is undefined. */
async function website(answer: (path: string, origin: string) => Answer | undefined) {
  const asked: string[] = []
  let origin = ''
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    asked.push(path)
    const given = answer(path, origin)
    if (given === undefined) return
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      location,
      body = '',
    } = typeof given === 'string' ? { body: given } : given
    response.writeHead(location === undefined ? status : 302, {
      'content-type': type,
      ...(location === undefined ? {} : { location }),
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked }
}

const missing: Answer = { status: 404, type: 'text/plain', body: 'missing' }

const files = (answers: Record<string, Answer>) => (path: string) => answers[path] ?? missing

const fetchPage: FetchPage = (url) =>
  guardedFetch(url, {
    owner: 'organization',
    maxBytes: 12 * 1024 * 1024,
    timeoutMs: 10_000,
    maxRedirects: 5,
    allow: ['127.0.0.1/32'],
  })

async function read(start: string, limits: Partial<WebsiteLimits> = {}) {
  let pages = 0
  let files = 0
  const conversion = await crawlWebsite(start, { fetchPage, limits })
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, type, title, pages: below }) => [
    `${indent}${type} ${id} ${title}`,
    ...outline(below, `${indent}  `),
  ])

const countPages = (pages: readonly ImportedPage[] = []): number =>
  pages.reduce((count, { pages: below }) => count + 1 + countPages(below), 0)

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><nav><a href="/docs/">Home</a><a href="/docs/guide/">Guide</a><a href="/docs/api.html">API</a></nav><main><h1>${title}</h1>${body}</main></body></html>`

describe('a website', () => {
  it('becomes a tree of its folders, in the order of its navigation, with links and files', async () => {
    const { origin } = await website(
      files({
        '/docs/': page(
          'Home',
          '<p>See <a href="guide/start.html?from=home#first">start</a>, <a href="/blog/">the blog</a>, <a href="manual.pdf">the manual</a>.</p><img src="/img/logo.png" alt="Logo">',
        ),
        '/docs/guide/': page(
          'Guide',
          '<p><a href="start.html">Start</a> <a href="missing.html">Gone</a></p>',
        ),
        '/docs/guide/start.html': page(
          'Start',
          '<h2 id="first">First</h2><p>Back <a href="../">home</a>.</p>',
        ),
        '/docs/api.html': page('API', '<p><img src="https://other.example/x.png" alt="Other"></p>'),
        '/docs/manual.pdf': { type: 'application/pdf', body: '%PDF-1.4' },
        '/img/logo.png': { type: 'image/png', body: Buffer.from('\x89PNG', 'latin1') },
      }),
    )
    const { pages, files: imported, skipped } = await read(`${origin}/docs/`)
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Home',
      'DOCUMENT p2 Guide',
      '  DOCUMENT p3 Start',
      'DOCUMENT p4 API',
    ])
    expect(pages[0]?.markdown).toBe(
      `See [start](/pages/p3#first), [the blog](${origin}/blog/), [the manual](/files/f1).\n\n![Logo](/files/f2)\n`,
    )
    expect(pages[1]?.pages?.[0]?.markdown).toBe('## First\n\nBack [home](/pages/p1).\n')
    expect(pages[2]?.markdown).toBe('![Other](https://other.example/x.png)\n')
    expect(imported.map(({ name }) => name).sort()).toEqual(['logo.png', 'manual.pdf'])
    expect(skipped).toEqual([
      { path: `${origin}/docs/guide/missing.html`, reason: expect.stringContaining('404') },
    ])
  })

  it('is read from the part of its sitemaps below the start page', async () => {
    const { origin, asked } = await website((path, own) => {
      if (path === '/robots.txt')
        return {
          type: 'text/plain',
          body: `User-agent: *\nDisallow: /docs/secret\nSitemap: ${own}/index.xml\n`,
        }
      if (path === '/index.xml')
        return {
          type: 'application/xml',
          body: `<sitemapindex><sitemap><loc>${own}/one.xml</loc></sitemap><sitemap><loc>http://other.example/two.xml</loc></sitemap></sitemapindex>`,
        }
      if (path === '/one.xml')
        return {
          type: 'application/xml',
          body: `<urlset>${['/docs/b', '/docs/a', '/docs/secret', '/blog/x', '/docs/a?x=1&amp;y=2'].map((at) => `<url><loc>${own}${at}</loc></url>`).join('')}<url><loc>http://other.example/docs/c</loc></url></urlset>`,
        }
      return path.startsWith('/docs/')
        ? `<main><h1>Page ${path}</h1><a href="/docs/linked">L</a></main>`
        : missing
    })
    const { pages, skipped } = await read(`${origin}/docs/`)
    expect(outline(pages)).toEqual([
      'DOCUMENT p1 Page /docs/',
      'DOCUMENT p2 Page /docs/b',
      'DOCUMENT p3 Page /docs/a',
    ])
    expect(skipped).toEqual([{ path: `${origin}/docs/secret`, reason: 'disallowed by robots.txt' }])
    expect(asked).not.toContain('/docs/linked')
  })

  it('has a page with two URLs imported once', async () => {
    const { origin } = await website(
      files({
        '/': '<main><h1>Home</h1><a href="/a">A</a> <a href="/a/">A2</a> <a href="/a?q=1">A3</a> <a href="/b">B</a> <a href="/old">Old</a> <a href="/index.html">I</a></main>',
        '/a': '<main><h1>A</h1></main>',
        '/b': '<link rel="canonical" href="/a"><main><h1>A</h1></main>',
        '/old': { location: '/a' },
      }),
    )
    const { pages } = await read(origin)
    expect(outline(pages)).toEqual(['DOCUMENT p1 Home', 'DOCUMENT p2 A'])
    expect(pages[0]?.markdown).toBe(
      '[A](/pages/p2) [A2](/pages/p2) [A3](/pages/p2) [B](/pages/p2) [Old](/pages/p2) [I](/pages/p1)\n',
    )
  })

  it('is read below the redirected start page, and follows robots.txt', async () => {
    const { origin } = await website(
      files({
        '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /docs/private' },
        '/docs': { location: '/docs/' },
        '/docs/': '<h1>Docs</h1><a href="/docs/a">A</a> <a href="/blog/b">B</a> <a href="/docs/go">Go</a>',
        '/docs/a': '<h1>A</h1>',
        '/docs/go': { location: '/docs/private/x' },
        '/docs/private/x': '<h1>Private</h1>',
        '/blog/b': '<h1>B</h1>',
      }),
    )
    const { entries, skipped } = await crawlWebsite(`${origin}/docs`, { fetchPage })
    expect(entries.map(({ path }) => path)).not.toContain('b.md')
    expect(entries).toHaveLength(3)
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('robots.txt') }])
  })

  it('that declares the start page as canonical for all pages is still imported completely', async () => {
    const page = (title: string) =>
      `<head><link rel="canonical" href="/"></head><h1>${title}</h1><a href="/a">A</a> <a href="/b">B</a>`
    const { origin } = await website(files({ '/': page('Home'), '/a': page('A'), '/b': page('B') }))
    const { entries } = await crawlWebsite(origin, { fetchPage })
    expect(entries).toHaveLength(4)
  })

  it('is never left through redirects', async () => {
    const other = await website(() => '<h1>Elsewhere</h1>')
    const { origin } = await website((path) =>
      path === '/'
        ? '<h1>Home</h1><p><a href="/away">Away</a></p>'
        : path === '/away'
          ? { location: other.origin }
          : missing,
    )
    const { pages, skipped } = await read(origin)
    expect(outline(pages)).toEqual(['DOCUMENT p1 Home'])
    expect(pages[0]?.markdown).toBe(`[Away](${origin}/away)\n`)
    expect(skipped).toEqual([
      { path: `${origin}/away`, reason: `it redirects to another site: ${other.origin}/` },
    ])
  })

  it('whose start page redirects to another site is rejected, with its URL', async () => {
    const other = await website(() => '<h1>Elsewhere</h1>')
    const { origin } = await website(() => ({ location: `${other.origin}/docs/` }))
    await expect(read(origin)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `${origin}/ redirects to ${other.origin}/docs/. Import from that URL.`,
    })
  })

  it('whose start page cannot be read is rejected with the reason', async () => {
    const { origin } = await website(
      files({
        '/deep': '<div>'.repeat(100_000),
        '/file': { type: 'application/pdf', body: 'x' },
        '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\n' },
      }),
    )
    await expect(read(`${origin}/none`)).rejects.toThrow(/404/)
    await expect(read(`${origin}/deep`)).rejects.toThrow(
      `${origin}/deep: The HTML has more than 300 levels of nested elements`,
    )
    await expect(read(`${origin}/file`)).rejects.toThrow(/is application\/pdf and not an HTML page/)
    await expect(read(`${origin}/private/x`)).rejects.toThrow(/robots\.txt of .* disallows/)
    await expect(read('ftp://example.com/')).rejects.toThrow(/is not an http or https URL/)
  })

  it.runIf(isLongRun)('has unreadable pages reported with the reasons', async () => {
    const { origin } = await website(
      files({
        '/': '<h1>Home</h1><a href="/deep">D</a><a href="/file">F</a><a href="/long">L</a>',
        '/deep': '<div>'.repeat(100_000),
        '/file': { type: 'application/octet-stream', body: 'x' },
        '/long': `<p>${'word '.repeat(150_000)}`,
      }),
    )
    const { pages, skipped } = await read(origin)
    expect(countPages(pages)).toBe(1)
    expect(skipped).toEqual([
      { path: `${origin}/deep`, reason: expect.stringContaining('more than 300 levels') },
      { path: `${origin}/file`, reason: 'it is application/octet-stream and not an HTML page' },
      { path: `${origin}/long`, reason: expect.stringContaining('Split it into several pages') },
    ])
  })

  it.runIf(isLongRun)('without end is read up to the page limit', async () => {
    const { origin, asked } = await website((path) => {
      const links = Array.from(
        { length: 50 },
        (_, index) => `<a href="${path.replace(/\/$/, '')}/${index}/">x</a>`,
      )
      return path.endsWith('.txt') || path.endsWith('.xml')
        ? missing
        : `<main><h1>${path}</h1>${links.join(' ')}</main>`
    })
    const { pages, skipped } = await read(`${origin}/`, { pages: 30 })
    expect(countPages(pages)).toBe(30)
    expect(asked.length).toBe(32)
    expect(skipped).toContainEqual({
      path: expect.stringContaining(origin),
      reason: 'the import ends after 30 pages; import the site in parts',
    })
  })

  it.runIf(isLongRun)('with only broken links is not requested without end', async () => {
    const links = Array.from({ length: 1000 }, (_, index) => `<a href="/${index}">x</a>`).join('')
    const { origin, asked } = await website((path) => (path === '/' ? `<h1>Home</h1>${links}` : missing))
    expect(countPages((await read(origin, { pages: 10 })).pages)).toBe(1)
    expect(asked.length).toBe(3 + 30)
  })

  it('is read up to the depth limit', async () => {
    const { origin } = await website((path) => {
      const number = Number(/^\/p(\d+)$/.exec(path)?.[1] ?? 0)
      return /^\/(p\d+)?$/.test(path)
        ? `<main><h1>P${number}</h1><a href="/p${number + 1}">next</a></main>`
        : missing
    })
    const { pages, skipped } = await read(origin, { depth: 3 })
    expect(outline(pages).length).toBe(4)
    expect(skipped).toEqual([
      { path: `${origin}/p4`, reason: 'it is more than 3 links away from the first page' },
    ])
  })

  it.runIf(isLongRun)('has each request limited by the timeout', async () => {
    const { origin } = await website((path) =>
      path === '/'
        ? '<h1>Home</h1><a href="/slow">S</a><a href="/ok">O</a>'
        : path === '/ok'
          ? '<h1>Ok</h1>'
          : path === '/slow'
            ? undefined
            : missing,
    )
    const { pages, skipped } = await read(origin, { requestMilliseconds: 500 })
    expect(outline(pages)).toEqual(['DOCUMENT p1 Home', 'DOCUMENT p2 Ok'])
    expect(skipped).toEqual([
      { path: `${origin}/slow`, reason: expect.stringContaining('did not respond within') },
    ])
  })

  it('is not read further once the time or size limit is reached', async () => {
    const { origin } = await website((path) =>
      /^\/(\d*)$/.test(path)
        ? `<h1>${path}</h1><a href="/1">1</a><a href="/2">2</a><p>${'x'.repeat(2000)}`
        : missing,
    )
    const late = await crawlWebsite(origin, { fetchPage, limits: { bytes: 1000 } })
    expect(inWords(late.skipped)).toContainEqual({
      path: `${origin}/1`,
      reason: expect.stringContaining('more than 1000 bytes'),
    })
  })

  it('with too many or too large files has them linked', async () => {
    const { origin } = await website((path) => {
      if (path === '/') return '<h1>Home</h1><p><img src="/a.png"> <img src="/b.png"> <img src="/c.png"></p>'
      return path.endsWith('.png')
        ? { type: 'image/png', body: path === '/a.png' ? 'x'.repeat(100) : 'x' }
        : missing
    })
    const { pages, skipped } = await read(origin, { files: 2, fileBytes: 10 })
    expect(pages[0]?.markdown).toBe(`![](${origin}/a.png) ![](/files/f1) ![](${origin}/c.png)\n`)
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'the import ends after 2 files',
      'it is larger than 10 bytes',
    ])
  })

  const manyPages = budget(20_000, 100_000)

  it.runIf(isLongRun)(
    `with a sitemap of ${manyPages} pages is read up to the limit, with a short report`,
    async () => {
      const { origin } = await website((path, own) => {
        if (path === '/sitemap.xml')
          return {
            type: 'text/xml',
            body: `<urlset>${Array.from({ length: manyPages }, (_, index) => `<url><loc>${own}/p${index}</loc></url>`).join('')}</urlset>`,
          }
        return path === '/robots.txt' ? missing : `<h1>${path}</h1>`
      })
      const { pages, skipped } = await read(origin, { pages: 12 })
      expect(countPages(pages)).toBe(12)
      expect(skipped.length).toBeLessThan(600)
    },
  )

  it('with entities in the sitemap has none of them expanded', async () => {
    const { origin, asked } = await website((path, own) => {
      if (path === '/sitemap.xml')
        return {
          type: 'text/xml',
          body: `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>${own}/&b;</loc></url><url><loc>${own}/&f;</loc></url><url><loc>${own}/x</loc></url><url><loc>${own}/y</loc></url></urlset>`,
        }
      return path === '/robots.txt' ? missing : `<h1>${path}</h1>`
    })
    const { pages } = await read(origin)
    expect(outline(pages)).toEqual(['DOCUMENT p1 /', 'DOCUMENT p2 /x', 'DOCUMENT p3 /y'])
    expect(asked).toEqual(['/robots.txt', '/', '/sitemap.xml', '/x', '/y'])
  })

  it('reports progress', async () => {
    const { origin } = await website(files({ '/': '<h1>Home</h1><a href="/a">A</a>', '/a': '<h1>A</h1>' }))
    const steps: number[][] = []
    await crawlWebsite(origin, { fetchPage, report: (done, total) => steps.push([done, total]) })
    expect(steps).toEqual([[2, 2]])
  })

  it('fails on unexpected errors instead of skipping the page', async () => {
    const failing: FetchPage = (url) =>
      url.endsWith('.txt') || url.endsWith('.xml')
        ? Promise.reject(new AppError('BAD_USER_INPUT', 'missing'))
        : Promise.reject(new TypeError('broken'))
    await expect(crawlWebsite('http://127.0.0.1:1/', { fetchPage: failing })).rejects.toThrow(TypeError)
  })
})
