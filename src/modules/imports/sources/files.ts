import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { imageSize } from 'image-size'
import { lookup } from 'mime-types'
import type { ImportedFile as StoredFile } from '../../content/import-tree.ts'
import type { SourceEntry } from './entries.ts'

/** A file that is referenced by pages. Its content is not stored yet. */
export interface ImportedFile extends Omit<StoredFile, 'blobHash'> {
  readonly size: number
  read(): Promise<Buffer>
}

export async function describeFile(id: string, entry: SourceEntry): Promise<ImportedFile> {
  const { path, size } = entry
  const bytes = await entry.read()
  const contentType = lookup(path) || 'application/octet-stream'
  const name = posix.basename(path)
  const git = { path, oid: gitObjectId(bytes) }
  return { id, name, contentType, size, ...dimensions(bytes, contentType), git, read: () => entry.read() }
}

export const isImage = (path: string): boolean => (lookup(path) || '').startsWith('image/')

/** Returns the git object id of the content. */
export const gitObjectId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** Returns the dimensions in pixels, or an empty object if the file is not a readable image. */
function dimensions(bytes: Buffer, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    return {}
  }
}
