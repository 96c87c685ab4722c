import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../base/config.ts'

/** Bytes stored on disk, which files refer to by their hash. */
export interface StoredBlob {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly size: number
}

export type BlobConfig = Pick<Config, 'dataDir'>

/** Returns the folder of the bytes. */
export const blobFolder = ({ dataDir }: BlobConfig): string => join(dataDir, 'files')

export const blobPath = (config: BlobConfig, hash: string): string =>
  join(blobFolder(config), hash.slice(0, 2), hash)

/** Returns whether all bytes are on disk, by their number. */
export async function hasBytes(config: BlobConfig, { hash, size }: StoredBlob): Promise<boolean> {
  const found = await stat(blobPath(config, hash)).catch(() => undefined)
  return found?.size === size
}
