import { buffer } from 'node:stream/consumers'
import { authorizeSpace } from '../../access/authorize.ts'
import { newId } from '../../base/identifiers.ts'
import { withTemporaryFolder } from '../../base/temporary-files.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Conversion } from '../../formats/import/conversion/conversion.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import type { SourceCommit } from '../../formats/import/imported-content.ts'
import type { ImportedContent, ReadingOptions } from '../../formats/import/markdown/read-source.ts'
import { isIn, isMarkdown } from '../../formats/import/markdown/repository/paths.ts'
import { pagesNamed } from '../../formats/import/markdown/repository/urls.ts'
import { type NoteCounts, notesOfReport } from '../../formats/import/report/listed-notes.ts'
import type { ImportNote, Skip } from '../../formats/import/report/notes.ts'
import { invalidSource } from '../../formats/source-problems.ts'
import type { Revision, Space } from '../../generated/prisma/client.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { type Context, ownerOf } from '../../request/context.ts'
import { mapConcurrently } from '../../workers/map-concurrently.ts'
import { contentOf, loadEditableChangeRequest } from '../change-requests/service.ts'
import type { StoredBlob } from '../content/blob-paths.ts'
import { readBlob, storeBlob } from '../content/blobs.ts'
import { commitImportedTree } from '../content/import-tree.ts'
import { conflict } from '../content/reasons.ts'
import { type ContentTarget, liveContent } from '../content/revision-writer.ts'
import { loadSpace } from '../spaces/service.ts'
import { convertInProcess } from './convert-in-process.ts'
import type { Checkout } from './git.ts'
import type { FetchMessage } from './guarded-git-http.ts'
import { type ImportSource, isConverted, sourceReaders } from './readers.ts'

/** Reports the progress of an import: the current step, and the completed and total number of its items. */
export type ReportProgress = (step: string, done: number, total: number) => void

export interface ImportResult extends ImportReport {
  readonly space: Space
  readonly revision: Revision
}

/** The counts of an import, what it skipped, and what its author may want to know. */
export interface ImportReport {
  readonly importedResources: number
  readonly totalResources: number
  readonly importedPages: number
  /** The imported pages that are hidden, because the table of contents does not list them. */
  readonly unlistedPages: number
  readonly skipped: readonly Skip[]
  /** The first of each kind. */
  readonly notes: readonly ImportNote[]
  readonly noteCounts: NoteCounts
}

/** The files of an import that are stored at once. The bytes of each are in memory. */
const filesAtOnce = 4

const fetchLimits = { maxBytes: 200 * 1024 * 1024, timeoutMs: 120_000, maxRedirects: 5 }

/** The space that content is imported into, and optionally a change request of it. */
export interface ImportTargetIds {
  readonly spaceId: string
  readonly changeRequestId?: string | null
}

export interface ImportRequest {
  readonly url: string
  /** The stored file that is at the URL, for one that was uploaded. */
  readonly file?: Pick<StoredBlob, 'hash' | 'size'>
  readonly source: ImportSource
  /** The folder of a repository that has the documentation. Defaults to the one that its layout names. */
  readonly root?: string
  /** Whether Markdown files that are not in the table of contents become hidden pages. */
  readonly includesUnlisted?: boolean
}

export interface ImportOptions {
  readonly report?: ReportProgress
  /** Ends the import before it has written anything. */
  readonly signal?: AbortSignal
  /** Called with the result in the transaction that writes it. */
  readonly whenWritten?: WhenImported
}

type WhenImported = (
  transaction: Transaction,
  result: ImportReport & { readonly revision: Revision },
) => Promise<void>

/**
 * Fetches content from a source and adds its pages and files in one new revision. Makes no change if it fails.
 */
export async function importContent(
  context: Context,
  targetIds: ImportTargetIds,
  { includesUnlisted, ...request }: ImportRequest,
  { report, signal, whenWritten }: ImportOptions = {},
): Promise<ImportResult> {
  const { target, organizationId } = await loadTarget(context, targetIds)
  return withTemporaryFolder(async (folder) => {
    const conversion = await readSource(context, { ...request, folder, signal, organizationId })
    const reading = { includesUnlisted, root: request.root }
    const read = await readConversion(context, conversion, { report, reading })
    return commitRead(context, target, read, { report, whenWritten })
  })
}

interface SourceRequest extends ImportRequest, Pick<ImportOptions, 'signal'> {
  readonly folder: string
  readonly organizationId: string
}

