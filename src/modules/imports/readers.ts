import { join } from 'node:path'
import type { Conversion } from '../../formats/import/conversion/conversion.ts'
import { entriesBelow, type SourceEntry } from '../../formats/import/files/entries.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import { type FetchMessage, guardedGitHttp } from './guarded-git-http.ts'

/** The URL of a source and the means to fetch it. */
export interface SourceRequest {
  readonly url: string
  /** The folder of a repository that has the documentation. Only for the sources that are repositories. */
  readonly root?: string | undefined
  /** Fetches a URL, subject to the outbound limits. */
  readonly fetch: FetchMessage
  /** An empty folder for files, which exists until they are read. */
  readonly folder: string
  readonly report: (step: string, done: number, total: number) => void
}

/** Reads a source and converts it to a Markdown repository. */
type SourceReader = (request: SourceRequest) => Promise<Conversion>

const unconverted = (entries: readonly SourceEntry[]): Conversion => ({
  entries,
  skipped: [],
  isAuthored: true,
})

async function readZip(archive: Buffer): Promise<SourceEntry[]> {
  const zip = await import('../../formats/import/files/zip.ts')
  return zip.readZip(archive)
}

/** The converters, which are loaded on first use: they bring libraries for HTML, Word files and git that no start needs. */
const converters = {
  html: () => import('../../formats/import/html/convert.ts'),
  website: () => import('../../formats/import/website/convert.ts'),
  docx: () => import('../../formats/import/docx/convert.ts'),
  git: () => import('./git.ts'),
  githubWiki: () => import('../../formats/import/github-wiki/convert.ts'),
  notion: () => import('../../formats/import/notion/convert.ts'),
  confluence: () => import('../../formats/import/confluence/convert.ts'),
  googleDocs: () => import('../../formats/import/google-docs/convert.ts'),
  openApi: () => import('../../formats/import/open-api/convert.ts'),
}

/** The file extensions of single-file sources. `extension` is added to names that do not match `known`. */
const singleFileFormats = {
  markdown: { extension: '.md', known: /\.(md|markdown)$/i },
  html: { extension: '.html', known: /\.x?html?$/i },
  docx: { extension: '.docx', known: /\.docx$/i },
  openApi: { extension: '.yaml', known: /\.(ya?ml|json)$/i },
} as const

type SingleFileFormat = (typeof singleFileFormats)[keyof typeof singleFileFormats]

/** Fetches a zip archive of many files, or a single file, which is named after the last segment of its URL. */
async function fetchEntries({ url, fetch }: SourceRequest, format: SingleFileFormat): Promise<SourceEntry[]> {
  const { body, finalUrl } = await fetch(url)
  if (isZip(body)) return readZip(body)
  return [singleEntry(finalUrl, body, format)]
}

async function fetchArchive({ url, fetch }: SourceRequest): Promise<SourceEntry[]> {
  const { body } = await fetch(url)
  if (!isZip(body))
    throw invalidSource(
      'SOURCE_NOT_ARCHIVE',
      `${url} is not a zip archive. Export the content as a zip archive.`,
    )
  return readZip(body)
}

async function fetchFile({ url, fetch }: SourceRequest, format: SingleFileFormat): Promise<SourceEntry> {
  const { body, finalUrl } = await fetch(url)
  return singleEntry(finalUrl, body, format)
}

/** The sources that are repositories, of which a folder may be the root. */
export const hasRoot = (source: ImportSource): boolean => ['MARKDOWN', 'ZIP', 'GITHUB_WIKI'].includes(source)

const wikiUrlPattern = /^https?:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.wiki)?(?:\.git|\/wiki\/?.*)$/i

/** Reads a wiki from the git repository of the wiki or from a zip archive. */
async function readWiki(request: SourceRequest): Promise<Conversion> {
  const { url, root, fetch, folder, report } = request
  const { githubWikiEntries } = await converters.githubWiki()
  const repository = wikiUrlPattern.exec(url)?.[1]
  const isRepository = repository !== undefined || URL.parse(url)?.pathname.endsWith('.git')
  if (!isRepository) return githubWikiEntries(entriesBelow(await fetchArchive(request), root))
  const gitUrl = repository === undefined ? url : `https://github.com/${repository}.wiki.git`
  const { cloneRemote } = await converters.git()
  const { entries, commit } = await cloneRemote(gitUrl, join(folder, 'repository'), {
    http: guardedGitHttp(fetch),
    onProgress: report,
  })
  return { ...(await githubWikiEntries(entriesBelow(entries, root), { repository })), git: commit }
}

export const sourceReaders = {
  MARKDOWN: async (request) => unconverted(await fetchEntries(request, singleFileFormats.markdown)),
  ZIP: async (request) => unconverted(await fetchArchive(request)),
  HTML: async (request) => {
    const { htmlEntries } = await converters.html()
    return htmlEntries(await fetchEntries(request, singleFileFormats.html))
  },
  WEBSITE: async ({ url, fetch, report }) => {
    const { crawlWebsite } = await converters.website()
    return crawlWebsite(url, {
      fetchPage: fetch,
      report: (done, total) => report('fetching pages', done, total),
    })
  },
  DOCX: async (request) => {
    const { docxEntries } = await converters.docx()
    return docxEntries(await fetchFile(request, singleFileFormats.docx))
  },
  GITHUB_WIKI: readWiki,
  NOTION: async (request) => {
    const { notionEntries } = await converters.notion()
    return notionEntries(await fetchArchive(request))
  },
  CONFLUENCE: async (request) => {
    const { confluenceEntries } = await converters.confluence()
    return confluenceEntries(await fetchArchive(request))
  },
  GOOGLE_DOCS: async (request) => {
    const { googleDocsEntries } = await converters.googleDocs()
    return googleDocsEntries(await fetchDocuments(request))
  },
  OPEN_API: async (request) => {
    const { openApiEntries } = await converters.openApi()
    return openApiEntries(await fetchFile(request, singleFileFormats.openApi))
  },
} as const satisfies Record<string, SourceReader>

export type ImportSource = keyof typeof sourceReaders

/**
 * The sources whose conversion takes the time of a processor. Markdown needs none, and Word documents have threads of
 * their own.
 */
export type ConvertedSource = Exclude<ImportSource, 'MARKDOWN' | 'ZIP' | 'DOCX' | 'GOOGLE_DOCS'>

export const isConverted = (source: ImportSource): source is ConvertedSource =>
  !['MARKDOWN', 'ZIP', 'DOCX', 'GOOGLE_DOCS'].includes(source)

/** Fetches documents. A .docx file is a zip archive itself and must not be unpacked. */
async function fetchDocuments({ url, fetch }: SourceRequest): Promise<SourceEntry[]> {
  const { body, finalUrl } = await fetch(url)
  if (!isZip(body)) return [singleEntry(finalUrl, body, singleFileFormats.html)]
  const entries = await readZip(body)
  const isDocument = entries.some(({ path }) => path === 'word/document.xml')
  return isDocument ? [singleEntry(finalUrl, body, singleFileFormats.docx)] : entries
}

const isZip = (body: Buffer) => body.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** Creates the entry of a single file, named after the last segment of its URL. */
function singleEntry(url: string, body: Buffer, { extension, known }: SingleFileFormat): SourceEntry {
  const name = decodeSegment(new URL(url).pathname.split('/').at(-1) || 'page')
  const path = known.test(name) ? name : `${name}${extension}`
  return { path, size: body.length, read: async () => body }
}

/** Decodes a URL segment. Encoded slashes become spaces. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', ' ')
  } catch {
    return segment
  }
}
