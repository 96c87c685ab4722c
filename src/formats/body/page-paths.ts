import { slug } from 'github-slugger'
import { isRelativeUrl, parseContentRef } from '../page/model/content-references.ts'
import type { ContentRef } from '../page/types.ts'
import { storable } from './body-links.ts'
import { slugOfName } from './file-slugs.ts'
import { contentLimits, maximumDepth } from './limits.ts'

/** The possible targets of a relative URL such as `../guides/setup.md#install`. */
export interface RelativeAddress {
  /**
   * The paths that a page may have, best first: `../guides/setup`, without the extension. A path with a leading slash
   * begins at the root, any other at the page with the URL. A README is its folder, and a file name becomes a slug.
   */
  readonly paths: readonly string[]
  /** The fragment as written, with `#`. Empty if there is none. */
  readonly fragment: string
}

const extension = /\.(?:md|markdown|html?)$/i
const index = /^(?:readme|index)$/i

/** Returns where a URL may lead in its space. Undefined for absolute URLs, for anchors and for what is no path. */
export function relativeAddress(url: string): RelativeAddress | undefined {
  if (!isRelativeUrl(url)) return undefined
  const [, path = '', fragment = ''] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const segments = path === '' ? undefined : decode(path.replace(extension, ''))
  const from = segments && collapse(segments, path.startsWith('/'))
  if (!from) return undefined
  const { start, names } = from
  // The name of another kind of file, such as an image, is no slug of a page.
  const isPage = extension.test(path) || !names.at(-1)?.includes('.')
  const forms = [names, ...(isPage ? [names.map(slugOfName), names.map((name) => slug(name))] : [])]
  const paths = forms
    .flatMap((form) => (index.test(form.at(-1) ?? '') ? [form, form.slice(0, -1)] : [form]))
    .filter((form) => form.length <= maximumDepth && form.every(isSlug))
    .map((form) => start + form.join('/'))
  return paths.length === 0 ? undefined : { paths: [...new Set(paths)], fragment: storable(fragment) }
}

const isSlug = (name: string) => contentLimits.slug.pattern.test(name)

function decode(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Returns where a path begins, and the names below that; undefined for one above the root. */
function collapse(
  segments: readonly string[],
  isAbsolute: boolean,
): { start: string; names: string[] } | undefined {
  const names: string[] = []
  let ups = 0
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') names.push(segment)
    else if (names.pop() === undefined) ups++
  }
  if (isAbsolute) return ups === 0 ? { start: '/', names } : undefined
  return ups <= maximumDepth ? { start: '../'.repeat(ups), names } : undefined
}

/** Returns the names in paths of pages with which the paths end. */
export const lastNames = (paths: readonly string[]): string[] => [
  ...new Set(
    paths.map((path) => path.split('/').at(-1) ?? '').filter((name) => name !== '' && name !== '..'),
  ),
]

/**
 * Returns the page that a relative URL in the page at the path `own` leads to: relative to the parent of the page, then
 * to the page itself, then to the root. `at` returns the page at a path from the root.
 */
export function pageAtRelative<Page>(
  { paths }: RelativeAddress,
  own: readonly string[],
  at: (path: readonly string[]) => Page | undefined,
): Page | undefined {
  for (const base of [own.slice(0, -1), own, []])
    for (const path of paths) {
      const from = pathFrom(base, path)
      const found = from && at(from)
      if (found) return found
    }
  return undefined
}

function pathFrom(base: readonly string[], path: string): string[] | undefined {
  const names = path.split('/').filter((name) => name !== '')
  if (path.startsWith('/')) return names
  const ups = names.filter((name) => name === '..').length
  return ups > base.length ? undefined : [...base.slice(0, base.length - ups), ...names.slice(ups)]
}

/** Returns the reference to the page that a relative URL leads to, with the anchor of the URL. */
export function referenceTo(pageId: string, { fragment }: RelativeAddress): ContentRef {
  const anchor = parseContentRef(fragment)
  return anchor.kind === 'anchor' ? { ...anchor, page: pageId } : { kind: 'page', page: pageId }
}
