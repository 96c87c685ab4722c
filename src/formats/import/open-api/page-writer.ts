import { documentLimits } from '../../page/limits.ts'
import { invalidSource } from '../../source-problems.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import { blocks } from './operation-text.ts'

export interface WrittenPage {
  readonly title: string
  readonly path: string
  readonly text: string
}

/** A section of a page that is not split. */
export interface Part {
  /** The name of the section, for error messages. */
  readonly name: string
  readonly text: string
}

/** Limits of one page: half of the limits of a document, to keep pages readable. */
const pageCharacters = documentLimits.markdownLength / 2
const pageLines = documentLimits.lines / 2
/** Maximum characters of all pages. References can repeat the same large schema many times. */
const maximumCharacters = 50_000_000

/** Combines sections to pages, and splits pages that would be too long. */
export class PageWriter {
  readonly #document: string
  readonly #paths = new UniquePaths()
  #characters = 0

  /** `document` is the name of the document, for error messages. */
  constructor(document: string) {
    this.#document = document
  }

  /** Creates a section. Throws an input error if it or the document becomes too large. */
  part(name: string, text: string): Part {
    this.#characters += text.length
    if (this.#characters > maximumCharacters)
      throw invalidSource(
        'SOURCE_FILE_TOO_LARGE',
        `${this.#document} becomes more than ${maximumCharacters} characters of text, at ${name}. Import it in parts.`,
        { path: this.#document },
      )
    if (text.length > documentLimits.markdownLength - 1000)
      throw invalidSource(
        'SOURCE_FILE_TOO_LARGE',
        `${this.#document}: ${name} is too long for a page. Shorten its description.`,
        { path: `${this.#document}: ${name}` },
      )
    return { name, text }
  }

  /** Distributes sections over pages. The first page has the title as given, the others a number as well. */
  arrange(
    title: string,
    stem: string,
    parts: readonly Part[],
  ): (Omit<WrittenPage, 'text'> & { parts: Part[] })[] {
    return chunksOf(parts).map((chunk, index) => ({
      title: index === 0 ? title : `${title} (${index + 1})`,
      path: this.#paths.take(stem, '.md'),
      parts: chunk,
    }))
  }

  pages(title: string, stem: string, parts: readonly Part[]): WrittenPage[] {
    return this.arrange(title, stem, parts).map(({ parts: own, ...page }) => ({
      ...page,
      text: blocks(...own.map(({ text }) => text)),
    }))
  }
}

function chunksOf(parts: readonly Part[]): Part[][] {
  let current: Part[] = []
  const chunks = [current]
  let [characters, lines] = [0, 0]
  for (const part of parts) {
    const length = part.text.split('\n').length
    if (
      current.length > 0 &&
      (characters + part.text.length > pageCharacters || lines + length > pageLines)
    ) {
      current = []
      chunks.push(current)
      ;[characters, lines] = [0, 0]
    }
    current.push(part)
    characters += part.text.length
    lines += length
  }
  return chunks
}
