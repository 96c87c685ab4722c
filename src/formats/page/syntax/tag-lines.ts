import type { Code, Effects, State } from 'micromark-util-types'
import { isLineEnd } from './line-construct.ts'

/** Converts a micromark character code of a tag in text. Virtual tab columns and line endings are negative codes. */
export const characterOf = (code: number): string =>
  isLineEnd(code) ? '\n' : code < 0 ? '\t' : String.fromCharCode(code)

/**
 * Returns the state that reads the end of a line of a tag, after which `next` goes on. It ends the text of the line, because the
 * parser needs a token between the end of a line and that of the tag.
 */
export const lineEndOfTag =
  (effects: Effects, next: State): State =>
  (code) => {
    effects.exit('inlineTagText')
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return (start: Code) => {
      effects.enter('inlineTagText')
      return next(start)
    }
  }
