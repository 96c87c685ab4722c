import { normalizeText } from './normalize-text.ts'
import { readBlocks } from './read-blocks.ts'
import { ReadContext } from './read-context.ts'
import { refuseOversizedTree } from './tree-size.ts'
import type { JSONDocument } from './types.ts'

/**
 * Reads Markdown as a document tree. HTML comments, headings deeper than three levels and formatting in the head
 * of a table have no place in the tree and are lost; everything else that is not known is kept as text.
 */
export function markdownToDocument(markdown: string): JSONDocument {
  const context = new ReadContext(normalizeText(markdown), readBlocks)
  const document: JSONDocument = {
    object: 'document',
    data: {},
    nodes: readBlocks(context.root.children, context),
  }
  refuseOversizedTree(document, 'markdown')
  return document
}
