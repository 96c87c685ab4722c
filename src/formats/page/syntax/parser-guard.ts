import type { Construct, Extension, ParseContext, State, TokenizeContext } from 'micromark-util-types'
import { brokenRule } from '../../../base/rules.ts'
import type { Problem } from '../../../base/templates.ts'
import { bodyProblem } from '../body-problems.ts'
import { documentLimits } from '../limits.ts'
import { findClosedBlocks, leadingMarkers } from './line-construct.ts'
import { unclosedElementSteps } from './whole-html-syntax.ts'

/** Thrown where a text takes more steps than its caller has time for. It may be within the limit of documents. */
export class ParserStepsExceeded extends Error {}

let maximumSteps: number = documentLimits.parserSteps

/** Parses with fewer steps than a document may take. Throws `ParserStepsExceeded` if they are not enough. */
export function withParserSteps<Result>(maximum: number, parse: () => Result): Result {
  maximumSteps = maximum
  try {
    return parse()
  } finally {
    maximumSteps = documentLimits.parserSteps
  }
}

const tooManyMarks = bodyProblem(
  'BODY_WITH_TOO_MANY_MARKS',
  'brackets, emphasis marks or headings in one block',
)
const tooManyLooseLines = bodyProblem(
  'BODY_WITH_TOO_MANY_LOOSE_LINES',
  'unindented lines in lists and quotes, or unclosed HTML',
)

function assertSteps(steps: number, cause: Problem): void {
  if (steps > documentLimits.parserSteps) throw brokenRule('markdown', 'BODY_TOO_COMPLEX_TO_READ', { cause })
  if (steps > maximumSteps) throw new ParserStepsExceeded()
}

const stepCounts = new WeakMap<ParseContext, number>()

/** Counts steps of the parser. Throws if they are more than a text may take. */
export function addSteps(parser: ParseContext, steps: number): void {
  const total = (stepCounts.get(parser) ?? 0) + steps
  assertSteps(total, tooManyMarks)
  stepCounts.set(parser, total)
}

/**
 * Creates a construct that never matches. It runs before the actual construct and counts the cost of that one.
 */
const countingConstruct = (name: string, count: (context: TokenizeContext) => void): Construct => ({
  name,
  tokenize(_effects, _ok, nok): State {
    count(this)
    return nok
  },
})

const delimitersInText = new WeakMap<TokenizeContext, number>()

/** The parser compares each emphasis delimiter with all earlier ones in the same text. */
const emphasisCost = countingConstruct('emphasisCost', (context) => {
  const delimiters = (delimitersInText.get(context) ?? 0) + 1
  delimitersInText.set(context, delimiters)
  addSteps(context.parser, delimiters * 40)
})

/**
 * For each closing bracket, the parser searches back for the opening one and looks up the label among all
 * definitions.
 */
const bracketCost = countingConstruct('bracketCost', (context) => {
  addSteps(context.parser, context.events.length + context.parser.defined.length * 5)
})

const definitionCost = countingConstruct('definitionCost', (context) => {
  addSteps(context.parser, context.parser.defined.length * 5)
})

/** The parser copies all earlier events for each setext heading. */
const underlineCost = countingConstruct('underlineCost', (context) => {
  let index = context.events.length
  while (index-- > 0) {
    const type = context.events[index]?.[1].type
    if (type === 'lineEnding' || type === 'linePrefix' || type === 'content') continue
    if (type === 'paragraph') addSteps(context.parser, context.events.length * 24)
    return
  }
})

export const parserGuard: Extension = {
  contentInitial: { 91: definitionCost },
  flow: { 45: underlineCost, 61: underlineCost },
  text: { 42: emphasisCost, 95: emphasisCost, 126: emphasisCost, 93: bracketCost },
}

