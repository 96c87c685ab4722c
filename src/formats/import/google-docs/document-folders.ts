import { posix } from 'node:path'
import type { SourceEntry } from '../files/entries.ts'
import { naturally } from '../natural-order.ts'

/**
 * A folder of an export, a document, or both: a document next to a folder of the same name is the page of the
 * folder.
 */
export interface DocumentFolder {
  readonly name: string
  /** The path without extension, relative to the common folder of all documents. */
  readonly stem: string
  readonly document?: SourceEntry
  readonly children: readonly DocumentFolder[]
}

interface FolderBuilder {
  name: string
  stem: string
  document?: SourceEntry
  readonly folders: Map<string, FolderBuilder>
}

/** Returns the documents in their folders, sorted by name as in Google Drive. */
export function foldersOf(documents: readonly SourceEntry[]): DocumentFolder[] {
  const top = commonFolders(documents.map(({ path }) => path.split('/').slice(0, -1)))
  const root: FolderBuilder = { name: '', stem: '', folders: new Map() }
  for (const document of documents) {
    const names = document.path.split('/').slice(top)
    const stem = names.map((name, index) => (index === names.length - 1 ? posix.parse(name).name : name))
    const folder = stem.reduce(getFolder, root)
    // A document that is exported in two formats becomes two pages.
    if (folder.document) addVariant(root, folder, document)
    else folder.document = document
  }
  return toFolders(root)
}

function getFolder(folder: FolderBuilder, name: string): FolderBuilder {
  const found = folder.folders.get(name) ?? { name, stem: posix.join(folder.stem, name), folders: new Map() }
  folder.folders.set(name, found)
  return found
}

function addVariant(root: FolderBuilder, { stem, name }: FolderBuilder, document: SourceEntry): void {
  const parent = posix.dirname(stem) === '.' ? root : posix.dirname(stem).split('/').reduce(getFolder, root)
  const extension = posix.extname(document.path).slice(1)
  getFolder(parent, `${name} (${extension})`).document = document
}

const toFolders = ({ folders }: FolderBuilder): DocumentFolder[] =>
  [...folders.values()]
    .sort((a, b) => naturally(a.name, b.name))
    .map((folder) => ({
      name: folder.name,
      stem: folder.stem,
      document: folder.document,
      children: toFolders(folder),
    }))

/** Returns the number of leading folders that all documents have in common. */
function commonFolders([first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = first.findIndex((name, depth) => others.some((folders) => folders[depth] !== name))
  return differs === -1 ? first.length : differs
}
