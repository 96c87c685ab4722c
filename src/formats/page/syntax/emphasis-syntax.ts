import { attention } from 'micromark-core-commonmark'
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'

const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\ufe30-\ufe4f\uff00-\uffef]/u

const isCjk = (code: Code): boolean => code !== null && code > 0 && cjk.test(String.fromCharCode(code))

/** Returns whether a code is a blank. The ends of lines and of the text, and tabs, have no code of a character. */
const isBlank = (code: Code): boolean => code === null || code < 0 || /\s/.test(String.fromCharCode(code))

/**
 * Recognizes asterisks beside Chinese, Japanese and Korean characters as the beginning or end of emphasis also next to
 * punctuation. These languages have no spaces between words, by which Markdown would tell one from the other.
 */
const emphasisConstruct: Construct = { ...attention, name: 'emphasis', tokenize: tokenizeEmphasis }

function tokenizeEmphasis(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { previous } = this
  return attention.tokenize.call(
    this,
    effects,
    (code) => {
      const token = this.events.at(-1)?.[1]
      if (token && (isCjk(previous) || isCjk(code))) {
        token._open ||= !isBlank(code)
        token._close ||= !isBlank(previous)
      }
      return ok(code)
    },
    nok,
  )
}

export const emphasisSyntax: Extension = { text: { 42: emphasisConstruct } }