const oneMarker = />|[*+-](?=[ \t])|\d+[.)](?=[ \t])|\[\^/g
const thematicBreak = /^[ \t>]*(?:(?:\*[ \t]*)+|(?:-[ \t]*)+|(?:_[ \t]*)+)$/

/**
 * Prepares the parser for a text that it parses next. Throws an input error if it could not parse the Markdown in bounded
 * time.
 */
export function prepareToParse(markdown: string): void {
  if (markdown.length > documentLimits.markdownLength) {
    throw brokenRule('markdown', 'BODY_TOO_LONG', { maximum: documentLimits.markdownLength })
  }
  const lines = markdown.split('\n')
  if (lines.length > documentLimits.lines) {
    throw brokenRule('markdown', 'BODY_WITH_TOO_MANY_LINES', { maximum: documentLimits.lines })
  }
  assertRunLengths(markdown)
  assertFewMarks(markdown)
  const cost = new LineCost()
  const backticks = new BacktickCount()
  for (const line of lines) {
    backticks.add(line, line.trim() === '' || leadingMarkers.test(line))
    cost.add(line)
  }
  const steps = cost.steps(lines.length) + unclosedElementSteps(lines)
  assertSteps(steps, tooManyLooseLines)
  findClosedBlocks(lines)
}

const fenceLine = /^[ \t>]*(?:`{3}|~{3})/

/**
 * The parser inserts each code span into the list of all events of its text, so that very many in one paragraph
 * take minutes. Code blocks, table cells and the content after a container marker are separate texts.
 */
class BacktickCount {
  #inFence = false
  #inText = 0

  add(line: string, startsText: boolean): void {
    if (fenceLine.test(line)) this.#inFence = !this.#inFence
    if (startsText) this.#inText = 0
    if (this.#inFence || /^[ \t]*\|/.test(line)) return
    this.#inText += line.split('`').length - 1
    if (this.#inText > documentLimits.backticks)
      throw brokenRule('markdown', 'BODY_WITH_TOO_MANY_BACKTICKS', { maximum: documentLimits.backticks })
  }
}

const longRun = new RegExp(`\`{${documentLimits.fence + 1}}|\\${'$'}{${documentLimits.fence + 1}}`)

/** For each run length, the parser searches the rest of the text for a closing run. */
function assertRunLengths(markdown: string): void {
  if (longRun.test(markdown)) {
    throw brokenRule('markdown', 'BODY_WITH_TOO_LONG_RUN', { maximum: documentLimits.fence })
  }
}

/**
 * The parser keeps several objects for each of these until the end. Of too many, a thread runs out of memory in a way that
 * ends the process.
 */
function assertFewMarks(markdown: string): void {
  let count = 0
  for (let index = 0; index < markdown.length; index++) {
    const code = markdown.charCodeAt(index)
    if (code === 91 || code === 92) count++
  }
  if (count > documentLimits.bracketsAndBackslashes)
    throw brokenRule('markdown', 'BODY_WITH_TOO_MANY_BRACKETS', {
      maximum: documentLimits.bracketsAndBackslashes,
    })
}

/** Estimates the cost of lines to the parser, in chunks of lines that are separated by blank lines. */
class LineCost {
  #quotes = 0
  #inContainer = false
  #lazyLines = 0
  #pieceLength = 0
  #openings = 0
  #openingSteps = 0
  #indentationSteps = 0

  add(line: string): void {
    const markers = leadingMarkers.exec(line)?.[0] ?? ''
    if (markers !== '') {
      assertLineDepth(line, markers)
      // Two columns are one level of list nesting. A line is processed at each level for each of the lists
      // around it.
      this.#indentationSteps += (line.search(/[^ \t]/) / 2) ** 3
    }
    const quotes = markers.length - markers.replaceAll('>', '').length
    if (line.trim() === '') this.#endPiece()
    else {
      const isLazy = quotes < this.#quotes || (this.#inContainer && markers === '' && !/^[ \t]/.test(line))
      if (isLazy) this.#lazyLines++
      else this.#quotes = quotes
      if (markers !== '') this.#inContainer = true
      this.#pieceLength += line.length
      this.#openings += line.split(/<[?!]/).length - 1
    }
  }

  #endPiece(): void {
    this.#openingSteps += this.#openings * this.#pieceLength
    this.#openings = 0
    this.#pieceLength = 0
    this.#quotes = 0
    this.#inContainer = false
  }

  /**
   * Returns the estimated number of steps. For each lazy continuation line, the parser reprocesses all lines
   * before it. For each unclosed HTML declaration or instruction, it reprocesses all text after it.
   */
  steps(lines: number): number {
    this.#endPiece()
    return this.#lazyLines * lines * 10 + this.#openingSteps * 8 + this.#indentationSteps
  }
}

function assertLineDepth(line: string, markers: string): void {
  if (markers.length <= documentLimits.depth || thematicBreak.test(line)) return
  const count = markers.match(oneMarker)?.length ?? 0
  if (count > documentLimits.depth) {
    throw brokenRule('markdown', 'BODY_TOO_DEEP', { maximum: documentLimits.depth })
  }
}
