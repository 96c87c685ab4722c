import type { Root } from 'mdast'
import { defaultHandlers, type Options as ToMarkdownExtension } from 'mdast-util-to-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { type Processor, unified } from 'unified'
import { AppError } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import { absentConstructs, withoutConstructs } from './absent-constructs.ts'
import { blockTagFromMarkdown, blockTagSyntax, blockTagToMarkdown } from './block-tag-syntax.ts'
import { emojiFromMarkdown, emojiSyntax, emojiToMarkdown } from './emoji-syntax.ts'
import { emphasisSyntax } from './emphasis-syntax.ts'
import { footnoteToMarkdown } from './footnote-to-markdown.ts'
import { inlineTagFromMarkdown, inlineTagSyntax, inlineTagToMarkdown } from './inline-tag-syntax.ts'
import { mathFromMarkdown, mathSyntax } from './math-syntax.ts'
import { parserGuard, prepareToParse } from './parser-guard.ts'
import { phrasingToMarkdown } from './phrasing-to-markdown.ts'
import { splitTagSyntax } from './split-tag-syntax.ts'
import { wholeHtmlFromMarkdown, wholeHtmlSyntax } from './whole-html-syntax.ts'

/** Adds the syntax of documents to that of GitHub. */
export function documentSyntax(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    blockTagSyntax,
    inlineTagSyntax,
    wholeHtmlSyntax,
    splitTagSyntax,
    mathSyntax,
    emojiSyntax,
    emphasisSyntax,
    parserGuard,
  ]
  // The transforms work on the text and not on the source: they would turn URLs that are escaped on purpose
  // into links.
  const withoutTransforms = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }))
  data.fromMarkdownExtensions = [
    ...withoutTransforms,
    blockTagFromMarkdown,
    inlineTagFromMarkdown,
    wholeHtmlFromMarkdown,
    mathFromMarkdown,
    emojiFromMarkdown,
  ]
  data.toMarkdownExtensions = [
    ...(data.toMarkdownExtensions ?? []),
    blockTagToMarkdown,
    inlineTagToMarkdown,
    emojiToMarkdown,
    footnoteToMarkdown,
    phrasingToMarkdown,
  ]
}

const baseProcessor = () =>
  unified()
    .use(remarkParse)
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkMath, { singleDollarTextMath: false })
    .use(documentSyntax)
    .use(remarkStringify, {
      bullet: '*',
      emphasis: '_',
      rule: '-',
      listItemIndent: 'one',
      resourceLink: true,
    })

const processor = baseProcessor().freeze()

/** The processors for texts without some constructs. */
const processorsWithout = new Map<string, typeof processor>([['', processor]])

/** Returns a processor that looks for the constructs that the text may have. */
function processorFor(markdown: string): typeof processor {
  const absent = absentConstructs(markdown)
  const key = absent.join(' ')
  const known = processorsWithout.get(key)
  if (known) return known
  const created = baseProcessor().use(withoutConstructs, absent).freeze()
  processorsWithout.set(key, created)
  return created
}

export function parseMarkdown(markdown: string): Root {
  prepareToParse(markdown)
  try {
    return processorFor(markdown).parse(markdown)
  } catch (error) {
    throw toInputError(error)
  }
}

/**
 * Converts a stack overflow into an input error: the parser is recursive, so nesting that passes the other
 * limits can still overflow the stack.
 */
function toInputError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof RangeError)) return error
  return brokenRule('markdown', 'BODY_NESTED_TOO_DEEPLY')
}

export const stringifyMarkdown = (root: Root): string => processor.stringify(root)

/** Removes the escapes of periods that could begin no `www.`, as in `new\.md`. The serializer looks at the letter in front only. */
export const withoutNeedlessEscapes = (markdown: string): string =>
  markdown.replace(/(?<!ww)(?<=w)\\\.(?=[\w-])/gi, '.')

/** Escapes the beginnings of tags in text with character references, because HTML knows no backslashes. */
const textInElement: ToMarkdownExtension = {
  handlers: {
    text: (node, parent, state, info) =>
      defaultHandlers.text(node, parent, state, Object.assign({}, info, { encode: ['<'] })),
  },
  unsafe: [{ character: '<', inConstruct: 'phrasing' }],
}

const elementProcessor = baseProcessor()
  .use(function (this: Processor) {
    this.data().toMarkdownExtensions?.push(textInElement)
  })
  .freeze()

/** Serializes Markdown that is the content of an element of HTML. */
export const stringifyMarkdownInElement = (root: Root): string => elementProcessor.stringify(root)
