import type { Construct, Extension, ParseContext, State, TokenizeContext } from 'micromark-util-types'
import { invalidInput } from '../errors.ts'
import { documentLimits } from './limits.ts'

const spentSteps = new WeakMap<ParseContext, number>()

function spend(parser: ParseContext, steps: number): void {
  const spent = (spentSteps.get(parser) ?? 0) + steps
  if (spent > documentLimits.parserSteps) {
    throw invalidInput(
      'markdown',
      'is too intricate: too many brackets, emphasis marks or headings in one piece',
    )
  }
  spentSteps.set(parser, spent)
}

/** A construct that never matches: it is asked before the real one and only counts what that one will cost. */
const counting = (name: string, count: (context: TokenizeContext) => void): Construct => ({
  name,
  tokenize(_effects, _ok, nok): State {
    count(this)
    return nok
  },
})

const marksInText = new WeakMap<TokenizeContext, number>()

/** Every mark of emphasis is compared with those before it in the same text. */
const emphasisCost = counting('emphasisCost', (context) => {
  const marks = (marksInText.get(context) ?? 0) + 1
  marksInText.set(context, marks)
  spend(context.parser, marks * 40)
})

/** Every closing bracket looks back for its opening one, and for its label among the definitions. */
const bracketCost = counting('bracketCost', (context) => {
  spend(context.parser, context.events.length + context.parser.defined.length * 5)
})

const definitionCost = counting('definitionCost', (context) => {
  spend(context.parser, context.parser.defined.length * 5)
})

/** Every heading that is underlined copies all events before it. */
const underlineCost = counting('underlineCost', (context) => {
  let index = context.events.length
  while (index-- > 0) {
    const type = context.events[index]?.[1].type
    if (type === 'lineEnding' || type === 'linePrefix' || type === 'content') continue
    if (type === 'paragraph') spend(context.parser, context.events.length * 24)
    return
  }
})

export const parserGuard: Extension = {
  contentInitial: { 91: definitionCost },
  flow: { 45: underlineCost, 61: underlineCost },
  text: { 42: emphasisCost, 95: emphasisCost, 126: emphasisCost, 93: bracketCost },
}

const leadingMarkers = /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:))+/
const oneMarker = />|[*+-](?=[ \t])|\d+[.)](?=[ \t])|\[\^/g
const thematicBreak = /^[ \t>]*(?:(?:\*[ \t]*)+|(?:-[ \t]*)+|(?:_[ \t]*)+)$/

/** Refuses what the parser could not read in bounded time, before it is asked to. */
export function refuseCostlyMarkdown(markdown: string): void {
  if (markdown.length > documentLimits.markdownLength) {
    throw invalidInput('markdown', `is longer than ${documentLimits.markdownLength} characters`)
  }
  const lines = markdown.split('\n')
  if (lines.length > documentLimits.lines) {
    throw invalidInput('markdown', `has more than ${documentLimits.lines} lines`)
  }
  refuseLongRuns(markdown)
  const cost = new LineCost()
  const backticks = new BacktickCount()
  for (const line of lines) {
    backticks.add(line, line.trim() === '' || leadingMarkers.test(line))
    cost.add(line)
  }
  if (cost.steps(lines.length) > documentLimits.parserSteps) {
    throw invalidInput(
      'markdown',
      'is too intricate: too many unindented lines in lists and quotes, or open HTML',
    )
  }
}

const fenceLine = /^[ \t>]*(?:`{3}|~{3})/

/**
 * Every piece of code in a text is put among all else in it, so that very many in one paragraph take minutes. Blocks
 * of code and the cells of tables are texts of their own, and so is what stands behind a marker.
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
      throw invalidInput('markdown', `has more than ${documentLimits.backticks} backticks in one paragraph`)
  }
}

const longRun = new RegExp(`\`{${documentLimits.fence + 1}}|\\${'$'}{${documentLimits.fence + 1}}`)

/** For every length of a run the parser looks for its counterpart in all of the text. */
function refuseLongRuns(markdown: string): void {
  if (longRun.test(markdown)) {
    throw invalidInput('markdown', `has more than ${documentLimits.fence} backticks or dollar signs in a row`)
  }
}

/** Adds up what lines cost the parser, in pieces of lines without a blank one between them. */
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
      refuseDeepLine(line, markers)
      // Two columns are one list inside another; a line costs its depth at every depth of the lists around it.
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
   * For a line that is not indented or quoted like what it continues, the parser reads all that came before once
   * more; for a declaration or an instruction of HTML without an end, all that comes after.
   */
  steps(lines: number): number {
    this.#endPiece()
    return this.#lazyLines * lines * 10 + this.#openingSteps * 8 + this.#indentationSteps
  }
}

function refuseDeepLine(line: string, markers: string): void {
  if (markers.length <= documentLimits.depth || thematicBreak.test(line)) return
  const count = markers.match(oneMarker)?.length ?? 0
  if (count > documentLimits.depth) {
    throw invalidInput('markdown', `nests deeper than ${documentLimits.depth} blocks`)
  }
}
