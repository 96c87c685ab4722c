import { parseContentRef } from '../../page-format/content-references.ts'
import type { PageTree } from './page-tree.ts'

/** The pages and files that links in the bodies of a batch can refer to. */
export interface LinkTargets {
  readonly tree: PageTree
  /** Ids of the pages and files that the batch inserts, by their refs. */
  readonly pageRefs: ReadonlyMap<string, string>
  readonly fileRefs: ReadonlyMap<string, string>
}

/** The beginning of the address of a link or a definition, unless it is absolute or an anchor, or a tag with an address. */
const relativeAddress = /\][(:]\s*<?(?![\s<#]|[a-z][a-z0-9+.-]*:|\/\/)|\{%|<(?:a|img)\b/i

/** Returns whether Markdown may have an address that `permanentLink` changes. Parsing it would take much longer. */
export const mayHaveRelativeLinks = (markdown: string): boolean => relativeAddress.test(markdown)

/**
 * Returns the permanent link, `/pages/<id>` or `/files/<id>`, for a link in the body of a page. Returns undefined for
 * external links, for links that are already permanent, and for unresolved links, which stay unchanged and are
 * reported as broken.
 */
export function permanentLink(targets: LinkTargets, pageId: string, address: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || parseContentRef(address).kind !== 'url')
    return undefined
  const [, path = '', anchor = ''] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/.exec(address) ?? []
  const name = path.replace(/^\.\//, '')
  const file = targets.fileRefs.get(name)
  if (file !== undefined) return `/files/${file}`
  const page = targets.pageRefs.get(name.replace(/\.md$/, '')) ?? pageAt(targets.tree, pageId, path)
  return page === undefined ? undefined : `/pages/${page}${anchor}`
}

/** Resolves a path relative to the parent of the page, then to the page itself, then to the root. */
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
