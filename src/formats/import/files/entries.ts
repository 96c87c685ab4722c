import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'

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

/** Returns the path of a folder that a client names, `.` for the source. Throws unless it has files. */
export function folderAt(entries: readonly SourceEntry[], root: string): string {
  const folder = posix.join(`./${root}`, './').replace(/\/$/, '')
  const isInside = folder === '.' || entries.some(({ path }) => path.startsWith(`${folder}/`))
  if (!isInside)
    throw invalidSource(
      'SOURCE_FOLDER_MISSING',
      `The source has no folder ${JSON.stringify(root)}, which is to be its root.`,
      { path: root },
    )
  return folder
}

/** Returns the files of a folder as if it were the source. Throws unless it has files. */
export function entriesBelow(
  entries: readonly SourceEntry[],
  root: string | undefined,
): readonly SourceEntry[] {
  const folder = folderAt(entries, root ?? '.')
  if (folder === '.') return entries
  const inside = entries.filter(({ path }) => path.startsWith(`${folder}/`))
  return inside.map((entry) => ({ ...entry, path: posix.relative(folder, entry.path) }))
}

/** Folders with a period that have content: assets, uploads, and the table of contents of VitePress. */
const contentFolders: ReadonlySet<string> = new Set(['.gitbook', '.attachments', '.vitepress'])

/** Returns whether a folder belongs to a tool and contains no content. */
export const isToolFolder = (name: string): boolean =>
  name === 'node_modules' || name === '__MACOSX' || (name.startsWith('.') && !contentFolders.has(name))

export const isInToolFolder = (path: string): boolean =>
  posix.dirname(path).split('/').some(isNamedToolFolder)

const isNamedToolFolder = (name: string) => name !== '.' && isToolFolder(name)
