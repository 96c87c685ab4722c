import type { Construct, Extension, ParseContext, State, TokenizeContext } from 'micromark-util-types'
import { invalidInput } from '../../../errors.ts'
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
  spend(context.parser, context.events.length + context.parser.defined.length)
})

const definitionCost = counting('definitionCost', (context) => {
  spend(context.parser, context.parser.defined.length)
})

/** Every heading that is underlined copies all events before it. */
const underlineCost = counting('underlineCost', (context) => {
  let index = context.events.length
  while (index-- > 0) {
    const type = context.events[index]?.[1].type
    if (type === 'lineEnding' || type === 'linePrefix' || type === 'content') continue
    if (type === 'paragraph') spend(context.parser, context.events.length * 6)
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
  let inContainer = false
  let lazyLines = 0
  for (const line of lines) {
    const markers = leadingMarkers.exec(line)?.[0]
    if (markers !== undefined) refuseDeepLine(line, markers)
    if (line.trim() === '') inContainer = false
    else if (markers !== undefined) inContainer = true
    else if (inContainer && !/^[ \t]/.test(line)) lazyLines++
  }
  // The parser reads all that came before once more for a line that is not indented like the item it continues.
  if (lazyLines * lines.length * 10 > documentLimits.parserSteps) {
    throw invalidInput('markdown', 'has too many unindented lines in lists and quotes')
  }
}

function refuseDeepLine(line: string, markers: string): void {
  if (markers.length <= documentLimits.depth || thematicBreak.test(line)) return
  const count = markers.match(oneMarker)?.length ?? 0
  if (count > documentLimits.depth) {
    throw invalidInput('markdown', `nests deeper than ${documentLimits.depth} blocks`)
  }
}
