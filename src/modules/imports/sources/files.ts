import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { imageSize } from 'image-size'
import { lookup } from 'mime-types'
import type { ImportedFile as StoredFile } from '../../content/import-tree.ts'
import type { SourceEntry } from './entries.ts'

/** A file that pages refer to; its bytes are still to be stored. */
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

/** The name under which git keeps these bytes. */
export const gitObjectId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** In pixels; nothing for what is no image, or none that can be read. */
function dimensions(bytes: Buffer, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    return {}
  }
}
