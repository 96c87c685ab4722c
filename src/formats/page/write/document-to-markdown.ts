import { invalidInput } from '../../../base/errors.ts'
import { documentLimits } from '../limits.ts'
import { stringifyMarkdown } from '../syntax/markdown-syntax.ts'
import type { JSONDocument } from '../types.ts'
import { writeBlocks } from './write-blocks.ts'
import { WriteContext } from './write-context.ts'
import { writeHtmlBlocks } from './write-html-blocks.ts'

/**
 * Serializes a document tree as Markdown. Keys, ids of blocks, and the names of table rows, columns and
 * fragments cannot be represented in Markdown and are lost.
 */
export function documentToMarkdown(document: JSONDocument): string {
  const context = new WriteContext({ blocks: writeBlocks, html: writeHtmlBlocks })
  const children = writeBlocks(document.nodes, context)
  const written = stringifyMarkdown({ type: 'root', children: [...children, ...context.footnotes] })
  // Parsers treat U+FEFF at the start of a text as a byte order mark and drop it.
  const markdown = written.replace(/^\uFEFF/, '&#xFEFF;')
  if (markdown.length > documentLimits.markdownLength) {
    throw invalidInput('document', `is longer than ${documentLimits.markdownLength} characters of Markdown`)
  }
  return markdown
}
