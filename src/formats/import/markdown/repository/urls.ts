import { posix } from 'node:path'
import { decodedText } from '../../../../base/decoded-text.ts'
import { isMarkdown } from './paths.ts'
import { findPath, type Repository } from './repository.ts'

export interface RelativeUrl {
  /** The decoded path. Empty for a URL that stays in the file. */
  readonly path: string
  /** The fragment as written, without `#`. Empty if there is none. */
  readonly anchor: string
}

/** Parses a relative URL. Returns undefined for absolute URLs such as `https://…`. */
export function parseRelativeUrl(url: string): RelativeUrl | undefined {
  const text = url.trim()
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return undefined
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(text) ?? []
  return { path: decodedText(path), anchor }
}

/**
 * Resolves a path in the file at `from`. A folder resolves to its README, the extension `.md` is optional, and the HTML
 * file that a generator of sites makes of a page resolves to the page.
 */
export function resolvePath(repository: Repository, from: string, path: string): string | undefined {
  const bases = path.startsWith('/') ? basesOf(repository, from) : [posix.dirname(from)]
  for (const base of bases) {
    const joined = posix.join(base, path).replace(/\/$/, '')
    if (joined === '..' || joined.startsWith('../')) continue
    for (const candidate of candidates(joined)) {
      const file = findPath(repository, candidate)
      if (file !== undefined) return file
    }
  }
  return pageAtRoute(repository, from, path)
}

/** Returns the page at an address. A relative one begins at that of the page with the link, or at its folder. */
function pageAtRoute({ routes, routeOf }: Repository, from: string, path: string): string | undefined {
  if (routes.size === 0) return undefined
  const own = routeOf.get(from) ?? ''
  const bases = path.startsWith('/') ? [''] : [posix.dirname(own), own]
  const clean = path.replace(/\.mdx?$/i, '').toLowerCase()
  const forms = bases.map((base) => posix.join(base, clean).replace(/^\/+|\/+$/g, ''))
  return forms.map((form) => routes.get(form)).find((page) => page !== undefined)
}

const basesOf = ({ roots, books }: Repository, from: string) => [
  ...books.filter((folder) => from.startsWith(`${folder}/`)),
  ...roots,
]

/** Returns the files of pages that a path may mean, by which links of most generators name them. */
export const pagesNamed = (path: string): string[] => {
  const place = path.replace(/(?<=.)\/$/, '')
  return isMarkdown(place) ? [place] : pagesAt(place)
}

/** Nearly every link names the file itself, so that the others are rarely needed. */
function* candidates(path: string): Generator<string> {
  yield path
  yield* pagesAt(path)
  yield* pagesOfHtml(path)
}

const pagesAt = (path: string) => [`${path}.md`, `${path}.markdown`, `${path}.mdx`, ...readmesOf(path)]

const readmesOf = (folder: string) =>
  ['README.md', 'index.md', 'README.markdown', 'index.mdx'].map((name) => posix.join(folder, name))

function pagesOfHtml(path: string): string[] {
  if (!/\.html?$/i.test(path)) return []
  const { dir, name } = posix.parse(path)
  return [...pagesAt(posix.join(dir, name)), ...(name.toLowerCase() === 'index' ? readmesOf(dir) : [])]
}
