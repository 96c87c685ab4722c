import { imageSize } from 'image-size'
import { lookup } from 'mime-types'
import { AppError, invalidInput, refusedInput } from '../../errors.ts'
import type { Context } from '../../graphql/context.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { newId } from '../../identifiers.ts'
import { storeBlob } from './blobs.ts'
import { type ContentChange, changePath, type FileInput } from './content-change.ts'
import { readContentRows } from './content-reads.ts'
import { contentLimits, maximumFileBytes } from './limits.ts'
import type { ContentRow, NewFileVersion, OpenRevision } from './revision-writer.ts'

/** A file of a batch whose bytes are already stored, but not its row. */
export interface PreparedFile {
  readonly ref?: string
  readonly row: Omit<ContentRow<NewFileVersion>, 'createdAt'>
}

interface Content {
  readonly bytes: Uint8Array
  readonly contentType?: string
}

/** Timeouts in milliseconds, so that every request ends, and the number of files in memory at once. */
const batchTimeoutMs = 120_000
const fileTimeoutMs = 30_000
const concurrentFiles = 4

/** Fetches or decodes all files of a batch. Runs before the transaction, so that no lock is held meanwhile. */
export async function prepareFiles(
  context: Context,
  changes: readonly ContentChange[],
): Promise<PreparedFile[]> {
  const given = changes.flatMap(({ operation, files }, index) =>
    operation === 'INSERT_FILES'
      ? (files ?? []).map((file, position) => ({ file, path: `${changePath(index)}.files.${position}` }))
      : [],
  )
  const deadline = Date.now() + batchTimeoutMs
  const prepared: PreparedFile[] = []
  for (let start = 0; start < given.length; start += concurrentFiles) {
    const chunk = given.slice(start, start + concurrentFiles)
    prepared.push(
      ...(await Promise.all(chunk.map(({ file, path }) => prepareFile(context, file, path, deadline)))),
    )
  }
  assertUniqueRefs(prepared)
  return prepared
}

async function prepareFile(
  context: Context,
  file: FileInput,
  path: string,
  deadline: number,
): Promise<PreparedFile> {
  const content = await readContent(context, file, path, deadline)
  const blob = await storeBlob(context, content.bytes)
  const contentType =
    file.contentType ?? content.contentType ?? (lookup(file.name) || 'application/octet-stream')
  return {
    ref: file.ref ?? undefined,
    row: {
      fileId: newId('File'),
      name: file.name,
      contentType,
      ...dimensionsOf(content.bytes, contentType),
      blobHash: blob.hash,
    },
  }
}

async function readContent(
  context: Context,
  file: FileInput,
  path: string,
  deadline: number,
): Promise<Content> {
  if ((file.url == null) === (file.base64 == null)) throw invalidInput(path, 'must have either url or base64')
  if (file.url != null) return fetchContent(context, file.url, path, deadline)
  if (file.contentType == null) throw invalidInput(`${path}.contentType`, 'is required with base64')
  const text = file.base64 ?? ''
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw invalidInput(`${path}.base64`, 'is not valid base64')
  return { bytes }
}

async function fetchContent(
  { config }: Context,
  url: string,
  path: string,
  deadline: number,
): Promise<Content> {
  try {
    const { body, contentType } = await guardedFetch(url, {
      allow: config.outboundAllow,
      maxBytes: maximumFileBytes,
      timeoutMs: Math.max(1, Math.min(fileTimeoutMs, deadline - Date.now())),
      maxRedirects: 5,
    })
    const known = contentLimits.contentType.pattern.test(contentType)
    return { bytes: body, contentType: known ? contentType : undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidInput(`${path}.url`, error.fields?.[0]?.message ?? error.message)
  }
}

/** Returns the size of an image in pixels; empty for other types and for images that cannot be parsed. */
function dimensionsOf(bytes: Uint8Array, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    return {}
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
  const named = changes.flatMap(({ operation, file }, index) =>
    operation === 'DELETE_FILE' ? [{ fileId: file ?? '', index }] : [],
  )
  if (named.length === 0) return []
  const ids = named.map(({ fileId }) => fileId)
  const stored = await readContentRows(transaction, 'FileVersion', head, ids)
  const left = new Set(stored.map(({ fileId }) => fileId))
  return named.map(({ fileId, index }) => {
    if (!left.delete(fileId)) throw refusedInput(`${changePath(index)}.file`, 'FILE_NOT_IN_SPACE')
    return fileId
  })
}
