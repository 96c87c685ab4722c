import { faultAt, invalidInput } from '../../base/errors.ts'
import { getOrCreate } from '../../base/get-or-create.ts'
import { newId } from '../../base/identifiers.ts'
import { imageDimensions } from '../../base/image-dimensions.ts'
import { requirePackage } from '../../base/require-package.ts'
import { brokenRule } from '../../base/rules.ts'
import { contentLimits, maximumFileBytes } from '../../formats/body/limits.ts'
import type { FileVersion } from '../../generated/prisma/client.ts'
import { guardedFetch, isFetchFailure } from '../../http/guarded-fetch.ts'
import type { Upload } from '../../http/multipart.ts'
import type { Context } from '../../request/context.ts'
import { loadSpace } from '../spaces/service.ts'
import type { StoredBlob } from './blob-paths.ts'
import { storeBlob, storeBlobFile } from './blobs.ts'
import type { BytesInput, ChangeOf, ContentChange, FileInput } from './content-change.ts'
import { readContentRows } from './content-reads.ts'
import { refusedInput } from './reasons.ts'
import type { ContentRow, NewFileVersion, OpenRevision } from './revision-writer.ts'
import type { RowChanges } from './row-writer.ts'
import { bytesOfBase64, readBeginning, uploadNamed } from './sent-files.ts'

type FileRow = ContentRow<NewFileVersion>

/** A new file of a batch whose bytes are already stored, but not its row. */
export interface PreparedFile {
  readonly ref?: string
  readonly row: Omit<FileRow, 'createdAt'>
}

type UpdateFile = ChangeOf<'updateFile'>

/** The columns of a file that change with its bytes. */
type NewBytes = Pick<FileRow, 'contentType' | 'width' | 'height' | 'gitOid' | 'blobHash'>

/** The files of a batch, whose bytes are stored. */
export interface PreparedFiles {
  readonly inserted: readonly PreparedFile[]
  /** The new bytes of files that are in the space, by the change that brings them. */
  readonly replaced: ReadonlyMap<UpdateFile, NewBytes>
}

/** A stored file, with what its source says about it. */
interface StoredContent {
  readonly blob: StoredBlob
  /** The bytes, or those at the beginning of a large file. */
  readonly beginning: Uint8Array
  readonly name?: string
  readonly contentType?: string
}

interface Content {
  readonly bytes: Uint8Array
  readonly contentType?: string
}

/** Timeouts in milliseconds, so that every request ends, and the number of files in memory at once. */
const batchTimeoutMs = 120_000
const fileTimeoutMs = 30_000
const concurrentFiles = 4

const unknownType = 'application/octet-stream'
const isContentType = (text: string) => contentLimits.contentType.pattern.test(text)

/** The organization for which files are fetched, and the end of the time for all of them. */
interface Fetching {
  readonly owner: string
  readonly deadline: number
}

/** Fetches or decodes all files of a batch. Runs before the transaction, so that no lock is held meanwhile. */
export async function prepareFiles(
  context: Context,
  spaceId: string,
  changes: readonly ContentChange[],
): Promise<PreparedFiles> {
  const given = changes.flatMap((change) =>
    change.operation === 'insertFiles'
      ? change.files.map((file, position) => ({ file, path: `${change.path}.files.${position}` }))
      : [],
  )
  const updates = changes.filter((change) => change.operation === 'updateFile').filter(bringsBytes)
  const isFetched = [...given.map(({ file }) => file), ...updates].some(({ url }) => url != null)
  const owner = isFetched ? (await loadSpace(context, spaceId)).organizationId : ''
  const fetching = { owner, deadline: Date.now() + batchTimeoutMs }
  const inserted = await someAtOnce(given, ({ file, path }) => prepareFile(context, file, path, fetching))
  assertUniqueRefs(inserted)
  const replaced = await someAtOnce(
    updates,
    async (update) => [update, await prepareBytes(context, update, fetching)] as const,
  )
  return { inserted, replaced: new Map(replaced) }
}

async function someAtOnce<Item, Result>(
  items: readonly Item[],
  prepare: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const prepared: Result[] = []
  for (let start = 0; start < items.length; start += concurrentFiles)
    prepared.push(...(await Promise.all(items.slice(start, start + concurrentFiles).map(prepare))))
  return prepared
}

/** Returns whether a change of a file brings new bytes. Throws if it would change nothing. */
function bringsBytes({ name, contentType, path, ...sources }: UpdateFile): boolean {
  if (sourcesOf(sources).length > 0) return true
  if (contentType != null)
    throw invalidInput(`${path}.contentType`, 'is only allowed with one of: upload, url, base64')
  if (name == null) throw invalidInput(path, 'must have a name, or one of: upload, url, base64')
  return false
}

const sourcesOf = ({ url, base64, upload }: BytesInput) =>
  [url, base64, upload].filter((source) => source != null)

async function prepareFile(
  context: Context,
  file: FileInput,
  path: string,
  fetching: Fetching,
): Promise<PreparedFile> {
  const content = await storeContent(context, file, path, fetching)
  const name = nameOf(file, content, path)
  return {
    ref: file.ref ?? undefined,
    row: { fileId: newId('File'), name, ...columnsOf(content, file, name) },
  }
}

