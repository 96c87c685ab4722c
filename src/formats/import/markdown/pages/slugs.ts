import { posix } from 'node:path'
import { slug } from 'github-slugger'
import { isReadme } from '../repository/paths.ts'

/**
 * Returns the slug of a title: `&` is `and`, and a run of hyphens is one. What an emoji leaves behind, a gap or a
 * variation selector, is no part of it.
 */
export const slugOfTitle = (title: string): string =>
  slug(title.replaceAll('\ufe0f', '').replaceAll('&', ' and ')).replace(/-+/g, '-').replace(/^-|-$/g, '')

/**
 * Returns the name of the folder that the pages of a group are in, by the paths of those directly in it. Undefined if they
 * are in several, or at a root.
 */
export function folderOfGroup(paths: readonly string[], roots: readonly string[]): string | undefined {
  const [first, ...others] = paths
  if (first === undefined) return undefined
  const isOnlyReadme = paths.length === 1 && isReadme(first)
  const shared = others.reduce(
    (folder, path) => sharedFolder(folder, posix.dirname(path)),
    posix.dirname(first),
  )
  const folder = isOnlyReadme ? posix.dirname(shared) : shared
  return roots.includes(folder) ? undefined : posix.basename(folder)
}

function sharedFolder(one: string, other: string): string {
  const [names, others] = [one.split('/'), other.split('/')]
  const end = names.findIndex((name, index) => name !== others[index])
  return (end < 0 ? names : names.slice(0, end)).join('/') || '.'
}

/** The slugs of the pages of one level, each of which has one of its own. */
export class SiblingSlugs {
  readonly #taken = new Set<string>()
  /** The number that was last added to each, so that a search for a free one does not begin at 1. */
  readonly #last = new Map<string, number>()

  /** Takes a slug if it is free. Returns whether it was. */
  reserve(stated: string): boolean {
    if (this.#taken.has(stated)) return false
    this.#taken.add(stated)
    return true
  }

  /** Takes a slug, with a number added if it is not free. */
  take(base: string): string {
    if (this.reserve(base)) return base
    let number = this.#last.get(base) ?? 0
    let numbered: string
    do numbered = `${base}-${++number}`
    while (!this.reserve(numbered))
    this.#last.set(base, number)
    return numbered
  }
}
