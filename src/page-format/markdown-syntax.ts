import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { type Processor, unified } from 'unified'
import { AppError, invalidInput } from '../errors.ts'
import { blockTagFromMarkdown, blockTagSyntax, blockTagToMarkdown } from './block-tag-syntax.ts'
import { emojiFromMarkdown, emojiSyntax, emojiToMarkdown } from './emoji-syntax.ts'
import { footnoteToMarkdown } from './footnote-to-markdown.ts'
import { parserGuard, refuseCostlyMarkdown } from './parser-guard.ts'
import { phrasingToMarkdown } from './phrasing-to-markdown.ts'

function documentSyntax(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), blockTagSyntax, emojiSyntax, parserGuard]
  // The transforms would make links of addresses that are escaped on purpose: they look at the text, not the source.
  const withoutTransforms = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }))
  data.fromMarkdownExtensions = [...withoutTransforms, blockTagFromMarkdown, emojiFromMarkdown]
  data.toMarkdownExtensions = [
    ...(data.toMarkdownExtensions ?? []),
    blockTagToMarkdown,
    emojiToMarkdown,
    footnoteToMarkdown,
    phrasingToMarkdown,
  ]
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkMath, { singleDollarTextMath: false })
  .use(documentSyntax)
  .use(remarkStringify, { bullet: '*', emphasis: '_', rule: '-', listItemIndent: 'one', resourceLink: true })
  .freeze()

export function parseMarkdown(markdown: string): Root {
  refuseCostlyMarkdown(markdown)
  try {
    return processor.parse(markdown)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The parser calls itself for nested structures: what is left to overflow the stack is a fault of the input. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof RangeError)) return error
  return invalidInput('markdown', 'is nested too deeply')
}

export const stringifyMarkdown = (root: Root): string => processor.stringify(root)
