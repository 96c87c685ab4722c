import type { Root } from 'mdast'
import { normalizeText } from '../model/normalize-text.ts'
import { assertTreeSize } from '../model/tree-size.ts'
import { parseMarkdown } from '../syntax/markdown-syntax.ts'
import type { JSONDocument } from '../types.ts'
import { readBlocks } from './read-blocks.ts'
import { ReadContext } from './read-context.ts'
import { readHtmlItems } from './read-html.ts'

/**
 * Parses Markdown into a document tree. HTML comments, heading levels beyond three and formatting in table
 * headers cannot be represented in the tree and are lost. Any other unsupported syntax is kept as text.
 */
export function markdownToDocument(markdown: string): JSONDocument {
  const normal = normalizeText(markdown)
  return documentOfRoot(normal, parseMarkdown(normal))
}

/** Converts the parsed `markdown` into a document tree. */
export function documentOfRoot(markdown: string, root: Root): JSONDocument {
  const context = new ReadContext(markdown, root, { blocks: readBlocks, htmlItems: readHtmlItems })
  const document: JSONDocument = {
    object: 'document',
    data: {},
    nodes: readBlocks(context.root.children, context),
  }
  assertTreeSize(document, 'markdown')
  return document
}
