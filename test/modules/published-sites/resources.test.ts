import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildReadableSite, page, type ReadableSite, read, signVisitor, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(
    site,
    site.guide.spaceId,
    page('Welcome', 'Hello zebra', { description: 'Where to begin' }),
    page('Shy [page]', 'Shy zebra', { noIndex: true }),
    page('Robots out', 'No robots zebra', { noRobotsIndex: true }),
    page('Hidden page', 'Hidden zebra', { hidden: true }),
  )
  const { pages } = (await site.client.get(`/spaces/${site.guide.spaceId}/content/pages`)).body
  await write(site, site.guide.spaceId, page('Below shy', 'Below zebra', { into: pages[1].id }))
  await write(site, site.api.spaceId, page('Reference', 'Reference of the zebra'))
  await write(
    site,
    site.next.spaceId,
    page('Reference', '## Stripes\n\nThe next zebra has [links](/files/nowhere).'),
    page('Parts', 'For all\n\n{% if visitor.claims.insider %}\nsecretive giraffe\n{% endif %}'),
  )
})
afterAll(() => app.close())

const at = (path: string, headers: Record<string, string> = {}) => read(`${site.address}${path}`, { headers })

describe('the text resources of a site', () => {
  test('llms.txt lists the pages of all spaces with the URLs of their Markdown and their descriptions', async () => {
    const answer = await at('/llms.txt')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe(
      [
        '# Product docs\n',
        '## Guide\n',
        `- [Welcome](${site.address}/welcome.md): Where to begin`,
        `- [Robots out](${site.address}/robots-out.md)\n`,
        '## API: API\n',
        `- [Reference](${site.address}/api/reference.md)\n`,
        '## API: Next\n',
        `- [Reference](${site.address}/api/next/reference.md)`,
        `- [Parts](${site.address}/api/next/parts.md)\n`,
      ].join('\n'),
    )
    for (const [, link] of answer.text.matchAll(/\]\((\S+)\)/g)) {
      const listed = await read(link as string)
      expect([link, listed.status]).toEqual([link, 200])
      expect(listed.headers['content-type']).toBe('text/markdown; charset=utf-8')
    }
  })

  test('llms-full.txt contains the Markdown of these pages, the same as that of each page', async () => {
    const full = await at('/llms-full.txt')
    expect(full.status).toBe(200)
    for (const path of ['/welcome.md', '/robots-out.md', '/api/reference.md', '/api/next/reference.md'])
      expect(full.text).toContain((await at(path)).text.trim())
    expect(full.text).not.toMatch(/Shy|Below|Hidden|giraffe/)
  })

  test('sitemap.xml lists the pages that search engines may index, with their URLs and times', async () => {
    const answer = await at('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    const locations = [...answer.text.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)]
    expect(locations.map(([, location]) => location)).toEqual([
      site.address,
      `${site.address}/api`,
      `${site.address}/api/next`,
      `${site.address}/api/next/parts`,
    ])
    for (const [, location, modified] of locations) {
      expect(new Date(modified as string).toISOString()).toBe(modified)
      const listed = await read(location as string, { headers: { accept: 'text/html' } })
      expect([location, listed.status, listed.headers['x-robots-tag']]).toEqual([location, 200, undefined])
      expect(listed.text).toContain(`<link rel="canonical" href="${location}">`)
    }
    expect((await at('/sitemap-2.xml')).status).toBe(404)
  })

  test('pages excluded from search engines send noindex, and so do their descendants', async () => {
    for (const path of ['/shy-page', '/shy-page/below-shy', '/robots-out', '/hidden-page']) {
      const answer = await at(path)
      expect([path, answer.headers['x-robots-tag']]).toEqual([path, 'noindex'])
      expect(answer.text).toContain('<meta name="robots" content="noindex">')
    }
  })

  test('robots.txt allows public sites and disallows all others', async () => {
    expect((await at('/robots.txt')).text).toBe(
      `User-agent: *\nAllow: /\nDisallow: ${site.base}/~search\nSitemap: ${site.address}/sitemap.xml\n`,
    )
    const unlisted = await buildReadableSite(app, { visibility: 'unlisted' })
    await write(unlisted, unlisted.guide.spaceId, page('Quiet'))
    expect((await read(`${unlisted.address}/robots.txt`)).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await read(unlisted.address)).headers['x-robots-tag']).toBe('noindex')
    expect((await read(`${unlisted.address}/sitemap.xml`)).text).not.toContain('<url>')
    const guarded = await buildReadableSite(app, { visibility: 'visitor-auth' })
    const token = await signVisitor(guarded)
    const robots = await read(`${guarded.address}/robots.txt?jwt_token=${token}`)
    expect(robots.text).toBe('User-agent: *\nDisallow: /\n')
  })
})

