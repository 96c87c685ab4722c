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

/** Returns the path of a file, ignoring case if there is no exact match. */
export const findPath = ({ entries, paths }: Repository, path: string): string | undefined =>
  entries.has(path) ? path : paths.get(path.toLowerCase())
