import { readFile, stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StartError } from '../../base/start-error.ts'
import { readSitemaps } from '../../formats/import/website/sitemap.ts'

/** The limits of what is read of an old site. */
const limits = { sitemaps: 500, locations: 50_000, bytes: 100 * 1024 * 1024, milliseconds: 60_000 }

const inflate = promisify(gunzip)

export interface OldAddresses {
  /** The address of the old site, without a slash at the end. */
  readonly base: string
  /** The paths of its pages, relative to that address, decoded or not as they are written; each with a leading slash. */
  readonly paths: readonly string[]
  /** The addresses in the sitemap that are not below it. */
  readonly elsewhere: readonly string[]
}

/**
 * Reads the addresses in the sitemap of an old site: a file or a URL, XML or compressed, an index of sitemaps too. The site
 * begins at the folder of the sitemap; for a file, at the first address below which all the others are.
 */
export async function readOldAddresses(source: string): Promise<OldAddresses> {
  const isRemote = /^https?:\/\//i.test(source)
  const start = isRemote ? new URL(source) : pathToFileURL(source)
  const first = await readText(start)
  const urls = await readSitemaps(
    async (url) => (url.href === start.href ? first : readText(url).catch(() => undefined)),
    [start],
    () => true,
    limits,
  )
  if (urls.length === 0) throw new StartError(`There are no addresses in the sitemap ${source}.`)
  const base = isRemote ? new URL('.', start).href.replace(/\/$/, '') : baseOf(urls)
  const isBelow = ({ href }: URL) => href === base || href.startsWith(`${base}/`)
  return {
    base,
    paths: urls.filter(isBelow).map((url) => pathBelow(base, url)),
    elsewhere: urls.filter((url) => !isBelow(url)).map(({ href }) => href),
  }
}

function pathBelow(base: string, url: URL): string {
  const path = `${url.origin}${url.pathname}`.slice(base.length)
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * Returns the address of the site whose pages have these addresses, of which those at other hosts are few. The sitemap of a
 * site has its first page too, as a rule.
 */
function baseOf(urls: readonly URL[]): string {
  const byOrigin = [...Map.groupBy(urls, ({ origin }) => origin)]
  const [[origin, own] = ['', []]] = byOrigin.toSorted(([, a], [, b]) => b.length - a.length)
  const [shortest] = own
    .map(({ pathname }) => pathname.replace(/\/$/, ''))
    .sort((a, b) => a.length - b.length)
  const home = `${origin}${shortest}`
  const isHome = own.every(({ href }) => href === home || href.startsWith(`${home}/`))
  return isHome ? home : origin
}

async function readText(url: URL): Promise<string> {
  const bytes = url.protocol === 'file:' ? await readLocal(url) : await download(url)
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = isCompressed ? await inflate(bytes, { maxOutputLength: limits.bytes }) : bytes
  return text.toString('utf8')
}

async function readLocal(url: URL): Promise<Buffer> {
  const { size } = await stat(url).catch(() => {
    throw new StartError(`There is no sitemap ${url.pathname}.`)
  })
  if (size > limits.bytes) throw tooLarge(url.pathname)
  return readFile(url)
}

async function download(url: URL): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(limits.milliseconds) })
  if (!response.ok) throw new StartError(`The sitemap ${url.href} answers with status ${response.status}.`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limits.bytes) throw tooLarge(url.href)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = (name: string) =>
  new StartError(`The sitemap ${name} is larger than ${limits.bytes / 1024 / 1024} MB.`)
