import { posix } from 'node:path'
import { maximumDepth } from '../../body/limits.ts'
import { documentLimits } from '../../page/limits.ts'
import { invalidSource } from '../../source-problems.ts'
import { isInToolFolder, isToolFolder, type SourceEntry } from '../files/entries.ts'
import { readText } from '../files/read-text.ts'
import type { SourceCommit } from '../imported-content.ts'
import { sourceLimits } from '../limits.ts'
import type { ImportNote, Skip } from '../markdown/repository/outline.ts'

/** A source that is converted to a Markdown repository. */
export interface Conversion {
  readonly entries: readonly SourceEntry[]
  readonly skipped: readonly Skip[]
  readonly notes?: readonly ImportNote[]
  /** The commit that the source was read from. */
  readonly git?: SourceCommit
  /** Whether the files are those of an author, whose layout is recognized, and not made by a converter. */
  readonly isAuthored?: boolean
}

/** The maximum size of all texts of one source, which are held in memory at the same time. */
const maximumTextBytes = 100 * 1024 * 1024
const maximumPath = 1000

/** Validates the paths of the entries. Returns the entries without tool folders such as `.git`. */
export function validateEntries(entries: readonly SourceEntry[]): SourceEntry[] {
  if (entries.length > sourceLimits.entries)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The source contains more than ${sourceLimits.entries} files. Import it in parts.`,
    )
  for (const { path } of entries) assertPath(path)
  const files = entries.filter(({ path }) => !isInToolFolder(path) && posix.basename(path) !== '.DS_Store')
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function assertPath(path: string): void {
  const name = JSON.stringify(path.slice(0, 200))
  if (path.length > maximumPath)
    throw invalidSource(
      'SOURCE_PATH_TOO_LONG',
      `The path ${name}… is longer than ${maximumPath} characters. Shorten it.`,
      { path: name },
    )
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw invalidSource(
      'SOURCE_PATH_REFUSED',
      `The path ${name} points outside of the source. Rename the file.`,
      { path: name },
    )
  if (path.includes('\0'))
    throw invalidSource(
      'SOURCE_PATH_REFUSED',
      `The path ${name} contains a NUL character. Rename the file.`,
      { path: name },
    )
  if (segments.length > sourceLimits.depth)
    throw invalidSource(
      'SOURCE_NESTED_TOO_DEEPLY',
      `The file ${name} is more than ${sourceLimits.depth} folders deep. Move it up.`,
      { path: name },
    )
}

/** Creates a reader for text files. It throws once the texts exceed `maximumTextBytes` in total. */
export function createTextReader(): (entry: SourceEntry) => Promise<string> {
  let bytes = 0
  return async (entry) => {
    bytes += entry.size
    if (bytes > maximumTextBytes)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The texts are larger than ${maximumTextBytes} bytes in total, at ${entry.path}. Import them in parts.`,
      )
    return readText(entry, sourceLimits)
  }
}

export function textEntry(path: string, text: string): SourceEntry {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * Creates the Markdown file of a page, with the title as its first heading. A heading in the body that repeats
 * the title is removed.
 */
export function pageEntry(path: string, title: string, body: string): SourceEntry {
  const text = withoutEmptyStart(body).trimEnd()
  const [line = '', heading] = /^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  const isRepeated = heading?.toLowerCase() === title.toLowerCase()
  const below = isRepeated ? withoutEmptyStart(text.slice(line.length)) : text
  return textEntry(path, `# ${escapeMarkdown(title)}\n\n${below}\n`)
}

const withoutEmptyStart = (text: string) => text.replace(/^(?:[ \t]*\r?\n)+/, '')

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

/** An item of a generated table of contents. */
export interface ContentsItem {
  readonly title: string
  /**
   * The path of the Markdown file. Without a path and a URL, the item is an empty page, or a group at the top
   * level.
   */
  readonly path?: string
  readonly url?: string
  readonly children: readonly ContentsItem[]
}

/** Creates a SUMMARY.md. Top-level items with children but without a path or a URL become groups. */
export function summaryEntry(items: readonly ContentsItem[]): SourceEntry {
  const lines: string[] = []
  let inGroup = false
  for (const item of items) {
    if (isGroup(item)) {
      lines.push('', `## ${escapeMarkdown(item.title)}`, '')
      writeItems(lines, item.children, 1)
    } else {
      if (inGroup) lines.push('', '---', '')
      writeItems(lines, [item], 0)
    }
    inGroup = isGroup(item)
  }
  const text = `# Contents\n\n${lines.join('\n')}\n`
  if (text.length > documentLimits.markdownLength || lines.length > documentLimits.lines)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      'The source has too many pages for one table of contents. Import it in parts.',
    )
  return textEntry('SUMMARY.md', text)
}

const isGroup = ({ path, url, children }: ContentsItem) =>
  path === undefined && url === undefined && children.length > 0

/**
 * Writes list items. `indent` is the indentation of the list, `above` the number of pages and groups that
 * contain it.
 */
function writeItems(lines: string[], items: readonly ContentsItem[], above: number, indent = ''): void {
  for (const { title, path, url, children } of items) {
    if (above >= maximumDepth)
      throw invalidSource(
        'SOURCE_NESTED_TOO_DEEPLY',
        `The page ${JSON.stringify(path ?? title)} is more than ${maximumDepth} pages deep. Move it up.`,
        { path: path ?? title },
      )
    const destination = path === undefined ? url : pathToUrl(path)
    const text = escapeMarkdown(title)
    lines.push(
      `${indent}* ${destination === undefined ? text : `[${text}](<${destination.replace(/[<>\s]/g, encodeURIComponent)}>)`}`,
    )
    writeItems(lines, children, above + 1, `${indent}  `)
  }
}

/** Converts a path to a relative URL, with all characters encoded that have a meaning in Markdown. */
export const pathToUrl = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[()!'*~]/g, encoded)

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns the URL of the file at `path`, relative to the file at `from`. */
export const relativeUrl = (from: string, path: string): string =>
  pathToUrl(posix.relative(posix.dirname(from), path))

/** Escapes text for one line of Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|~$&^#:@]/g, '\\$&')
    .replace(/^[-+=]|^(\d{1,9})(?=[.)])|(?<=\bwww)(?=\.)/gi, (start, digits) =>
      digits === undefined ? `\\${start}` : `${digits}\\`,
    )

/** Formats Markdown for a table cell: in one line, with pipes escaped, including those that already are. */
export const tableCell = (markdown: string): string =>
  markdown
    .trim()
    .replace(/\s*\r?\n\s*/g, '<br>')
    .replace(/\\?\|/g, '\\|')
