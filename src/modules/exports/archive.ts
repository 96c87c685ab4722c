import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { requirePackage } from '../../base/require-package.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { pageAtRelative, relativeAddress } from '../../formats/body/page-paths.ts'
import {
  type ArchivePaths,
  archivePaths,
  childrenByParent,
  isDocument,
} from '../../formats/export/archive-paths.ts'
import type { ExportPage, ExportSource } from '../../formats/export/export-source.ts'
import { frontMatterText, yamlOf } from '../../formats/export/front-matter.ts'
import { explicitSlugs, frontMatterOf } from '../../formats/export/page-fields.ts'
import { relativeUrl } from '../../formats/export/relative-urls.ts'
import {
  type ResolveRelativeUrl,
  type ResolveUrl,
  rewriteReferences,
} from '../../formats/export/rewritten-references.ts'
import { safePageName } from '../../formats/export/safe-names.ts'
import { titleHeading } from '../../formats/export/title-heading.ts'
import { writeContents } from '../../formats/export/write-contents.ts'

export interface ExportArchive {
  /**
   * The zip archive. Files are opened one at a time while the stream is read. Destroying the stream closes the
   * current file.
   */
  readonly stream: Readable
  /** The suggested file name. */
  readonly fileName: string
}

/**
 * Writes pages and files as a zip archive of a Markdown repository: SUMMARY.md, a Markdown file for each
 * document, reusable contents in `.gitbook/includes`, and files in `.gitbook/assets`. Importing the archive restores the
 * same tree.
 */
export function exportArchive(source: ExportSource): ExportArchive {
  const { title, pages, files, reusable = [], onProgress } = source
  const paths = archivePaths(pages, files, reusable)
  const slugs = collectExplicitSlugs(pages, paths)
  const { ZipFile } = requirePackage('yazl') as typeof import('yazl')
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  const total = 1 + pages.filter(isDocument).length + reusable.length + files.length
  let done = 0
  const whenWritten = () => onProgress?.(++done, total)
  const entries = entriesOf(source, paths, slugs)
  writeEntries(zip, { output: stream, entries, whenWritten }).catch((error: Error) => stream.destroy(error))
  return { stream, fileName: `${safePageName(title)}.zip` }
}

function collectExplicitSlugs(pages: readonly ExportPage[], paths: ArchivePaths): Map<string, string> {
  const children = childrenByParent(pages)
  return new Map(
    [...children.values()].flatMap((siblings) => [...explicitSlugs(siblings, children, paths.pages)]),
  )
}

interface ArchiveEntry {
  readonly path: string
  readonly compress: boolean
  readonly open: () => Promise<NodeJS.ReadableStream | null>
}

async function* entriesOf(
  { title, owner, pages, files, reusable = [], variables = {} }: ExportSource,
  paths: ArchivePaths,
  slugs: ReadonlyMap<string, string>,
): AsyncGenerator<ArchiveEntry> {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  yield textEntry('SUMMARY.md', await writeContents({ title, pages, paths, slugs }, owner))
  if (Object.keys(variables).length > 0) yield textEntry('.gitbook/vars.yaml', yamlOf(variables))
  for (const page of pages) {
    const path = paths.pages.get(page.id)
    if (path === undefined || !isDocument(page)) continue
    // Several exports run at a time, and each parses a page before it waits for anything.
    await yieldToEventLoop()
    yield textEntry(
      path,
      await linkedMarkdown(page, {
        slug: slugs.get(page.id),
        resolve: createResolver(path, paths),
        resolveRelative: createRelativeResolver(page, byPath, (id) => {
          const to = paths.pages.get(id)
          return to === undefined ? undefined : relativeUrl(path, to)
        }),
        owner,
      }),
    )
  }
  for (const { id, title: name, markdown } of reusable) {
    const path = paths['reusable-contents'].get(id) as string
    const head = frontMatterText({ title: name })
    const body = await rewriteReferences(head, markdown, { resolve: createResolver(path, paths), owner })
    yield textEntry(path, head + body)
  }
  for (const { id, contentType, size, open } of files)
    yield {
      path: paths.files.get(id) as string,
      compress: isCompressibleSize(size) && !isCompressed(contentType),
      open,
    }
}

/**
 * Larger files are stored uncompressed: if they compress very well, an import would reject them as a zip bomb.
 */
const isCompressibleSize = (size: number) => size <= 1024 * 1024

