import { posix } from 'node:path'
import { AppError } from '../../../errors.ts'
import { documentLimits } from '../../../page-format/limits.ts'
import { maximumDepth } from '../../content/limits.ts'
import type { RevisionGit } from '../../content/revision-writer.ts'
import { isInToolFolder, isToolFolder, type SourceEntry } from './entries.ts'
import { sourceLimits } from './limits.ts'
import { readText } from './markdown-text.ts'
import type { Skip } from './outline.ts'

/** A source in the form of a Markdown repository. */
export interface Conversion {
  readonly entries: readonly SourceEntry[]
  readonly skipped: readonly Skip[]
  /** The commit that it was read from. */
  readonly git?: RevisionGit
}

export const refused = (message: string) => new AppError('BAD_USER_INPUT', message)

/** Of all texts of one source together: they are held in memory at the same time. */
const maximumTextBytes = 100 * 1024 * 1024
const maximumPath = 1000

/** The entries whose names can be trusted as paths, without the business of tools. */
export function checkEntries(entries: readonly SourceEntry[]): SourceEntry[] {
  if (entries.length > sourceLimits.entries)
    throw refused(`The source holds more than ${sourceLimits.entries} files. Import it in parts.`)
  for (const { path } of entries) checkPath(path)
  const files = entries.filter(({ path }) => !isInToolFolder(path) && posix.basename(path) !== '.DS_Store')
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function checkPath(path: string): void {
  const name = JSON.stringify(path.slice(0, 200))
  if (path.length > maximumPath)
    throw refused(`The path ${name}… is longer than ${maximumPath} characters. Shorten it.`)
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw refused(`The path ${name} leads out of the source. Rename the file.`)
  if (path.includes('\0')) throw refused(`The path ${name} has a NUL character in it. Rename the file.`)
  if (segments.length > sourceLimits.depth)
    throw refused(`The file ${name} is more than ${sourceLimits.depth} folders deep. Move it up.`)
}

/** Reads texts as long as they stay within bounds together. */
export function textReader(): (entry: SourceEntry) => Promise<string> {
  let bytes = 0
  return async (entry) => {
    bytes += entry.size
    if (bytes > maximumTextBytes)
      throw refused(
        `The texts are larger than ${maximumTextBytes} bytes together, at ${entry.path}. Import them in parts.`,
      )
    return readText(entry, sourceLimits)
  }
}

export function textEntry(path: string, text: string): SourceEntry {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, read: async () => bytes }
}

/**
 * The first heading is the title of a page, whatever else its text begins with. A heading in the text that says the
 * same once more is left out.
 */
export function pageEntry(path: string, title: string, body: string): SourceEntry {
  const text = withoutEmptyStart(body).trimEnd()
  const [line = '', heading] = /^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  const isRepeated = heading?.toLowerCase() === title.toLowerCase()
  const below = isRepeated ? withoutEmptyStart(text.slice(line.length)) : text
  return textEntry(path, `# ${escapeMarkdown(title)}\n\n${below}\n`)
}

const withoutEmptyStart = (text: string) => text.replace(/^(?:[ \t]*\r?\n)+/, '')

/** Gives out paths that differ by more than case and that the Markdown pipeline takes for nothing else. */
export class FreePaths {
  readonly #taken = new Set(['summary.md', '.gitbook.yaml', '.gitbook.yml'])
  /** How often a path was wanted: many of one name must not be tried one by one. */
  readonly #wanted = new Map<string, number>()

  /** `extension` has its dot. */
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

/** An item of a table of contents to be written. */
export interface ContentsItem {
  readonly title: string
  /** Of the Markdown file; without one, the item is an empty page, or a group at the root. */
  readonly path?: string
  readonly url?: string
  readonly children: readonly ContentsItem[]
}

/** The SUMMARY.md of these items. Items at the root that have neither path nor address are groups. */
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
    throw refused('The source has too many pages for one table of contents. Import it in parts.')
  return textEntry('SUMMARY.md', text)
}

const isGroup = ({ path, url, children }: ContentsItem) =>
  path === undefined && url === undefined && children.length > 0

/** `indent` is that of the list, `above` the number of pages and groups around it. */
function writeItems(lines: string[], items: readonly ContentsItem[], above: number, indent = ''): void {
  for (const { title, path, url, children } of items) {
    if (above >= maximumDepth)
      throw refused(
        `The page ${JSON.stringify(path ?? title)} is more than ${maximumDepth} pages deep. Move it up.`,
      )
    const address = path === undefined ? url : addressOf(path)
    const text = escapeMarkdown(title)
    lines.push(
      `${indent}* ${address === undefined ? text : `[${text}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`}`,
    )
    writeItems(lines, children, above + 1, `${indent}  `)
  }
}

/** A path as an address, with every character that means something encoded. */
export const addressOf = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[()!'*~]/g, encoded)

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The address in the file at `from` of the file at `path`. */
export const relativeAddress = (from: string, path: string): string =>
  addressOf(posix.relative(posix.dirname(from), path))

/** Text of one line that means itself. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|~$&^#:@]/g, '\\$&')
    .replace(/^[-+=]|^(\d{1,9})(?=[.)])|(?<=\bwww)(?=\.)/gi, (start, digits) =>
      digits === undefined ? `\\${start}` : `${digits}\\`,
    )

/** Markdown for the cell of a table: in one line, its pipes escaped whether or not they were before. */
export const tableCell = (markdown: string): string =>
  markdown
    .trim()
    .replace(/\s*\r?\n\s*/g, '<br>')
    .replace(/\\?\|/g, '\\|')
