import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { isConditionOpening } from './condition-tags.ts'
import { isLineEnd } from './line-construct.ts'
import { addSteps } from './parser-guard.ts'
import { characterOf, lineEndOfTag } from './tag-lines.ts'

/** The characters of the beginning of a tag, with the blanks in it. */
const maximumLength = 60

/** Matches what may become the beginning of a tag of a condition. */
const begun = /^\{\s*(?:%[-+~]?\s*[a-z-]*)?$/i

/**
 * Reads the beginning of a tag of a condition that is none, because it has no end or another one: `{% if plan }`. It is kept as
 * it is and not text, so that what follows it can be hidden from those whom it was meant to be hidden from.
 */
export const conditionConstruct: Construct = { name: 'condition', tokenize: tokenizeCondition }

function tokenizeCondition(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { parser } = this
  let source = ''
  return (code) => {
    effects.enter('inlineTag')
    effects.enter('inlineTagText')
    return inOpening(code)
  }

  function inOpening(code: Code): State | undefined {
    if (isConditionOpening(source) && !(code !== null && /[\w-]/.test(characterOf(code)))) {
      effects.exit('inlineTagText')
      effects.exit('inlineTag')
      return ok(code)
    }
    const next = code === null ? undefined : source + characterOf(code)
    if (next === undefined || next.length > maximumLength || !begun.test(next)) {
      addSteps(parser, source.length)
      return nok(code)
    }
    source = next
    if (isLineEnd(code)) return lineEndOfTag(effects, inOpening)(code)
    effects.consume(code)
    return inOpening
  }
}
