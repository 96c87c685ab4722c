import type { StorageConfig } from '../../storage/open-storage.ts'

/** Stored bytes, which files refer to by their hash. */
export interface StoredBlob {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly size: number
}

export type BlobConfig = StorageConfig

/** Returns the key of bytes in the storage of files. */
export const blobKey = (hash: string): string => `${hash.slice(0, 2)}/${hash}`
