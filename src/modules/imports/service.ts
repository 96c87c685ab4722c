import { authorizeSpace } from '../../access/authorize.ts'
import { conflict } from '../../errors.ts'
import type { Revision, Space } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { guardedFetch } from '../../outbound.ts'
import { storeBlob } from '../content/blobs.ts'
import { commitImportedTree } from '../content/import-tree.ts'
import { liveContent } from '../content/revision-writer.ts'
import { loadSpace } from '../spaces/service.ts'
import type { SourceEntry } from './sources/entries.ts'
import { type ImportedContent, readMarkdownSource } from './sources/markdown.ts'
import { readZip } from './sources/zip.ts'

export type ImportSource = 'MARKDOWN' | 'ZIP'

/** How far an import has come: what it is doing, and how many of how many it has done. */
export type ReportProgress = (step: string, done: number, total: number) => void

export interface ImportResult {
  readonly space: Space
  readonly revision: Revision
  readonly importedResources: number
  readonly totalResources: number
  readonly skipped: readonly { path: string; reason: string }[]
}

const fetchLimits = { maxBytes: 200 * 1024 * 1024, timeoutMs: 120_000, maxRedirects: 5 }

/** Fetches a documentation repository and adds its pages and files to a space, as one new revision or not at all. */
export async function importContent(
  context: Context,
  spaceId: string,
  input: { url: string; source: ImportSource },
): Promise<ImportResult> {
  const space = await loadWritableSpace(context, spaceId)
  const entries = await fetchEntries(context, input)
  return importEntries(context, space, entries)
}

/** The space, if the viewer may change its content now. */
export async function loadWritableSpace(context: Context, spaceId: string): Promise<Space> {
  const space = await loadSpace(context, spaceId)
  authorizeSpace(viewerOf(context), 'space:edit', space)
  if (space.editMode === 'LOCKED')
    throw conflict('The space is locked: its content changes through change requests only.')
  return space
}

/** Reads entries as a Markdown repository and adds what they hold to the space. */
export async function importEntries(
  context: Context,
  space: Space,
  entries: readonly SourceEntry[],
  report: ReportProgress = () => {},
): Promise<ImportResult> {
  const content = await readMarkdownSource(entries, {
    newPageId: () => newId('Page'),
    newFileId: () => newId('File'),
    onProgress: (done, total) => report('reading', done, total),
  })
  const files = await storeFiles(context, content, report)
  report('writing', 0, 1)
  const revision = await commitImportedTree(context, liveContent(space.id), { pages: content.pages, files })
  report('writing', 1, 1)
  const { importedResources, totalResources, skipped } = content
  return { space, revision, importedResources, totalResources, skipped }
}

/** Bytes go to disk before the transaction: they are named by their content, so that a rollback leaves no trace
 * that anything points to. */
async function storeFiles(context: Context, content: ImportedContent, report: ReportProgress) {
  const files = []
  for (const [index, file] of content.files.entries()) {
    report('storing files', index, content.files.length)
    const blob = await storeBlob(context, await file.read())
    files.push({ ...file, blobHash: blob.hash })
  }
  report('storing files', content.files.length, content.files.length)
  return files
}

async function fetchEntries(
  context: Context,
  { url, source }: { url: string; source: ImportSource },
): Promise<readonly SourceEntry[]> {
  const { body, finalUrl } = await guardedFetch(url, { allow: context.config.outboundAllow, ...fetchLimits })
  if (source === 'ZIP' || isZip(body)) return readZip(body)
  return [singleEntry(finalUrl, body)]
}

const isZip = (body: Buffer) => body.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** A page that stands alone, named as its address ends. */
function singleEntry(url: string, body: Buffer): SourceEntry {
  const name = readable(new URL(url).pathname.split('/').at(-1) || 'page')
  const path = /\.(md|markdown)$/i.test(name) ? name : `${name}.md`
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
