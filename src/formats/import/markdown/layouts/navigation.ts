import { posix } from 'node:path'
import { parseContentRef } from '../../../page/model/content-references.ts'
import type { SourceEntry } from '../../files/entries.ts'
import { type OutlineItem, titleFromName, withoutRepeats } from '../repository/outline.ts'
import { isIn, isReadme } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'
import { resolvePath } from '../repository/urls.ts'

/** An item of a table of contents in a configuration. */
export interface NavigationItem {
  readonly title?: string
  /** The path of its page in the repository. */
  readonly path?: string
  /** The address that it leads to instead of a page. */
  readonly url?: string
  readonly slug?: string
  readonly children?: readonly NavigationItem[]
}

/** A configuration with a table of contents, and what to call for what cannot be read of it. */
export interface NavigationSource {
  readonly entry: SourceEntry
  /** Called with a page that does not exist. */
  readonly missing: (path: string) => void
  /** Called for each part that only running a program could tell. */
  readonly computed: () => void
}

/**
 * Returns the table of contents of a configuration: items without a page are groups at the top level and empty pages
 * below. A page that is listed again is a link. `first` is the page that comes first unless it is listed.
 */
export function outlineOfNavigation(items: readonly NavigationItem[], first?: string): OutlineItem[] {
  const listed = items.map((item) => outlineItem(item, true))
  const isListed = first === undefined || hasPath(items, first)
  const home: OutlineItem[] = isListed
    ? []
    : [{ kind: 'document', path: first, fallbackTitle: 'Home', children: [] }]
  return withoutRepeats([...home, ...listed], new Set())
}

const hasPath = (items: readonly NavigationItem[], path: string): boolean =>
  items.some((item) => item.path === path || hasPath(item.children ?? [], path))

function outlineItem({ title, path, url, slug, children = [] }: NavigationItem, isTop: boolean): OutlineItem {
  const below = children.map((child) => outlineItem(child, false))
  if (path !== undefined)
    return {
      kind: 'document',
      path,
      children: below,
      ...(title !== undefined && { title }),
      ...(slug !== undefined && { slug }),
      fallbackTitle: titleFromName(posix.parse(path).name),
    }
  if (url !== undefined && children.length === 0) {
    const ref = parseContentRef(url)
    const target = ref.kind === 'url' ? ({ kind: 'url', url } as const) : ({ kind: 'external', ref } as const)
    return { kind: 'link', title: title ?? url, target, children: [] }
  }
  const isGroup = isTop && children.length > 0
  return {
    kind: isGroup ? 'group' : 'document',
    title: title ?? '',
    ...(slug !== undefined && { slug }),
    children: below,
  }
}

/** Returns the page that a path of a configuration means, relative to a folder; undefined if there is none. */
export function pageOf(repository: Repository, folder: string, path: string): string | undefined {
  const clean = path.replace(/^\/+/, '').replace(/[?#].*$/s, '')
  const found = resolvePath(repository, posix.join(folder, 'contents'), `./${clean}`)
  return found !== undefined && isIn(folder, found) ? found : undefined
}

/** Returns the README or index of a folder, if it has one. */
export const homeOf = (texts: readonly string[], folder: string): string | undefined =>
  texts.find((path) => posix.dirname(path) === folder && isReadme(path))

export const isOutside = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
