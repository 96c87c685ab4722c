import { posix } from 'node:path'
import type { SourceEntry } from './entries.ts'
import type { SourceLimits } from './limits.ts'

/** The files of a repository, and what the addresses in them mean. */
export interface Repository {
  readonly entries: ReadonlyMap<string, SourceEntry>
  /** Where a leading slash begins: the folder of the documentation, then that of the repository. */
  readonly roots: readonly string[]
  /** Paths by their lower-case form: file systems that ignore case hide wrong ones from authors. */
  readonly paths: ReadonlyMap<string, string>
  readonly limits: SourceLimits
}

export function openRepository(
  entries: readonly SourceEntry[],
  root: string,
  limits: SourceLimits,
): Repository {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const paths = new Map(entries.map(({ path }) => [path.toLowerCase(), path]))
  return { entries: byPath, roots: [...new Set([root, '.'])], paths, limits }
}

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path)

export const isReadme = (path: string): boolean => /(^|\/)(readme|index)\.(md|markdown)$/i.test(path)

/** The file of this path, whatever the case of its letters. */
export const findPath = ({ entries, paths }: Repository, path: string): string | undefined =>
  entries.has(path) ? path : paths.get(path.toLowerCase())

/** An address within the repository, taken apart. */
export interface RelativeAddress {
  /** Decoded; empty for the file itself. */
  readonly path: string
  /** As written, without number sign; empty if there is none. */
  readonly anchor: string
}

/** Takes an address apart; undefined for one that leads out of the repository, such as `https://…`. */
export function readAddress(address: string): RelativeAddress | undefined {
  const text = address.trim()
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return undefined
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(text) ?? []
  return { path: decoded(path), anchor }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The file that a path means in the file at `from`. A folder means its README; `.md` may be missing. */
export function resolvePath(repository: Repository, from: string, path: string): string | undefined {
  const bases = path.startsWith('/') ? repository.roots : [posix.dirname(from)]
  for (const base of bases) {
    const joined = posix.join(base, path).replace(/\/$/, '')
    if (joined === '..' || joined.startsWith('../')) continue
    const found = candidates(joined).map((candidate) => findPath(repository, candidate))
    const file = found.find((candidate) => candidate !== undefined)
    if (file !== undefined) return file
  }
  return undefined
}

const candidates = (path: string) => [
  path,
  `${path}.md`,
  `${path}.markdown`,
  ...['README.md', 'index.md', 'README.markdown'].map((name) => posix.join(path, name)),
]
