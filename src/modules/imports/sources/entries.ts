import { posix } from 'node:path'

/** One file of a source. */
export interface SourceEntry {
  /** The path relative to the root of the source, with forward slashes. */
  readonly path: string
  /** The size in bytes. */
  readonly size: number
  /** The file on disk, if the source is a folder. */
  readonly file?: string
  read(): Promise<Buffer>
}

/**
 * Returns whether a folder belongs to a tool and contains no content. `.gitbook` is an exception, because it
 * contains assets.
 */
export const isToolFolder = (name: string): boolean =>
  name === 'node_modules' || name === '__MACOSX' || (name.startsWith('.') && name !== '.gitbook')

export const isInToolFolder = (path: string): boolean =>
  posix.dirname(path).split('/').some(isNamedToolFolder)

const isNamedToolFolder = (name: string) => name !== '.' && isToolFolder(name)
