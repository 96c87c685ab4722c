import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { lookup } from 'mime-types'
import { imageDimensions } from '../../../base/image-dimensions.ts'
import type { ImportedFile as StoredFile } from '../imported-content.ts'
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
  return {
    id,
    name,
    contentType,
    size,
    ...imageDimensions(bytes, contentType),
    git,
    read: () => entry.read(),
  }
}

export const isImage = (path: string): boolean => (lookup(path) || '').startsWith('image/')

export const gitObjectId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
