import { posix } from 'node:path'
import { decodedText } from '../../../../base/decoded-text.ts'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import type { Layout } from './layout.ts'

/** The files of a repository, for resolving links. */
export interface Repository {
  readonly entries: ReadonlyMap<string, SourceEntry>
  /**
   * The base folders of paths with a leading slash: the documentation folder, then the root of the repository, and the
   * folders of static files.
   */
  readonly roots: readonly string[]
  /** The folders of books. In a file of one, paths with a leading slash are looked for in it first. */
  readonly books: readonly string[]
  /**
   * Paths by their lower-case form, because authors on case-insensitive file systems do not notice a wrong
   * case.
   */
  readonly paths: ReadonlyMap<string, string>
  readonly limits: SourceLimits
  /** The files of pages by the addresses that links may have for them, in lower case, without a slash at the start. */
  readonly routes: Map<string, string>
  /** The addresses of the files. */
  readonly routeOf: Map<string, string>
}

export function openRepository(
  entries: readonly SourceEntry[],
  { root, top = root, staticFolders, books }: Pick<Layout, 'root' | 'top' | 'staticFolders' | 'books'>,
  limits: SourceLimits,
): Repository {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const paths = new Map(entries.map(({ path }) => [path.toLowerCase(), path]))
  return {
    entries: byPath,
    roots: [...new Set([root, top, '.', ...staticFolders])],
    books: books.map(({ folder }) => folder),
    paths,
    limits,
    routes: new Map(),
    routeOf: new Map(),
  }
}

/** Sets the addresses that links may have for pages. */
export function setRoutes({ routes, routeOf }: Repository, given: ReadonlyMap<string, string>): void {
  for (const [route, path] of given) {
    routes.set(route, path)
    routeOf.set(path, route)
  }
}

export const isMarkdown = (path: string): boolean => /\.(md|markdown|mdx)$/i.test(path)

/** Returns whether a path is one of a reusable content. */
export const isReusable = (path: string): boolean =>
  isMarkdown(path) && `/${posix.dirname(path)}/`.includes('/.gitbook/includes/')

export const isReadme = (path: string): boolean => /(^|\/)(readme|index)\.(md|markdown|mdx)$/i.test(path)

/** Returns the path of a file, ignoring case if there is no exact match. */
export const findPath = ({ entries, paths }: Repository, path: string): string | undefined =>
  entries.has(path) ? path : paths.get(path.toLowerCase())

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
