import { parseContentRef } from '../../page-format/content-references.ts'
import type { PageTree } from './page-tree.ts'

/** What the links in the bodies of a batch may lead to. */
export interface LinkTargets {
  readonly tree: PageTree
  /** Pages and files that the batch made, by their refs. */
  readonly pageRefs: ReadonlyMap<string, string>
  readonly fileRefs: ReadonlyMap<string, string>
}

/**
 * The lasting address, `/pages/<id>` or `/files/<id>`, of what a link in a page's body leads to. Undefined for what
 * leads elsewhere, has its lasting address already, or leads nowhere: such a link stays as its author wrote it, and
 * counts as broken.
 */
export function lastingAddress(targets: LinkTargets, pageId: string, address: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || parseContentRef(address).kind !== 'url')
    return undefined
  const [, path = '', anchor = ''] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/.exec(address) ?? []
  const name = path.replace(/^\.\//, '')
  const file = targets.fileRefs.get(name)
  if (file !== undefined) return `/files/${file}`
  const page = targets.pageRefs.get(name.replace(/\.md$/, '')) ?? pageAt(targets.tree, pageId, path)
  return page === undefined ? undefined : `/pages/${page}${anchor}`
}

/** A path counts from where the page stands, from the page itself as a folder, or from the root. */
function pageAt(tree: PageTree, pageId: string, path: string): string | undefined {
  const segments = decode(path.replace(/\.(md|markdown)$/i, ''))
  if (!segments || path === '') return undefined
  const own = tree.pathOf(pageId)
  for (const base of path.startsWith('/') ? [[]] : [own.slice(0, -1), own, []]) {
    const resolved = resolve(base, segments)
    if (!resolved) continue
    const found = tree.at(resolved) ?? tree.at(withoutIndex(resolved))
    if (found) return found.pageId
  }
  return undefined
}

function decode(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function resolve(base: readonly string[], segments: readonly string[]): string[] | undefined {
  const resolved = [...base]
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') resolved.push(segment)
    else if (resolved.pop() === undefined) return undefined
  }
  return resolved
}

const withoutIndex = (path: readonly string[]) =>
  /^(readme|index)$/i.test(path.at(-1) ?? '') ? path.slice(0, -1) : path
