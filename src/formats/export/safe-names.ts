import { posix } from 'node:path'
import { isMarkdown } from '../import/markdown/repository/paths.ts'

/** Matches names that are reserved by file systems, or that readers of repositories pass over. */
const reserved = /^(?:node_modules|__macosx|con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i

/** Matches names that have a meaning of their own among the pages of Markdown repositories. */
const meaningful = /^(?:readme|index|summary)(?=\.|$)/i

/** Matches control characters, bidirectional overrides, and characters that are not allowed in file names. */
const forbidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd/\\<>:"|?*]+/gu

/**
 * Maximum bytes of a name. Well below the common limit of 255, so that an extension and a number can be added.
 */
const maximumBytes = 120

/** Returns a name for the file or folder of a page, based on its slug. */
export function safePageName(slug: string): string {
  const name = cut(clean(slug).replace(/^\.+/, ''), maximumBytes).replace(/[. ]+$/, '')
  if (name === '') return 'page'
  return reserved.test(name) || meaningful.test(name) ? `page-${name}` : name
}

/** Returns a safe name for a file, with its extension. */
export function safeFileName(given: string): string {
  const name = clean(given)
  if (name.replaceAll('.', '') === '') return 'file'
  const { ext } = posix.parse(name)
  const ending = Buffer.byteLength(ext) <= 20 ? ext : ''
  const stem = cut(name.slice(0, name.length - ending.length), maximumBytes)
  // A file of another kind may have such a name: an `index.html` is no page.
  const isReserved = reserved.test(name) || (meaningful.test(name) && isMarkdown(name))
  return isReserved ? `file-${stem}${ending}` : stem + ending
}

const clean = (name: string): string =>
  name
    .toWellFormed()
    .replace(forbidden, '-')
    .replace(/[. ]+$/, '')
    .trim()

function cut(name: string, bytes: number): string {
  let result = ''
  let size = 0
  for (const character of name) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    result += character
  }
  return result
}

/**
 * Allocates unique names in one folder. Names that differ only in case or Unicode composition count as equal,
 * because they are on some file systems.
 */
export class UniqueNames {
  readonly #taken = new Map<string, number>()

  take(name: string): string {
    let candidate = name
    for (let number = this.#taken.get(keyOf(name)) ?? 0; this.#taken.has(keyOf(candidate)); number++) {
      candidate = `${name}-${number + 1}`
      this.#taken.set(keyOf(name), number + 1)
    }
    this.#taken.set(keyOf(candidate), 0)
    return candidate
  }
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()