function readSource(
  context: Context,
  { url, file, source, root, folder, signal, organizationId }: SourceRequest,
): Promise<Conversion> {
  const limits = { owner: organizationId, allow: context.config.outboundAllow, ...fetchLimits, signal }
  const fetch: FetchMessage = (each, message) =>
    file && each === url ? readStored(context, file, url) : guardedFetch(each, limits, message)
  return isConverted(source)
    ? convertInProcess({ source, url, root, fetch, folder, owner: ownerOf(context), signal })
    : sourceReaders[source]({ url, fetch, folder, report: () => {} })
}

/** Answers with an uploaded file, as if it were fetched. */
async function readStored({ config }: Context, file: StoredBlob, url: string): ReturnType<FetchMessage> {
  const stored = await readBlob(config, file)
  if (!stored) throw invalidSource('SOURCE_NOT_STORED', 'The file is not stored any more. Upload it again.')
  return { body: await buffer(stored), contentType: '', finalUrl: url }
}

/** Returns the content to import into, and its organization. Throws if the viewer may not edit it. */
async function loadTarget(
  context: Context,
  { spaceId, changeRequestId }: ImportTargetIds,
): Promise<{ target: ContentTarget; organizationId: string }> {
  if (changeRequestId) {
    const changeRequest = await loadEditableChangeRequest(context, { spaceId, changeRequestId })
    return { target: contentOf(changeRequest), organizationId: changeRequest.organizationId }
  }
  const { id, organizationId } = await loadWritableSpace(context, spaceId)
  return { target: liveContent(id), organizationId }
}

/** Returns the space. Throws if the viewer may not edit its live content, or if it is locked. */
export async function loadWritableSpace(context: Context, spaceId: string): Promise<Space> {
  const space = await loadSpace(context, spaceId)
  assertWritable(context, space)
  return space
}

/** Throws if the viewer may not edit the live content of the space, or if it is locked. */
export function assertWritable(context: Context, space: Space): void {
  authorizeSpace(context, space)
  if (space.editMode === 'LOCKED') throw conflict('SPACE_LOCKED')
}

/** Content that was read from a source and is not in a space yet. */
export interface ReadImport {
  readonly content: ImportedContent
  readonly skipped: readonly Skip[]
  readonly notes: readonly ImportNote[]
  readonly git: SourceCommit | undefined
}

/** Reads files in the form of a Markdown repository. Throws if there is nothing to import. */
export const readEntries = (
  context: Context,
  { entries, commit }: Checkout,
  {
    report,
    ...reading
  }: Pick<ReadingOptions, 'includesUnlisted' | 'root'> & { readonly report?: ReportProgress },
): Promise<ReadImport> =>
  readConversion(context, { entries, skipped: [], git: commit, isAuthored: true }, { report, reading })

/** Adds what was read to the live content of the space. */
export const importRead = (
  context: Context,
  space: Space,
  read: ReadImport,
  report?: ReportProgress,
): Promise<ImportResult> => commitRead(context, liveContent(space.id), read, { report })

/** A folder of a source, and the id of the space that it is for. */
export interface FolderSource {
  /** The path without a trailing slash, `.` for the whole source. */
  readonly folder: string
  readonly spaceId: string
}

export interface ReadFolder extends FolderSource {
  readonly read: ReadImport
}

interface FoldersOptions extends Pick<ReadingOptions, 'includesUnlisted'> {
  readonly report?: ReportProgress
}

/**
 * Reads each folder of a source as the content of a space, which needs not exist yet. A file belongs to the innermost folder
 * that it is in. Links between the folders become links between the spaces. Throws if there is nothing to import in one.
 */
