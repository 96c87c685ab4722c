import type { EmojiNode } from 'mdast'
import type { CompileContext, Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Info, Options as ToMarkdownExtension } from 'mdast-util-to-markdown'
import type { Code, Construct, Effects, Extension, State, Token } from 'micromark-util-types'
import { htmlAttribute } from '../html/html.ts'
import { emojiNameOf, namedEmoji } from './emoji-names.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji'
  }
}

declare module 'mdast' {
  /** An emoji. The value is `:name:` when parsing, and the code between colons when serializing. */
  interface EmojiNode {
    type: 'emoji'
    value: string
    position?: import('unist').Position | undefined
  }
  interface PhrasingContentMap {
    emoji: EmojiNode
  }
  interface RootContentMap {
    emoji: EmojiNode
  }
}

/** Matches possible emoji in the text of HTML, which the Markdown parser does not tokenize. */
export const emojiInText = /(?<!\w|(?<![a-z0-9_+-]):):([a-z0-9_+-]{1,64}):(?!\w)/g

const isWordOrColon = (character: string): boolean => /[\w:]/.test(character)

const isWordCode = (code: Code): boolean => code !== null && code > 0 && /\w/.test(String.fromCharCode(code))

const emojiConstruct: Construct = {
  name: 'emoji',
  previous(code) {
    if (code === 58) return this.events.at(-1)?.[1].type === 'emoji'
    return !isWordCode(code)
  },
  tokenize: tokenizeEmoji,
}

function tokenizeEmoji(effects: Effects, ok: State, nok: State): State {
  let name = ''
  return (code) => {
    effects.enter('emoji')
    effects.consume(code)
    return inName
  }

  function inName(code: Code): State | undefined {
    if (code === 58) {
      if (namedEmoji(name) === undefined) return nok(code)
      effects.consume(code)
      effects.exit('emoji')
      return afterEmoji
    }
    if (code === null || code < 0 || name.length > 64) return nok(code)
    effects.consume(code)
    if (code === 92) return afterBackslash
    name += String.fromCharCode(code)
    return inName
  }

  /** GitBook escapes the underscores of names, which Markdown would otherwise read as emphasis. */
  function afterBackslash(code: Code): State | undefined {
    return code === 95 ? inName(code) : nok(code)
  }

  /** A colon may follow an emoji that no further name begins in: `:eyes::`. */
  function afterEmoji(code: Code): State | undefined {
    return isWordCode(code) ? nok(code) : ok(code)
  }
}

export const emojiSyntax: Extension = { text: { 58: emojiConstruct } }

function enterEmoji(this: CompileContext, token: Token): undefined {
  this.enter({ type: 'emoji', value: this.sliceSerialize(token).replaceAll('\\', '') }, token)
}

function exitEmoji(this: CompileContext, token: Token): undefined {
  this.exit(token)
}

export const emojiFromMarkdown: FromMarkdownExtension = {
  enter: { emoji: enterEmoji },
  exit: { emoji: exitEmoji },
}

/**
 * Serializes an emoji as `:name:`, or as an HTML element if it has no name or an adjacent character does not allow
 * that.
 */
function writeEmoji(node: EmojiNode, _parent: unknown, _state: unknown, info: Info): string {
  const code = betweenColons(node)
  const name = emojiNameOf(namedEmoji(code) ?? code)
  const isFree = !isWordOrColon(info.before.slice(-1)) && !/\w/.test(info.after.slice(0, 1))
  return isFree && name !== undefined ? `:${name}:` : emojiElement(code)
}

const betweenColons = ({ value }: EmojiNode): string => value.slice(1, -1)

export const emojiCode = (node: EmojiNode): string => namedEmoji(betweenColons(node)) ?? betweenColons(node)

writeEmoji.peek = () => ':'

export const emojiElement = (code: string): string =>
  `<i class="emoji"${htmlAttribute('data-code', code)}></i>`

export const emojiToMarkdown: ToMarkdownExtension = {
  handlers: { emoji: writeEmoji } as ToMarkdownExtension['handlers'] & object,
  unsafe: [{ character: ':', after: '(?=[a-z0-9_+-]+:)', inConstruct: 'phrasing' }],
}
