import { posix } from 'node:path'
import { extension as extensionOfType } from 'mime-types'
import type { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { type ImportLine, importLine } from '../report/lines.ts'
import type { CrawledSite } from './crawl.ts'
import type { Robots } from './robots.ts'
import {
  isLine,
  redirectedAway,
  redirectedToDisallowed,
  type SiteFetcher,
  type WebResponse,
} from './site-fetcher.ts'
import { isFileUrl, segmentsBelow } from './web-urls.ts'

/** Fetches the images and files of the site that its pages reference. Returns them by URL. */
export async function fetchFiles(
  site: CrawledSite,
  fetcher: SiteFetcher,
  paths: UniquePaths,
): Promise<ReadonlyMap<string, SourceEntry>> {
  const urls = wantedFiles(site)
  const maximum = fetcher.limits.files
  const tooMany = importLine('IMPORT_TOO_MANY_FILES', `the import ends after ${maximum} files`, { maximum })
  for (const url of urls.slice(fetcher.limits.files)) fetcher.skip(url, tooMany)
  const wanted = urls.slice(0, fetcher.limits.files)
  const responses = await fetcher.tryAll(wanted)
  const files = wanted.flatMap((url, index): [string, SourceEntry][] => {
    const entry = readFile(url, responses[index] as WebResponse | ImportLine, fetcher, site.robots)
    if (!entry) return []
    const { dir, name, ext } = posix.parse(entry.path)
    return [[url.href, { ...entry, path: paths.take(posix.join(dir, name), ext) }]]
  })
  return new Map(files)
}

/**
 * Returns the key of a file: its URL without the fragment. Files with different queries are different files.
 */
export const fileKey = (url: URL): string => {
  const result = new URL(url)
  result.hash = ''
  return result.href
}

function wantedFiles({ pages, robots }: CrawledSite): URL[] {
  const [first] = pages
  const wanted = pages.flatMap(({ images, links }) => [...images, ...links.filter(isFileUrl)])
  const own = wanted.filter((url) => url.origin === first?.url.origin && robots.allows(url.pathname))
  return [...new Set(own.map(fileKey))].map((href) => new URL(href))
}

function readFile(
  url: URL,
  response: WebResponse | ImportLine,
  fetcher: SiteFetcher,
  robots: Robots,
): SourceEntry | undefined {
  const file = isLine(response) ? response : checkFile(url, response, fetcher.limits.fileBytes, robots)
  if (isLine(file)) {
    fetcher.skip(url, file)
    return undefined
  }
  const { body, contentType } = file
  return { path: nameOf(url, contentType), size: body.length, read: async () => body }
}

/** Returns the response, or the reason to skip it. */
function checkFile(
  url: URL,
  response: WebResponse,
  maximum: number,
  robots: Robots,
): WebResponse | ImportLine {
  const final = new URL(response.finalUrl)
  if (final.origin !== url.origin) return redirectedAway('to another site', final.href)
  if (!robots.allows(final.pathname)) return redirectedToDisallowed(final.href)
  if (response.body.length > maximum)
    return importLine('IMPORT_URL_TOO_LARGE', `it is larger than ${maximum} bytes`, { maximum })
  return /html/i.test(response.contentType)
    ? importLine('IMPORT_URL_OF_PAGE', 'it is a page and not a file')
    : response
}

/**
 * Returns the path of a file, named after the last segment of its URL. Without a known extension in the URL,
 * the extension is derived from the content type.
 */
function nameOf(url: URL, contentType: string): string {
  const name = (segmentsBelow('/', url).at(-1) ?? 'file').replaceAll('/', '-')
  if (isFileUrl(url)) return `assets/${name}`
  const extension = extensionOfType(contentType)
  return `assets/${name}${extension ? `.${extension}` : '.bin'}`
}