const isCompressed = (contentType: string) =>
  /^(?:image\/(?!svg|bmp)|video\/|audio\/|application\/(?:zip|gzip|pdf|vnd\.openxmlformats))/.test(
    contentType,
  )

function textEntry(path: string, text: string): ArchiveEntry {
  const bytes = Buffer.from(text)
  return { path, compress: isCompressibleSize(bytes.length), open: async () => Readable.from([bytes]) }
}

interface WrittenEntries {
  readonly output: Readable
  readonly entries: AsyncIterable<ArchiveEntry>
  readonly whenWritten: () => void
}

/**
 * Adds entries one at a time. Each is opened after the previous one is written, so that at most one is in
 * memory.
 */
async function writeEntries(zip: ZipFile, { output, entries, whenWritten }: WrittenEntries): Promise<void> {
  let current: NodeJS.ReadableStream | undefined
  output.once('close', () => (current as Readable | undefined)?.destroy())
  const missing: string[] = []
  for await (const { path, compress, open } of entries) {
    if (output.destroyed) return
    const content = await open()
    if (!content) {
      missing.push(path)
      continue
    }
    current = content
    if (output.destroyed) (content as Readable).destroy()
    zip.addReadStream(content, path, { compress, mode: 0o100644 })
    await finished(content)
    whenWritten()
  }
  if (missing.length > 0)
    zip.addBuffer(Buffer.from(textOfMissing(missing)), nameOfMissing, { mode: 0o100644 })
  zip.end()
}

/** The file of an archive that names the files which it should have. It is no page of an import. */
const nameOfMissing = 'MISSING-FILES.txt'

const textOfMissing = (paths: readonly string[]): string =>
  [
    'The server could not find the bytes of these files, which the pages refer to:',
    '',
    ...paths.map((path) => `  ${path}`),
    '',
    'Tell the operator of the server, who can put them back from a backup, and export again. Or upload the files again.',
    '',
  ].join('\n')

/** Returns a function that resolves `/pages/<id>`, `/files/<id>` and so on relative to the file at a path. */
const createResolver =
  (path: string, paths: ArchivePaths): ResolveUrl =>
  (kind, id) => {
    const to = paths[kind].get(id)
    return to === undefined ? undefined : relativeUrl(path, to)
  }

type PagesByPath = ReadonlyMap<string | undefined, Pick<ExportPage, 'id'>>

/** Returns a function that resolves the relative URLs in a page: `urlOf` returns the URL of the page with an id. */
const createRelativeResolver =
  (page: ExportPage, byPath: PagesByPath, urlOf: (id: string) => string | undefined): ResolveRelativeUrl =>
  (url) => {
    const address = relativeAddress(url)
    if (!address || page.path === undefined) return undefined
    const found = pageAtRelative(address, page.path.split('/'), (path) => byPath.get(path.join('/')))
    const to = found && urlOf(found.id)
    return to === undefined ? undefined : to + address.fragment
  }

/** Serializes a page as Markdown: front matter, a heading with the title, and the body. */
export const pageMarkdown = (page: ExportPage): string => headOf(page) + page.markdown

/** Serializes a page in the same way. Relative URLs that lead to a page are permanent links, as the others are. */
export function permanentMarkdown(
  page: ExportPage,
  all: readonly Pick<ExportPage, 'id' | 'path'>[],
  owner: string,
): Promise<string> {
  const byPath = new Map(all.map((one) => [one.path, one]))
  const resolveRelative = createRelativeResolver(page, byPath, (id) => `/pages/${id}`)
  return linkedMarkdown(page, { resolve: () => undefined, resolveRelative, owner })
}

interface LinkedPageOptions {
  readonly slug?: string | undefined
  readonly resolve: ResolveUrl
  readonly resolveRelative?: ResolveRelativeUrl
  readonly owner: string
}

/** Serializes a page in the same way, with URLs of pages and files that lead to those of the archive. */
export async function linkedMarkdown(
  page: ExportPage,
  { slug, ...options }: LinkedPageOptions,
): Promise<string> {
  const head = headOf(page, { slug, resolve: options.resolve })
  return head + (await rewriteReferences(head, page.markdown, options))
}

function headOf(
  page: ExportPage,
  { slug, resolve = () => undefined }: { slug?: string | undefined; resolve?: ResolveUrl } = {},
): string {
  const fields = frontMatterOf(page, (id) => resolve('files', id) ?? `/files/${id}`)
  const all = slug === undefined ? fields : { ...fields, slug }
  return `${frontMatterText(all, page)}${titleHeading(page.title)}\n\n`
}
