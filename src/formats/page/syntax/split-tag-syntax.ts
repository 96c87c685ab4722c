import type { Extension } from 'micromark-util-types'
import { tagAt } from '../html/html.ts'
import { type LineReader, lineConstruct } from './line-construct.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    splitTag: 'splitTag'
    splitTagLine: 'splitTagLine'
  }
}

/** The lines of a tag whose end is searched. */
const maximumLines = 30

const endsTag = (source: string): boolean => tagAt(source, 0) !== undefined

/**
 * Reads the lines of a tag, and then leaves them to the syntax of Markdown. Meanwhile the parser looks for no quotes, so that
 * the bracket that ends the tag begins none.
 */
class SplitTagReader implements LineReader {
  #source = ''
  #lines = 0

  read(line: string): 'more' | 'fault' {
    this.#source += `${line}\n`
    this.#lines++
    return endsTag(this.#source) || this.#lines >= maximumLines ? 'fault' : 'more'
  }

  interrupts(): boolean {
    return false
  }
}

/** Returns whether a tag with the value of an attribute begins in a line and ends at the beginning of a later one. */
function isSplitTag(lines: readonly string[], sources: readonly string[], start: number): boolean {
  const first = lines[start] as string
  if (!/^<[a-z]/i.test(first) || first.includes('>')) return false
  const quotes = (sources[start] as string).slice(0, -first.length).split('>').length - 1
  const source = [first]
  for (const line of sources.slice(start + 1, start + maximumLines)) {
    const content = withoutQuotes(line, quotes)
    if (content === '') return false
    source.push(content)
    if (!content.startsWith('>')) continue
    const tag = tagAt(source.join('\n'), 0)
    if (tag) return tag.type === 'open' && tag.raw.includes('=')
  }
  return false
}

/** Returns a line without its indentation and the markers of the quotes that it is in. */
function withoutQuotes(line: string, count: number): string {
  let content = line.trim()
  for (let quote = 0; quote < count && content.startsWith('>'); quote++)
    content = content.slice(1).trimStart()
  return content
}

/** Keeps a tag together whose last line begins with its end, as in `<a`, `href="b"` and `>`. */
export const splitTagSyntax: Extension = {
  flow: {
    60: lineConstruct(
      'splitTag',
      { block: 'splitTag', line: 'splitTagLine' },
      () => new SplitTagReader(),
      (lines, sources) => [...lines.keys()].filter((index) => isSplitTag(lines, sources, index)),
    ),
  },
}
