import { describe, expect, test } from 'vitest'
import { sitemap, sitemapPart } from '../../src/sites/resources/sitemap.ts'
import type { SitemapEntries } from '../../src/sites/resources/sitemap-entries.ts'
import { preferredFormat } from '../../src/sites/responses/accept.ts'

const entries = (count: number): SitemapEntries => ({
  count: async () => count,
  between: async function* (start, end) {
    for (let number = start + 1; number <= Math.min(end, count); number++)
      yield { location: `https://example.com/${number}?a&b`, modified: new Date(0) }
  },
})

const options = { perFile: 2, addressOfPart: (number: number) => `https://example.com/sitemap-${number}.xml` }
const locations = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one]) => one)

describe('a sitemap', () => {
  test('contains all entries up to the limit, escaped and with their times', async () => {
    const xml = await sitemap(entries(2), options)
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns=/)
    expect(xml).toContain(
      '<url><loc>https://example.com/1?a&#38;b</loc><lastmod>1970-01-01T00:00:00.000Z</lastmod></url>',
    )
    expect(locations(xml)).toHaveLength(2)
    expect(locations(await sitemap(entries(0), options))).toEqual([])
  })

  test('is an index above the limit, whose parts contain each entry once', async () => {
    const xml = await sitemap(entries(5), options)
    expect(xml).toContain('<sitemapindex ')
    expect(locations(xml)).toEqual([1, 2, 3].map(options.addressOfPart))
    const parts = await Promise.all([1, 2, 3].map((number) => sitemapPart(entries(5), number, 2)))
    expect(parts.flatMap(locations)).toEqual([1, 2, 3, 4, 5].map((n) => `https://example.com/${n}?a&#38;b`))
    expect(await sitemapPart(entries(5), 4, 2)).toBeNull()
  })
})

test('a client gets the format that it prefers, and HTML without a preference', () => {
  const chosen = {
    '': 'html',
    '*/*': 'html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8': 'html',
    'text/markdown': 'markdown',
    'text/markdown, */*': 'markdown',
    'application/json, text/plain, */*': 'json',
    'text/html;q=0.5, text/markdown': 'markdown',
    'text/html;q=0.5, text/markdown;q=0.4': 'html',
    'text/html;q=0, text/markdown;q=0.1': 'markdown',
    'image/png;;=,': 'html',
  }
  for (const [accept, form] of Object.entries(chosen))
    expect([accept, preferredFormat(accept)]).toEqual([accept, form])
})
