import { newId } from '../../base/identifiers.ts'
import type { OutlineItem } from '../import/markdown/repository/outline.ts'
import { isAsset, isTagsFile } from '../import/markdown/repository/paths.ts'
import type { OpenTree } from './open-tree.ts'
import type { TreeIds } from './read-texts.ts'
import type { EntryKind, GitEntry } from './types.ts'

export type ObjectKind = Extract<EntryKind, 'PAGE' | 'FILE' | 'REUSABLE'>

const types = { PAGE: 'Page', FILE: 'File', REUSABLE: 'ReusableContent' } as const

/** Returns the id of the object of a kind that the file at a path stands for. */
export type IdAt = (kind: ObjectKind, path: string) => string

/** Creates the ids of objects that no entry names, each once. */
export class NewIds {
  readonly #ids = new Map<string, string>()

  at(kind: ObjectKind, key: string, known?: string): string {
    const name = `${kind} ${key}`
    const id = this.#ids.get(name) ?? known ?? newId(types[kind])
    this.#ids.set(name, id)
    return id
  }
}

/** Returns the objects of entries by kind and path. */
export function idsOfEntries(
  entries: readonly Pick<GitEntry, 'kind' | 'path' | 'objectId'>[],
): (kind: ObjectKind, path: string) => string | undefined {
  const ids = new Map(entries.map(({ kind, path, objectId }) => [`${kind} ${path}`, objectId]))
  return (kind, path) => ids.get(`${kind} ${path}`) ?? undefined
}

/** Returns the paths of the items of a table of contents that have a file. */
export const pathsOf = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, path, children }) => [
    ...(kind === 'document' && path !== undefined ? [path] : []),
    ...pathsOf(children),
  ])

/** Returns the ids of what the files of a commit stand for, when these are its pages. */
export function idsOfTree(
  { files, reusable }: Pick<OpenTree, 'files' | 'reusable'>,
  pages: readonly string[],
  { idAt, isKnownFile }: { idAt: IdAt; isKnownFile: (path: string) => boolean },
): TreeIds {
  const listed = new Set(pages)
  const assets = [...files.keys()].filter((path) => isAsset(path) || isTagsFile(path) || isKnownFile(path))
  const contents = reusable.filter((path) => !listed.has(path))
  return {
    pages: new Map(pages.map((path) => [path, idAt('PAGE', path)])),
    reusable: new Map(contents.map((path) => [path, idAt('REUSABLE', path)])),
    files: new Map(assets.filter((path) => !listed.has(path)).map((path) => [path, idAt('FILE', path)])),
    newFileId: (path) => idAt('FILE', path),
  }
}
