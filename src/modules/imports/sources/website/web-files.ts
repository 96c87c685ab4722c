import { posix } from 'node:path'
import { extension as extensionOfType } from 'mime-types'
import type { FreePaths } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import type { CrawledSite } from './crawl.ts'
import type { Robots } from './robots.ts'
import type { Visits, WebAnswer } from './visits.ts'
import { isFileAddress, segmentsBelow } from './web-address.ts'

/** Fetches the images and files of the site that its pages reference. Returns them by URL. */
export async function fetchFiles(
  site: CrawledSite,
  visits: Visits,
  paths: FreePaths,
): Promise<ReadonlyMap<string, SourceEntry>> {
  const urls = wantedFiles(site)
  for (const url of urls.slice(visits.limits.files))
    visits.skip(url, `the import ends after ${visits.limits.files} files`)
  const wanted = urls.slice(0, visits.limits.files)
  const answers = await visits.tryAll(wanted)
  const files = wanted.flatMap((url, index): [string, SourceEntry][] => {
    const entry = readFile(url, answers[index] as WebAnswer | string, visits, site.robots)
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
  const address = new URL(url)
  address.hash = ''
  return address.href
}

function wantedFiles({ pages, robots }: CrawledSite): URL[] {
  const [first] = pages
  const wanted = pages.flatMap(({ images, links }) => [...images, ...links.filter(isFileAddress)])
  const own = wanted.filter((url) => url.origin === first?.url.origin && robots.allows(url.pathname))
  return [...new Set(own.map(fileKey))].map((href) => new URL(href))
}

function readFile(
  url: URL,
  answer: WebAnswer | string,
  visits: Visits,
  robots: Robots,
): SourceEntry | undefined {
  const file = typeof answer === 'string' ? answer : checkFile(url, answer, visits.limits.fileBytes, robots)
  if (typeof file === 'string') {
    visits.skip(url, file)
    return undefined
  }
  const { body, contentType } = file
  return { path: nameOf(url, contentType), size: body.length, read: async () => body }
}

/** Returns the response, or the reason to skip it. */
function checkFile(url: URL, answer: WebAnswer, maximum: number, robots: Robots): WebAnswer | string {
  const final = new URL(answer.finalUrl)
  if (final.origin !== url.origin) return `it redirects to another site: ${final.href}`
  if (!robots.allows(final.pathname)) return `it redirects to what robots.txt forbids: ${final.href}`
  if (answer.body.length > maximum) return `it is larger than ${maximum} bytes`
  return /html/i.test(answer.contentType) ? 'it is a page and no file' : answer
}

/**
 * Returns the path of a file, named after the last segment of its URL. Without a known extension in the URL,
 * the extension is derived from the content type.
 */
function nameOf(url: URL, contentType: string): string {
  const name = (segmentsBelow('/', url).at(-1) ?? 'file').replaceAll('/', '-')
  if (isFileAddress(url)) return `assets/${name}`
  const extension = extensionOfType(contentType)
  return `assets/${name}${extension ? `.${extension}` : '.bin'}`
}
