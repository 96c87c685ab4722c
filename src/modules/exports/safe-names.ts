import { posix } from 'node:path'

/** Names that file systems or the readers of Markdown repositories keep for something else. */
const reserved = /^(?:readme|index|summary|node_modules|__macosx|con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i

/** Control characters, those that turn the direction of text, and what some file system forbids. */
const forbidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd/\\<>:"|?*]+/gu

/** Bytes, well below the 255 that file systems allow, so that an ending and a number fit. */
const maximumBytes = 120

/** What a page's file or folder is called: its slug, as far as that is a name on every file system. */
export function safePageName(slug: string): string {
  const name = cut(clean(slug).replace(/^\.+/, ''), maximumBytes).replace(/[. ]+$/, '')
  if (name === '') return 'page'
  return reserved.test(name) ? `page-${name}` : name
}

/** What a file is called, with its ending. */
export function safeFileName(given: string): string {
  const name = clean(given)
  if (name.replaceAll('.', '') === '') return 'file'
  const { ext } = posix.parse(name)
  const ending = Buffer.byteLength(ext) <= 20 ? ext : ''
  const stem = cut(name.slice(0, name.length - ending.length), maximumBytes)
  return reserved.test(name) ? `file-${stem}${ending}` : stem + ending
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

/** Names of one folder. File systems may take names for one that differ in case or composition only. */
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
