import type { SitemapEntries, SitemapEntry } from './sitemap-entries.ts'

/** Returns the text for XML, without the control characters that XML cannot contain. */
export const escapeXml = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const urlSet = (entries: readonly SitemapEntry[]): string => {
  const urls = entries.map(
    ({ location, modified }) =>
      `<url><loc>${escapeXml(location)}</loc><lastmod>${modified.toISOString()}</lastmod></url>\n`,
  )
  return `${declaration}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`
}

async function all(entries: AsyncIterable<SitemapEntry>): Promise<SitemapEntry[]> {
  const read: SitemapEntry[] = []
  for await (const entry of entries) read.push(entry)
  return read
}

/** Returns a sitemap of all entries, or a sitemap index if there are more than `perFile`. */
export async function sitemap(
  entries: SitemapEntries,
  { perFile, addressOfPart }: { perFile: number; addressOfPart: (number: number) => string },
): Promise<string> {
  const count = await entries.count()
  if (count <= perFile) return urlSet(await all(entries.between(0, perFile)))
  const parts = Array.from({ length: Math.ceil(count / perFile) }, (_, index) => addressOfPart(index + 1))
  const items = parts.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`)
  return `${declaration}<sitemapindex ${namespace}>\n${items.join('')}</sitemapindex>\n`
}

/** Returns the sitemap with a number, counted from 1; null if there are fewer. */
export async function sitemapPart(
  entries: SitemapEntries,
  number: number,
  perFile: number,
): Promise<string | null> {
  const part = await all(entries.between((number - 1) * perFile, number * perFile))
  return part.length === 0 ? null : urlSet(part)
}
