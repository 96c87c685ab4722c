import type { Readable } from 'node:stream'

/** The bytes from `start` through `end`. */
export interface BytesAsked {
  readonly start?: number
  readonly end?: number
}

/** The headers of an answer to a client that downloads a file by an address of the storage. */
export interface DownloadHeaders {
  readonly contentType: string
  readonly disposition: string
}

export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly changedAt: Date
}

/** Whole bytes, or those that are read while they are stored. */
export type Content = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A place that keeps bytes under keys, which may have slashes. */
export interface Storage {
  /** Names the place for an operator: a folder, or the address of a bucket. */
  readonly name: string
  /** Whether the place is on another server, which may fail by itself. */
  readonly isRemote: boolean
  /** Returns the number of the bytes under a key; undefined if there are none. */
  size(key: string): Promise<number | undefined>
  /** Returns the bytes, or some of them, as a stream; undefined if there are not as many as `size`. */
  read(key: string, size: number, range?: BytesAsked): Promise<Readable | undefined>
  /** Stores bytes. They are under the key once all of them are kept safely, and before that nothing is. */
  write(key: string, content: Content): Promise<void>
  /** Stores a file of this machine in the same way. The file may be gone afterwards. */
  writeFile(key: string, path: string): Promise<void>
  /** Deletes what is under a key, if anything is. */
  remove(key: string): Promise<void>
  /** Returns a text; undefined if there is none. */
  readText(key: string): Promise<string | undefined>
  /** Returns the lines that were added under a key. */
  lines(key: string): Promise<readonly string[]>
  /** Adds a line, beside those that others add at the same time. */
  addLine(key: string, line: string): Promise<void>
  /** Lists what there is in the order of the keys, in the whole place or under keys that begin so. */
  list(beginning?: string): AsyncIterable<StoredObject>
  /** Returns the path of a file that this machine has under a key; undefined if the bytes are elsewhere. */
  pathOf(key: string): string | undefined
  /** Returns an address by which everybody can download what is under a key for some minutes; undefined if there is none. */
  downloadAddress(key: string, headers: DownloadHeaders): Promise<string | undefined>
}