describe('site search', () => {
  type Found = { title: string; url: string; sections: { title: string; url: string; body: string }[] }
  const search = async (query: string, from = ''): Promise<Found[]> =>
    JSON.parse((await at(`/~search?query=${encodeURIComponent(query)}&from=${from}`)).text).items

  test('finds pages of all spaces with their URLs on the site, and no pages excluded from search', async () => {
    const found = await search('zebra', site.next.siteSpaceId)
    expect(found.map(({ url }) => url).sort()).toEqual(
      [`${site.base}/welcome`, `${site.base}/robots-out`, `${site.base}/api/next/reference`].sort(),
    )
    expect(found.find(({ url }) => url.includes('next'))?.sections[0]).toMatchObject({
      title: 'Stripes',
      url: `${site.base}/api/next/reference#stripes`,
    })
    expect(await search('')).toEqual([])
    expect(await search('nothing of the kind')).toEqual([])
  })

  test('sends an HTML page to browsers', async () => {
    const answer = await at(`/~search?query=%3Czebra%3E&from=${site.next.siteSpaceId}`, {
      accept: 'text/html',
    })
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['x-robots-tag']).toBe('noindex')
    expect(answer.text).toContain('<h1>Search: &#x3C;zebra></h1>')
    expect(answer.text).toContain(`<a href="${site.base}/api/next/reference#stripes">Reference</a>`)
  })

  test('finds a page with conditional parts only for visitors who see all of it', async () => {
    expect(await search('giraffe')).toEqual([])
    expect((await at('/api/next/parts')).text).not.toContain('giraffe')
    expect((await at('/api/next/parts.md')).text.trim()).toBe('# Parts\n\nFor all')
    const token = await signVisitor(site, { insider: true })
    const cookie = `lectern-visitor=${token}`
    expect(JSON.parse((await at('/~search?query=giraffe', { cookie })).text).items).toMatchObject([
      { title: 'Parts' },
    ])
    const seen = await at('/api/next/parts', { cookie })
    expect(seen.text).toContain('secretive giraffe')
    expect(seen.headers['cache-control']).toBe('private, no-cache')
    expect((await at('/llms-full.txt', { cookie })).text).toContain('secretive giraffe')
  })

  test.runIf(isLongRun)('in the API searches the given site-spaces', async () => {
    const found = async (scope: object) => {
      const answer = await site.client.post(`${site.path}/search`, { query: 'zebra', ...scope })
      expect([answer.status, answer.body.count]).toEqual([200, answer.body.items.length])
      return answer.body.items.map(({ title }: { title: string }) => title).sort()
    }
    const { siteSpaceId } = site.next
    expect(await found({ scope: { mode: 'all' } })).toEqual(['API', 'Guide', 'Next'])
    expect(await found({ mode: 'all' })).toEqual(['API', 'Guide', 'Next'])
    expect(await found({ scope: { mode: 'default' } })).toEqual(['API', 'Guide'])
    expect(await found({ scope: { mode: 'default', includedSiteSpaces: [siteSpaceId] } })).toHaveLength(3)
    const both = { currentSiteSpace: site.guide.siteSpaceId, includedSiteSpaces: [siteSpaceId] }
    expect(await found({ scope: { mode: 'default', ...both } })).toHaveLength(3)
    expect(await found({ mode: 'current', siteSpaceId })).toHaveLength(3)
    expect(await found({ scope: { mode: 'specific', siteSpaceIds: [siteSpaceId] } })).toEqual(['Next'])
    expect(await found({ siteSpaceIds: [siteSpaceId] })).toEqual(['Next'])
    const others = { currentSiteSpace: site.guide.siteSpaceId, restrictTo: 'otherSiteSpaces' }
    expect(await found({ scope: { mode: 'default', ...others } })).toEqual(['API'])
    const refused = async (body: object) =>
      (await site.client.post(`${site.path}/search`, { query: 'zebra', ...body })).status
    expect(await refused({})).toBe(400)
    expect(await refused({ scope: { mode: 'specific', siteSpaceIds: [] } })).toBe(400)
    expect(await refused({ scope: { mode: 'specific', siteSpaceIds: ['doesnotexist'] } })).toBe(400)
    for (const restrictTo of ['currentSiteSpace', 'otherSiteSpaces'])
      expect(
        await refused({ scope: { mode: 'default', currentSiteSpace: 'doesnotexist', restrictTo } }),
      ).toBe(400)
    expect(await refused({ scope: { mode: 'all' }, query: 'x'.repeat(513) })).toBe(400)
  })
})
