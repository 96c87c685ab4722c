import { posix } from 'node:path'
import { AppError } from '../../../../base/errors.ts'
import { readText } from '../../files/read-text.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import { isMarkdown } from '../repository/paths.ts'
import { findPath, type Repository } from '../repository/repository.ts'

/** Files that include each other in a chain, deeper than which they are not read. */
const maximumDepth = 10
/** Characters that what a page includes may add to it. */
const maximumAdded = 1_000_000

export interface FileText {
  readonly path: string
  readonly source: string
}

/** The files of the source that one page includes, within limits. */
export class Inclusion {
  readonly notes: ImportNote[] = []
  /** The files that the page includes. */
  readonly files = new Set<string>()
  readonly #repository: Repository
  #left = maximumAdded

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** Reads the first of some files that exists. Undefined if there is none, or if it is too deep, too long or no text. */
  async read(paths: readonly string[], depth: number): Promise<FileText | undefined> {
    const path = paths
      .map((each) => findPath(this.#repository, posix.normalize(each)))
      .find((each) => each !== undefined)
    const entry = path === undefined ? undefined : this.#repository.entries.get(path)
    if (path === undefined || !entry || depth >= maximumDepth || entry.size > this.#left) return undefined
    this.#left -= entry.size
    try {
      const source = (await readText(entry, this.#repository.limits)).replaceAll(/\r\n?/g, '\n')
      this.files.add(path)
      return { path, source: isMarkdown(path) ? withoutFrontMatter(source) : source }
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  /** Notes what is in no file of the source. It is dropped, since readers would see it as text. */
  drop(path: string, what: string): void {
    const text = what.trim().slice(0, 100)
    const line = importLine('IMPORT_DROPPED', `${text} is dropped`, { text })
    this.notes.push(noteOf('DROPPED', path, line))
  }
}

const withoutFrontMatter = (source: string) => source.replace(/^---\n(?:[^\n]*\n)*?---(?:\n|$)/, '')

/** Returns a text with each line but the empty ones indented. */
export const indented = (text: string, indent: string): string =>
  indent === '' ? text : text.replace(/^(?=.)/gm, indent)

/** Replaces what a pattern matches in a text, one after the other. */
export async function replaceEach(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  let written = ''
  let from = 0
  for (const match of text.matchAll(pattern)) {
    written += text.slice(from, match.index) + (await replace(match))
    from = match.index + match[0].length
  }
  return written + text.slice(from)
}

const relativeUrl =
  /(\]\([ \t]{0,10}<?|^[ ]{0,3}\[[^\]\n]{1,200}\]:[ \t]{1,10}<?|\b(?:src|href)=["'])(?![/#]|[a-z][a-z0-9+.-]*:)([^)\s"'<>]{1,2000})/gim

/** Rewrites the relative links of a text that moves from one file into another in another folder. Code stays. */
export function relinked({ path, source }: FileText, to: string): string {
  const [from, target] = [posix.dirname(path), posix.dirname(to)]
  if (from === target) return source
  const parts = source.split(/^([ \t]*(?:`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*(?:`{3,}|~{3,})[ \t]*$)/m)
  const rewritten = parts.map((part, index) =>
    index % 2 === 1
      ? part
      : part.replace(relativeUrl, (_, before: string, url: string) => {
          const place = posix.relative(target, posix.join(from, url))
          return `${before}${place.startsWith('.') ? place : `./${place}`}`
        }),
  )
  return rewritten.join('')
}