/** Stores the bytes that take the place of those of a file. Its name stays, unless another is given. */
async function prepareBytes(context: Context, update: UpdateFile, fetching: Fetching): Promise<NewBytes> {
  const content = await storeContent(context, update, update.path, fetching)
  const columns = columnsOf(content, update, update.name ?? content.name ?? '')
  return { width: null, height: null, ...columns, gitOid: null }
}

/** Returns the columns of a file that follow from its bytes. */
function columnsOf(content: StoredContent, given: BytesInput, name: string) {
  const contentType = given.contentType ?? content.contentType ?? typeByName(name)
  return {
    contentType,
    ...imageDimensions(content.beginning, contentType),
    blobHash: content.blob.hash,
  }
}

function typeByName(name: string): string {
  const { lookup } = requirePackage('mime-types') as typeof import('mime-types')
  return lookup(name) || unknownType
}

/** Returns the given name, which is validated, or that of the upload. */
function nameOf(file: FileInput, content: StoredContent, path: string): string {
  const name = file.name ?? content.name
  if (!name) throw brokenRule(`${path}.name`, 'REQUIRED')
  const { maxLength } = contentLimits.fileName
  if ([...name].length > maxLength) throw brokenRule(`${path}.name`, 'TOO_LONG', { maximum: maxLength })
  return name
}

async function storeContent(
  context: Context,
  file: BytesInput,
  path: string,
  fetching: Fetching,
): Promise<StoredContent> {
  if (sourcesOf(file).length !== 1) throw invalidInput(path, 'must have exactly one of: upload, url, base64')
  if (file.upload != null) return storeUpload(context, file.upload, path)
  const { bytes, contentType } =
    file.url != null ? await fetchContent(context, file.url, path, fetching) : decodeContent(file, path)
  return { blob: await storeBlob(context, bytes), beginning: bytes, contentType }
}

/** The stored uploads. Several files may have the same one, which is moved only once. */
const storedUploads = new WeakMap<Upload, Promise<StoredContent>>()

function storeUpload(context: Context, name: string, path: string): Promise<StoredContent> {
  const upload = uploadNamed(context, name, `${path}.upload`)
  return getOrCreate(storedUploads, upload, () => moveUpload(context, upload))
}

async function moveUpload(context: Context, upload: Upload): Promise<StoredContent> {
  const beginning = await readBeginning(upload)
  const isKnown = upload.contentType !== unknownType && isContentType(upload.contentType)
  return {
    blob: await storeBlobFile(context, upload),
    beginning,
    name: upload.name,
    contentType: isKnown ? upload.contentType : undefined,
  }
}

function decodeContent({ base64, contentType }: BytesInput, path: string): Content {
  if (contentType == null) throw brokenRule(`${path}.contentType`, 'REQUIRED')
  return { bytes: bytesOfBase64(base64 ?? '', `${path}.base64`) }
}

async function fetchContent(
  { config }: Context,
  url: string,
  path: string,
  { owner, deadline }: Fetching,
): Promise<Content> {
  try {
    const { body, contentType } = await guardedFetch(url, {
      owner,
      allow: config.outboundAllow,
      maxBytes: maximumFileBytes,
      timeoutMs: Math.max(1, Math.min(fileTimeoutMs, deadline - Date.now())),
      maxRedirects: 5,
    })
    return { bytes: body, contentType: isContentType(contentType) ? contentType : undefined }
  } catch (error) {
    if (!isFetchFailure(error)) throw error
    throw faultAt(`${path}.url`, error)
  }
}

function assertUniqueRefs(files: readonly PreparedFile[]): void {
  const refs = files.map(({ ref }) => ref).filter((ref) => ref !== undefined)
  if (new Set(refs).size < refs.length) throw invalidInput('changes', 'uses the same ref for two files')
}

/** Returns what a batch changes of the files of the space, in the order of its changes. Throws for a file that is not there. */
export async function changesOfFiles(
  { transaction, head }: OpenRevision,
  changes: readonly ContentChange[],
  replaced: PreparedFiles['replaced'],
): Promise<RowChanges<FileRow>> {
  const named = changes.filter(
    (change) => change.operation === 'updateFile' || change.operation === 'deleteFile',
  )
  if (named.length === 0) return {}
  const ids = named.map(({ file }) => file)
  const stored = await readContentRows(transaction.query, 'FileVersion', head, { ids })
  const left = new Map<string, FileRow>(stored.map((file) => [file.fileId, rowOf(file)]))
  const written = new Map<string, FileRow>()
  const removed: string[] = []
  for (const change of named) {
    const { file, path } = change
    const row = left.get(file)
    if (!row) throw refusedInput(`${path}.file`, 'FILE_NOT_IN_SPACE')
    if (change.operation === 'deleteFile') {
      left.delete(file)
      written.delete(file)
      removed.push(file)
    } else {
      const changed = { ...row, ...(change.name != null && { name: change.name }), ...replaced.get(change) }
      left.set(file, changed)
      written.set(file, changed)
    }
  }
  return { written: [...written.values()], removed }
}

/** Returns the columns of a stored file that a new version of it has as well. */
const rowOf = ({
  fileId,
  name,
  contentType,
  width,
  height,
  gitOid,
  gitPath,
  blobHash,
  createdAt,
}: FileVersion) => ({
  fileId,
  name,
  contentType,
  width,
  height,
  gitOid,
  gitPath,
  blobHash,
  createdAt,
})
