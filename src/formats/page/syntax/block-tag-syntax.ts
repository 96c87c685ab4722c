import type { Options as ToMarkdownExtension } from 'mdast-util-to-markdown'
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'
import { TagScanner } from './block-tag.ts'
import { endOfBlock, isLineEnd, type LineReader, lineConstruct, linesFromMarkdown } from './line-construct.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    blockTag: 'blockTag'
    blockTagText: 'blockTagText'
  }
}

declare module 'mdast' {
  /** A line of block tags when parsing, or a single tag when serializing. */
  interface BlockTagLine {
    type: 'blockTag'
    value: string
    /** The role of the tag when serializing: it opens a block, closes one, or is self-contained. */
    role?: 'open' | 'close' | 'standalone'
    position?: import('unist').Position | undefined
  }
  interface RootContentMap {
    blockTag: BlockTagLine
  }
}

/** Converts a micromark character code. Line endings and virtual tab columns are negative codes. */
function characterOf(code: Code): string | null {
  if (code === null) return null
  if (code >= 0) return String.fromCharCode(code)
  return code >= -2 ? '\t' : '\n'
}

const isBlank = (code: Code): boolean => code === -2 || code === -1 || code === 32

/** A line of tags is a block: it interrupts a paragraph and needs no blank lines around it. */
const blockTagConstruct: Construct = { name: 'blockTag', tokenize: tokenizeBlockTag, concrete: true }

function tokenizeBlockTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const interrupts = this.interrupt
  const isLazy = () => Boolean(this.parser.lazy[this.now().line])
  let scanner = new TagScanner()
  return start

  function start(code: Code): State | undefined {
    effects.enter('blockTag')
    effects.enter('blockTagText')
    return inTag(code)
  }

  function inTag(code: Code): State | undefined {
    const state = scanner.next(characterOf(code))
    if (state === 'fault') return nok(code)
    if (isLineEnd(code)) {
      if (!scanner.inQuote) return nok(code)
      effects.exit('blockTagText')
      return interrupts ? finish(code) : lineEnd(code)
    }
    effects.consume(code)
    return state === 'end' ? afterTag : inTag
  }

  function lineEnd(code: Code): State | undefined {
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return lineStart
  }

  /** Continues a quoted value on the next line, if that line is in the same container. */
  function lineStart(code: Code): State | undefined {
    if (code === null || isLazy()) return nok(code)
    if (isLineEnd(code)) {
      scanner.next('\n')
      return lineEnd(code)
    }
    effects.enter('blockTagText')
    return inTag(code)
  }

  function afterTag(code: Code): State | undefined {
    if (code === null || isLineEnd(code)) {
      effects.exit('blockTagText')
      return finish(code)
    }
    if (code === 123) {
      scanner = new TagScanner()
      return inTag(code)
    }
    if (!isBlank(code)) return nok(code)
    effects.consume(code)
    return afterTag
  }

  function finish(code: Code): State | undefined {
    effects.exit('blockTag')
    return ok(code)
  }
}

/** Recognizes a tag with attributes on lines of their own. */
class TagReader implements LineReader {
  readonly #scanner = new TagScanner()
  #isFirst = true

  read(line: string): 'more' | 'end' | 'fault' {
    if (!this.#isFirst && this.#scanner.next('\n') === 'fault') return 'fault'
    this.#isFirst = false
    for (let index = 0; index < line.length; index++) {
      const state = this.#scanner.next(line.charAt(index))
      if (state === 'fault') return 'fault'
      if (state === 'end') return line.slice(index + 1).trim() === '' ? 'end' : 'fault'
    }
    return 'more'
  }

  interrupts(): boolean {
    return true
  }
}

function hasEnd(lines: readonly string[], start: number): boolean {
  if (!lines[start]?.startsWith('{%')) return false
  const { index, isEnd } = endOfBlock(lines, start, new TagReader())
  return isEnd && index > start
}

const tokens = { block: 'blockTag', line: 'blockTagText' } as const

const longTagConstruct = lineConstruct(
  'longBlockTag',
  tokens,
  () => new TagReader(),
  (lines) => [...lines.keys()].filter((index) => hasEnd(lines, index)),
)

export const blockTagSyntax: Extension = { flow: { 123: [blockTagConstruct, longTagConstruct] } }

export const blockTagFromMarkdown = linesFromMarkdown(tokens, 'blockTag')

/**
 * Tags are joined to their content without a blank line. A list, a table or HTML would absorb the line below
 * it, so a blank line follows those.
 */
export const blockTagToMarkdown: ToMarkdownExtension = {
  handlers: { blockTag: (node: { value: string }) => node.value },
  unsafe: [{ atBreak: true, character: '{', after: '%' }],
  join: [
    (left, right) => {
      if (left.type === 'blockTag' && left.role === 'open' && right.type !== 'html') return 0
      const follows = right.type === 'blockTag' && right.role === 'close'
      if (follows && ['paragraph', 'heading', 'code', 'blockTag'].includes(left.type)) return 0
      return undefined
    },
  ],
}
