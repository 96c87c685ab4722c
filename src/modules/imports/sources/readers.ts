import type { FetchLimits, FetchResult } from '../../../outbound.ts'
import { confluenceEntries } from './confluence/convert.ts'
import { type Conversion, refused } from './conversion.ts'
import { docxEntries } from './docx/convert.ts'
import type { SourceEntry } from './entries.ts'
import { cloneRemote } from './git.ts'
import { githubWikiEntries } from './github-wiki/convert.ts'
import { googleDocsEntries } from './google-docs/convert.ts'
import { guardedGitHttp } from './guarded-git-http.ts'
import { htmlEntries } from './html/html-entries.ts'
import { notionEntries } from './notion/convert.ts'
import { openApiEntries } from './open-api/convert.ts'
import { crawlWebsite } from './website/convert.ts'
import { readZip } from './zip.ts'

/** Where a source is, and how it is reached. */
export interface SourceRequest {
  readonly url: string
  /** Fetches under the guard of all outbound requests. */
  readonly fetch: (url: string) => Promise<FetchResult>
  readonly limits: FetchLimits
  readonly report: (step: string, done: number, total: number) => void
}

/** Reads a source into the form of a Markdown repository. */
type SourceReader = (request: SourceRequest) => Promise<Conversion>

const asItIs = (entries: readonly SourceEntry[]): Conversion => ({ entries, skipped: [] })

/** How a file that stands alone must be called to be read as what it is. */
const forms = {
  markdown: { extension: '.md', known: /\.(md|markdown)$/i },
  html: { extension: '.html', known: /\.x?html?$/i },
  docx: { extension: '.docx', known: /\.docx$/i },
  openApi: { extension: '.yaml', known: /\.(ya?ml|json)$/i },
} as const

type Form = (typeof forms)[keyof typeof forms]

/** A zip is a source of many files, anything else one of a single file, called as its address ends. */
async function fetchEntries({ url, fetch }: SourceRequest, form: Form): Promise<SourceEntry[]> {
  const { body, finalUrl } = await fetch(url)
  if (isZip(body)) return readZip(body)
  return [singleEntry(finalUrl, body, form)]
}

async function fetchArchive({ url, fetch }: SourceRequest): Promise<SourceEntry[]> {
  const { body } = await fetch(url)
  if (!isZip(body)) throw refused(`${url} is no zip archive; export the content as one.`)
  return readZip(body)
}

async function fetchFile({ url, fetch }: SourceRequest, form: Form): Promise<SourceEntry> {
  const { body, finalUrl } = await fetch(url)
  return singleEntry(finalUrl, body, form)
}

const wikiAddress = /^https?:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.wiki)?(?:\.git|\/wiki\/?.*)$/i

/** A wiki is a git repository beside the one that it belongs to; a zip of it will do as well. */
async function readWiki(request: SourceRequest): Promise<Conversion> {
  const { url, limits, report } = request
  const repository = wikiAddress.exec(url)?.[1]
  const isRepository = repository !== undefined || URL.parse(url)?.pathname.endsWith('.git')
  if (!isRepository) return githubWikiEntries(await fetchArchive(request))
  const address = repository === undefined ? url : `https://github.com/${repository}.wiki.git`
  const { entries, commit } = await cloneRemote(address, {
    http: guardedGitHttp(limits),
    onProgress: report,
  })
  return { ...(await githubWikiEntries(entries, { repository })), git: commit }
}

export const sourceReaders = {
  MARKDOWN: async (request) => asItIs(await fetchEntries(request, forms.markdown)),
  ZIP: async (request) => asItIs(await fetchArchive(request)),
  HTML: async (request) => htmlEntries(await fetchEntries(request, forms.html)),
  WEBSITE: ({ url, fetch, report }) =>
    crawlWebsite(url, { fetchPage: fetch, report: (done, total) => report('fetching pages', done, total) }),
  DOCX: async (request) => docxEntries(await fetchFile(request, forms.docx)),
  GITHUB_WIKI: readWiki,
  NOTION: async (request) => notionEntries(await fetchArchive(request)),
  CONFLUENCE: async (request) => confluenceEntries(await fetchArchive(request)),
  GOOGLE_DOCS: async (request) => googleDocsEntries(await fetchDocuments(request)),
  OPEN_API: async (request) => openApiEntries(await fetchFile(request, forms.openApi)),
} as const satisfies Record<string, SourceReader>

export type ImportSource = keyof typeof sourceReaders

/** A .docx is a zip itself, which must not be taken apart. */
async function fetchDocuments({ url, fetch }: SourceRequest): Promise<SourceEntry[]> {
  const { body, finalUrl } = await fetch(url)
  if (!isZip(body)) return [singleEntry(finalUrl, body, forms.html)]
  const entries = await readZip(body)
  const isDocument = entries.some(({ path }) => path === 'word/document.xml')
  return isDocument ? [singleEntry(finalUrl, body, forms.docx)] : entries
}

const isZip = (body: Buffer) => body.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** A file that stands alone, named as its address ends. */
function singleEntry(url: string, body: Buffer, { extension, known }: Form): SourceEntry {
  const name = readable(new URL(url).pathname.split('/').at(-1) || 'page')
  const path = known.test(name) ? name : `${name}${extension}`
  return { path, size: body.length, read: async () => body }
}

/** What stands in an address, without its escapes where they mean something. */
function readable(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', ' ')
  } catch {
    return segment
  }
}
