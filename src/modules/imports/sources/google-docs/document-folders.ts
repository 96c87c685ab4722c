import { posix } from 'node:path'
import type { SourceEntry } from '../entries.ts'

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

interface Growing {
  name: string
  stem: string
  document?: SourceEntry
  readonly below: Map<string, Growing>
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Returns the documents in their folders, sorted by name as in Google Drive. */
export function foldersOf(documents: readonly SourceEntry[]): DocumentFolder[] {
  const top = commonFolders(documents.map(({ path }) => path.split('/').slice(0, -1)))
  const root: Growing = { name: '', stem: '', below: new Map() }
  for (const document of documents) {
    const names = document.path.split('/').slice(top)
    const stem = names.map((name, index) => (index === names.length - 1 ? posix.parse(name).name : name))
    const folder = stem.reduce(enter, root)
    // A document that is exported in two formats becomes two pages.
    if (folder.document) enterCopy(root, folder, document)
    else folder.document = document
  }
  return sorted(root)
}

function enter(folder: Growing, name: string): Growing {
  const found = folder.below.get(name) ?? { name, stem: posix.join(folder.stem, name), below: new Map() }
  folder.below.set(name, found)
  return found
}

function enterCopy(root: Growing, { stem, name }: Growing, document: SourceEntry): void {
  const parent = posix.dirname(stem) === '.' ? root : posix.dirname(stem).split('/').reduce(enter, root)
  const extension = posix.extname(document.path).slice(1)
  enter(parent, `${name} (${extension})`).document = document
}

const sorted = ({ below }: Growing): DocumentFolder[] =>
  [...below.values()]
    .sort((a, b) => byName.compare(a.name, b.name))
    .map((folder) => ({
      name: folder.name,
      stem: folder.stem,
      document: folder.document,
      children: sorted(folder),
    }))

/** Returns the number of leading folders that all documents have in common. */
function commonFolders([first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = first.findIndex((name, depth) => others.some((folders) => folders[depth] !== name))
  return differs === -1 ? first.length : differs
}
