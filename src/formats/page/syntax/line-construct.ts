import type { CompileContext, Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, State, Token, TokenizeContext, TokenType } from 'micromark-util-types'

/** Decides after each line of a block whether it continues, ends, or is none. The end of the text makes it none. */
export interface LineReader {
  read(line: string): 'more' | 'end' | 'fault'
  /** Returns whether the first line ends a paragraph above it. */
  interrupts(line: string): boolean
}

interface LineTokens {
  readonly block: TokenType
  readonly line: TokenType
}

export const isLineEnd = (code: Code): boolean => code !== null && code < -2

/** Converts a micromark character code. Virtual tab columns are negative codes. */
const characterOf = (code: number): string => (code === -2 ? '\t' : code < 0 ? '' : String.fromCharCode(code))

interface LineBlock {
  readonly name: string
  /**
   * Returns the indexes of the lines in which blocks begin that have an end. The lines are without what is before them in
   * lists, quotes and footnotes. The sources are the same lines with it.
   */
  readonly findClosed: (lines: readonly string[], sources: readonly string[]) => readonly number[]
}

const lineBlocks: LineBlock[] = []

/** The lines of the text that is parsed next in which blocks begin that have an end, by the names of their constructs. */
let closedBlocks = new Map<string, ReadonlySet<number>>()

/** Matches the markers of quotes, list items and footnotes before the content of a line, in any order. */
export const leadingMarkers = /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:))+/

/** Returns a line without what is before a block in lists, quotes and footnotes. */
export const withoutMarkers = (line: string): string =>
  line.replace(leadingMarkers, '').replace(/^[ \t]+/, '')

/**
 * Finds the blocks of a text that have an end. The parser has to know them before it parses the text: while it is in such a
 * block, it looks for no lists and quotes.
 */
export function findClosedBlocks(lines: readonly string[]): void {
  const bare = lines.map(withoutMarkers)
  const closed = lineBlocks.map(
    ({ name, findClosed }) => [name, new Set(findClosed(bare, lines).map((index) => index + 1))] as const,
  )
  closedBlocks = new Map(closed)
}

/** Creates a construct for a block that is recognized line by line, if it has an end. */
export function lineConstruct(
  name: string,
  tokens: LineTokens,
  newReader: () => LineReader,
  findClosed: LineBlock['findClosed'],
): Construct {
  lineBlocks.push({ name, findClosed })
  return { name, concrete: true, tokenize }

  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const { interrupt } = this
    const isLazy = () => Boolean(this.parser.lazy[this.now().line])
    const reader = newReader()
    let line = ''
    return (code) => {
      if (!closedBlocks.get(name)?.has(this.now().line)) return nok(code)
      effects.enter(tokens.block)
      return startLine(code)
    }

    function startLine(code: Code): State | undefined {
      line = ''
      if (code === null || isLineEnd(code)) return endLine(code)
      effects.enter(tokens.line)
      return inLine(code)
    }

    function inLine(code: Code): State | undefined {
      if (code === null || isLineEnd(code)) {
        effects.exit(tokens.line)
        return endLine(code)
      }
      line += characterOf(code)
      effects.consume(code)
      return inLine
    }

    function endLine(code: Code): State | undefined {
      const decision = reader.read(line)
      if (decision === 'fault') return nok(code)
      // A paragraph is ended by the first line.
      if (interrupt) return reader.interrupts(line) ? ok(code) : nok(code)
      if (decision === 'end') {
        effects.exit(tokens.block)
        return ok(code)
      }
      if (code === null) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return nextLine
    }

    function nextLine(code: Code): State | undefined {
      return code === null || isLazy() ? nok(code) : startLine(code)
    }
  }
}

interface Collected {
  value: string
  /** The number of line endings in `value` so far. */
  lineEnds?: number
  position?: { start: { line: number } } | undefined
}

/** Returns the first line after which a block is no more to be continued, and whether it ends there. */
export function endOfBlock(lines: readonly string[], start: number, reader: LineReader) {
  for (let index = start; index < lines.length; index++) {
    const decision = reader.read(lines[index] as string)
    if (decision !== 'more') return { index, isEnd: decision === 'end' }
  }
  return { index: lines.length, isEnd: false }
}

/** Reads the blocks of a construct as nodes whose value is their text. `finish` completes them. */
export const linesFromMarkdown = (
  tokens: LineTokens,
  type: 'blockTag' | 'html' | 'math',
  finish: (node: { value: string }) => void = () => {},
): FromMarkdownExtension => ({
  enter: {
    [tokens.block](this: CompileContext, token: Token): undefined {
      this.enter({ type, value: '' }, token)
    },
  },
  exit: {
    [tokens.line]: collectLine,
    [tokens.block](this: CompileContext, token: Token): undefined {
      const node = this.stack.at(-1) as Collected | undefined
      this.exit(token)
      if (!node) return
      delete node.lineEnds
      finish(node)
    },
  },
})

/** Adds a line of a block to the value of its node. */
function collectLine(this: CompileContext, token: Token): undefined {
  const node = this.stack.at(-1) as Collected | undefined
  if (!node) return
  const lineEnds = token.start.line - (node.position?.start.line ?? token.start.line)
  node.value += '\n'.repeat(lineEnds - (node.lineEnds ?? 0)) + this.sliceSerialize(token)
  node.lineEnds = lineEnds
}
