import { posix } from 'node:path'

/** One file of a source, wherever the source was. */
export interface SourceEntry {
  /** Relative to the root of the source, with slashes. */
  readonly path: string
  /** In bytes. */
  readonly size: number
  read(): Promise<Buffer>
}

/** Folders that are the business of tools and not of readers. `.gitbook` holds the assets of a repository. */
export const isToolFolder = (name: string): boolean =>
  name === 'node_modules' || name === '__MACOSX' || (name.startsWith('.') && name !== '.gitbook')

export const isInToolFolder = (path: string): boolean =>
  posix.dirname(path).split('/').some(isNamedToolFolder)

const isNamedToolFolder = (name: string) => name !== '.' && isToolFolder(name)
