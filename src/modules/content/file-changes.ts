import { imageSize } from 'image-size'
import { lookup } from 'mime-types'
import { AppError, invalidInput } from '../../errors.ts'
import type { Context } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { guardedFetch } from '../imports/outbound.ts'
import { storeBlob } from './blobs.ts'
import { type ContentChange, changePath, type FileInput } from './content-change.ts'
import { contentLimits, maximumFileBytes } from './limits.ts'
import type { ContentRow, NewFileVersion, OpenRevision } from './revision-writer.ts'

/** A file of a batch whose bytes are stored, so that only its row remains to be written. */
export interface PreparedFile {
  readonly ref?: string
  readonly row: Omit<ContentRow<NewFileVersion>, 'createdAt'>
}

interface Content {
  readonly bytes: Uint8Array
  readonly contentType?: string
}

const fetchLimits = { maxBytes: maximumFileBytes, timeoutMs: 30_000, maxRedirects: 5 }

/** Fetches or decodes all files of a batch, before its transaction: nobody waits for a slow server. */
export async function prepareFiles(
  context: Context,
  changes: readonly ContentChange[],
): Promise<PreparedFile[]> {
  const prepared: PreparedFile[] = []
  for (const [index, change] of changes.entries()) {
    if (change.operation !== 'INSERT_FILES') continue
    const files = (change.files ?? []).map((file, position) =>
      prepareFile(context, file, `${changePath(index)}.files.${position}`),
    )
    prepared.push(...(await Promise.all(files)))
  }
  checkRefs(prepared)
  return prepared
}

async function prepareFile(context: Context, file: FileInput, path: string): Promise<PreparedFile> {
  const content = await readContent(context, file, path)
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

async function readContent(context: Context, file: FileInput, path: string): Promise<Content> {
  if ((file.url == null) === (file.base64 == null)) throw invalidInput(path, 'needs either url or base64')
  if (file.url != null) return fetchContent(context, file.url, path)
  if (file.contentType == null) throw invalidInput(`${path}.contentType`, 'is required with base64')
  const text = file.base64 ?? ''
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw invalidInput(`${path}.base64`, 'is not base64')
  return { bytes }
}

async function fetchContent(context: Context, url: string, path: string): Promise<Content> {
  try {
    const { body, contentType } = await guardedFetch(url, {
      allow: context.config.outboundAllow,
      ...fetchLimits,
    })
    const known = contentType && contentLimits.contentType.pattern.test(contentType)
    return { bytes: body, contentType: known ? contentType : undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidInput(`${path}.url`, error.fields?.[0]?.message ?? error.message)
  }
}

/** The size of a picture in pixels; nothing for what is no picture, or not one that can be read. */
function dimensionsOf(bytes: Uint8Array, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    return {}
  }
}

function checkRefs(files: readonly PreparedFile[]): void {
  const refs = files.map(({ ref }) => ref).filter((ref) => ref !== undefined)
  if (new Set(refs).size < refs.length) throw invalidInput('changes', 'gives one ref to two files')
}

/** The rows of the files that a batch deletes. */
export async function findDeletedFiles(
  { transaction, branchId }: OpenRevision,
  changes: readonly ContentChange[],
): Promise<string[]> {
  const named = changes.flatMap(({ operation, file }, index) =>
    operation === 'DELETE_FILE' ? [{ fileId: file ?? '', index }] : [],
  )
  if (named.length === 0) return []
  const stored = await transaction.fileVersion.findMany({
    where: { branchId, endSequence: null, fileId: { in: named.map(({ fileId }) => fileId) } },
    select: { id: true, fileId: true },
  })
  const rowIds = new Map(stored.map(({ id, fileId }) => [fileId, id]))
  return named.map(({ fileId, index }) => {
    const rowId = rowIds.get(fileId)
    if (!rowId) throw invalidInput(`${changePath(index)}.file`, 'names no file of this space')
    rowIds.delete(fileId)
    return rowId
  })
}