export async function readFolders(
  context: Context,
  { entries, commit }: Checkout,
  folders: readonly FolderSource[],
  { report, ...options }: FoldersOptions = {},
): Promise<ReadFolder[]> {
  const owners = new Map(entries.map(({ path }) => [path, innermost(folders, path)]))
  const pageIds = new Map<string, string>()
  const pageIdAt = (path: string) => {
    const id = pageIds.get(path) ?? newId('Page')
    pageIds.set(path, id)
    return id
  }
  const pageUrl = (written: string) => {
    const path = pagesNamed(written).find((each) => owners.get(each))
    const target = path === undefined ? undefined : owners.get(path)
    return path && target && `/spaces/${target.spaceId}/pages/${pageIdAt(path)}`
  }
  const read: ReadFolder[] = []
  for (const source of folders) {
    const belongs = ({ path }: SourceEntry) => {
      const owner = owners.get(path)
      return owner === source || (isShared(path) && (!owner || isIn(owner.folder, source.folder)))
    }
    const conversion = { entries: entries.filter(belongs), skipped: [], git: commit, isAuthored: true }
    const reading = {
      ...options,
      root: source.folder,
      newPageId: (path?: string) => (path === undefined ? newId('Page') : pageIdAt(path)),
      outsideUrl: pageUrl,
    }
    const { content, ...rest } = await readConversion(context, conversion, { report, reading })
    const skipped = content.skipped.filter(({ path }) => !owners.has(path) || owners.get(path) === source)
    read.push({ ...source, read: { ...rest, content: { ...content, skipped } } })
  }
  return read
}

/** Returns whether a file may belong to pages of several spaces: one in no folder of a space, or in a folder around others. */
const isShared = (path: string): boolean => !isMarkdown(path) && !`/${path}`.includes('/.gitbook/')

/** Returns the folder of the longest path in which a file is. */
function innermost(folders: readonly FolderSource[], path: string): FolderSource | undefined {
  const around = folders.filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`))
  return around.toSorted((a, b) => b.folder.length - a.folder.length)[0]
}

/** A folder of a source, and the space to import it into. */
export interface FolderImport {
  readonly folder: string
  readonly space: Space
}

/** Imports each folder of a source into a space. Links between the folders become links between the spaces. */
export async function importFolders(
  context: Context,
  entries: readonly SourceEntry[],
  imports: readonly FolderImport[],
): Promise<ImportResult[]> {
  const sources = imports.map(({ folder, space }) => ({ folder, spaceId: space.id }))
  const results: ImportResult[] = []
  for (const [index, { read }] of (await readFolders(context, { entries: [...entries] }, sources)).entries())
    results.push(await importRead(context, (imports[index] as FolderImport).space, read))
  return results
}

interface ConversionOptions {
  readonly report?: ReportProgress | undefined
  readonly reading?: Partial<ReadingOptions>
}

async function readConversion(
  context: Context,
  { entries, skipped, notes = [], git, isAuthored }: Conversion,
  { report = () => {}, reading }: ConversionOptions = {},
): Promise<ReadImport> {
  const { readMarkdownSource } = await import('../../formats/import/markdown/read-source.ts')
  const content = await readMarkdownSource(entries, {
    newPageId: () => newId('Page'),
    newFileId: () => newId('File'),
    owner: ownerOf(context),
    isAuthored,
    onProgress: (done, total) => report('reading', done, total),
    ...reading,
  })
  return { content, skipped, notes, git }
}

async function commitRead(
  context: Context,
  target: ContentTarget,
  { content, skipped, notes, git }: ReadImport,
  { report = () => {}, whenWritten }: Pick<ImportOptions, 'report' | 'whenWritten'>,
): Promise<ImportResult> {
  const files = await storeFiles(context, content, report)
  report('writing', 0, 1)
  const { importedResources, importedPages, unlistedPages, totalResources } = content
  const result: ImportReport = {
    importedResources,
    importedPages,
    unlistedPages,
    totalResources: totalResources + skipped.length,
    skipped: [...skipped, ...content.skipped],
    ...notesOfReport([...notes, ...content.notes]),
  }
  const recorded: ContentTarget = {
    ...target,
    whenWritten: async (transaction, revision) => {
      await target.whenWritten?.(transaction, revision)
      await whenWritten?.(transaction, { ...result, revision })
    },
  }
  const { space, revision } = await commitImportedTree(context, recorded, {
    pages: content.pages,
    reusable: content.reusable,
    parsed: content.parsed,
    ...(Object.keys(content.variables).length > 0 && { variables: content.variables }),
    files,
    git,
  })
  report('writing', 1, 1)
  return { ...result, space, revision }
}

/**
 * Writes the files to the blob store before the transaction. Blobs are addressed by their content, so a
 * rollback leaves no dangling references.
 */
async function storeFiles(context: Context, { files }: ImportedContent, report: ReportProgress) {
  let stored = 0
  const reportStored = () => report('storing files', stored, files.length)
  reportStored()
  return mapConcurrently(files, filesAtOnce, async (file) => {
    const blob = await storeBlob(context, await file.read())
    stored++
    reportStored()
    return { ...file, blobHash: blob.hash }
  })
}
