import { open } from 'node:fs/promises'
import { invalidInput } from '../../base/errors.ts'
import { getOrCreate } from '../../base/get-or-create.ts'
import { newId } from '../../base/identifiers.ts'
import { imageDimensions } from '../../base/image-dimensions.ts'
import { requirePackage } from '../../base/require-package.ts'
import { contentLimits, maximumFileBytes } from '../../formats/body/limits.ts'
import { guardedFetch, isFetchFailure } from '../../http/guarded-fetch.ts'
import type { Upload } from '../../http/multipart.ts'
import type { Context } from '../../request/context.ts'
import { loadSpace } from '../spaces/service.ts'
import type { StoredBlob } from './blob-paths.ts'
import { storeBlob, storeBlobFile } from './blobs.ts'
import type { ContentChange, FileInput } from './content-change.ts'
import { readContentRows } from './content-reads.ts'
import { refusedInput } from './reasons.ts'
import type { ContentRow, NewFileVersion, OpenRevision } from './revision-writer.ts'
import { bytesOfBase64, uploadNamed } from './sent-files.ts'

/** A file of a batch whose bytes are already stored, but not its row. */
export interface PreparedFile {
  readonly ref?: string
  readonly row: Omit<ContentRow<NewFileVersion>, 'createdAt'>
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

const maximumImageHeader = 512 * 1024
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
): Promise<PreparedFile[]> {
  const given = changes.flatMap((change) =>
    change.operation === 'insertFiles'
      ? change.files.map((file, position) => ({ file, path: `${change.path}.files.${position}` }))
      : [],
  )
  const isFetched = given.some(({ file }) => file.url != null)
  const owner = isFetched ? (await loadSpace(context, spaceId)).organizationId : ''
  const fetching = { owner, deadline: Date.now() + batchTimeoutMs }
  const prepared: PreparedFile[] = []
  for (let start = 0; start < given.length; start += concurrentFiles) {
    const chunk = given.slice(start, start + concurrentFiles)
    prepared.push(
      ...(await Promise.all(chunk.map(({ file, path }) => prepareFile(context, file, path, fetching)))),
    )
  }
  assertUniqueRefs(prepared)
  return prepared
}

async function prepareFile(
  context: Context,
  file: FileInput,
  path: string,
  fetching: Fetching,
): Promise<PreparedFile> {
  const given = [file.url, file.base64, file.upload].filter((source) => source != null)
  if (given.length !== 1) throw invalidInput(path, 'must have exactly one of: upload, url, base64')
  const content = await storeContent(context, file, path, fetching)
  const name = nameOf(file, content, path)
  const contentType = file.contentType ?? content.contentType ?? typeByName(name)
  return {
    ref: file.ref ?? undefined,
    row: {
      fileId: newId('File'),
      name,
      contentType,
      ...imageDimensions(content.beginning, contentType),
      blobHash: content.blob.hash,
    },
  }
}

function typeByName(name: string): string {
  const { lookup } = requirePackage('mime-types') as typeof import('mime-types')
  return lookup(name) || unknownType
}

/** Returns the given name, which is validated, or that of the upload. */
function nameOf(file: FileInput, content: StoredContent, path: string): string {
  const name = file.name ?? content.name
  if (!name) throw invalidInput(`${path}.name`, 'is required')
  const { maxLength } = contentLimits.fileName
  if ([...name].length > maxLength)
    throw invalidInput(`${path}.name`, `must have at most ${maxLength} characters`)
  return name
}

async function storeContent(
  context: Context,
  file: FileInput,
  path: string,
  fetching: Fetching,
): Promise<StoredContent> {
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
  const beginning = await readBeginning(upload.path)
  const isKnown = upload.contentType !== unknownType && isContentType(upload.contentType)
  return {
    blob: await storeBlobFile(context, upload),
    beginning,
    name: upload.name,
    contentType: isKnown ? upload.contentType : undefined,
  }
}

/** Reads as much of a file as has the size of an image, also behind a preview. */
async function readBeginning(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maximumImageHeader), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function decodeContent({ base64, contentType }: FileInput, path: string): Content {
  if (contentType == null) throw invalidInput(`${path}.contentType`, 'is required with base64')
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
    throw invalidInput(`${path}.url`, error.fields?.[0]?.message ?? error.message)
  }
}

function assertUniqueRefs(files: readonly PreparedFile[]): void {
  const refs = files.map(({ ref }) => ref).filter((ref) => ref !== undefined)
  if (new Set(refs).size < refs.length) throw invalidInput('changes', 'uses the same ref for two files')
}

/** Returns the ids of the files that a batch deletes. Throws if one does not exist. */
export async function findDeletedFiles(
  { transaction, head }: OpenRevision,
  changes: readonly ContentChange[],
): Promise<string[]> {
  const named = changes.flatMap((change) => (change.operation === 'deleteFile' ? [change] : []))
  if (named.length === 0) return []
  const ids = named.map(({ file }) => file)
  const stored = await readContentRows(transaction.query, 'FileVersion', head, { ids })
  const left = new Set(stored.map(({ fileId }) => fileId))
  return named.map(({ file, path }) => {
    if (!left.delete(file)) throw refusedInput(`${path}.file`, 'FILE_NOT_IN_SPACE')
    return file
  })
}
