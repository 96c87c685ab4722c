import { isToolFolder } from '../files/entries.ts'

/**
 * Allocates file paths that are unique regardless of case and have no special meaning in a Markdown repository.
 */
export class UniquePaths {
  readonly #taken = new Set(['summary.md', '.gitbook.yaml', '.gitbook.yml'])
  /**
   * The number of times each path was requested, so that finding a free suffix does not start from 1 each time.
   */
  readonly #wanted = new Map<string, number>()

  /** Returns a free path. `extension` includes the dot. */
  take(stem: string, extension: string): string {
    const clean = stem.split('/').map(safeName).join('/')
    const key = `${clean}${extension}`.toLowerCase()
    let count = this.#wanted.get(key) ?? 0
    let path: string
    do path = count++ === 0 ? `${clean}${extension}` : `${clean}-${count}${extension}`
    while (this.#taken.has(path.toLowerCase()))
    this.#wanted.set(key, count)
    this.#taken.add(path.toLowerCase())
    return path
  }
}

function safeName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}/\\]/gu, '-')
    .slice(0, 100)
    .toWellFormed()
    .trim()
  if (clean === '' || clean === '.' || clean === '..') return 'page'
  return isToolFolder(clean) ? `_${clean.replace(/^\.+/, '')}` : clean
}
