import type { CompileContext, Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Options as ToMarkdownExtension } from 'mdast-util-to-markdown'
import type { Code, Construct, Effects, Extension, State, Token, TokenizeContext } from 'micromark-util-types'
import { endOfTag, parseBlockTags, TagScanner } from './block-tag.ts'
import { conditionConstruct } from './condition-tag-syntax.ts'
import { isLineEnd } from './line-construct.ts'
import { addSteps } from './parser-guard.ts'
import { characterOf, lineEndOfTag } from './tag-lines.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    inlineTag: 'inlineTag'
    inlineTagText: 'inlineTagText'
  }
}

declare module 'mdast' {
  /** A block tag in a line of text. */
  interface InlineTag {
    type: 'inlineTag'
    value: string
    position?: import('unist').Position | undefined
  }
  interface PhrasingContentMap {
    inlineTag: InlineTag
  }
  interface RootContentMap {
    inlineTag: InlineTag
  }
}

/** The characters of a tag in text. A longer one is text: the search for its end would take too long. */
const maximumLength = 500

export const isReadAsOneTag = (source: string): boolean =>
  source.length <= maximumLength &&
  !source.includes('\n') &&
  endOfTag(source, 0) === source.length &&
  parseBlockTags(source)?.length === 1

/** Returns a tag with its lines joined, which means the same. */
const tagOnOneLine = (source: string): string => source.replace(/[ \t]*\n[ \t]*/g, ' ')

/** Returns the end of the tag that begins at an offset of a text in HTML. Returns undefined if none does. */
export function endOfTagInHtml(html: string, start: number): number | undefined {
  // Each character may be escaped, which takes five.
  const end = endOfTag(html.slice(start, start + maximumLength * 5), 0)
  return end === undefined ? undefined : start + end
}

const inlineTagConstruct: Construct = { name: 'inlineTag', tokenize: tokenizeInlineTag }

function tokenizeInlineTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { parser } = this
  const scanner = new TagScanner()
  let source = ''
  return (code) => {
    effects.enter('inlineTag')
    effects.enter('inlineTagText')
    return inTag(code)
  }

  function inTag(code: Code): State | undefined {
    const character = code === null ? null : characterOf(code)
    const state = source.length < maximumLength ? scanner.next(character) : 'fault'
    if (state === 'fault') return end(nok)(code)
    source += character
    if (isLineEnd(code)) return lineEndOfTag(effects, inTag)(code)
    effects.consume(code)
    if (state === 'more') return inTag
    if (!isReadAsOneTag(tagOnOneLine(source))) return end(nok)
    effects.exit('inlineTagText')
    effects.exit('inlineTag')
    return end(ok)
  }

  /** Counts the cost of the tag, because each of many that have no end is searched for one. */
  function end(next: State): State {
    addSteps(parser, source.length * 8)
    return next
  }
}

export const inlineTagSyntax: Extension = { text: { 123: [inlineTagConstruct, conditionConstruct] } }

function enterInlineTag(this: CompileContext, token: Token): undefined {
  this.enter({ type: 'inlineTag', value: tagOnOneLine(this.sliceSerialize(token)) }, token)
}

function exitInlineTag(this: CompileContext, token: Token): undefined {
  this.exit(token)
}

export const inlineTagFromMarkdown: FromMarkdownExtension = {
  enter: { inlineTag: enterInlineTag },
  exit: { inlineTag: exitInlineTag },
}

export const inlineTagToMarkdown: ToMarkdownExtension = {
  unsafe: [
    { character: '{', after: '(?=%)', inConstruct: 'phrasing' },
    // Attributes of a heading, such as its id.
    { character: '{', after: '(?=[:#.\\s/])', inConstruct: 'headingAtx' },
  ],
}
