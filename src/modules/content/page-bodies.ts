import { documentToMarkdown } from '../../page-format/document-to-markdown.ts'
import { markdownToDocument } from '../../page-format/markdown-to-document.ts'
import type { JSONDocument } from '../../page-format/types.ts'
import { validateDocument } from '../../page-format/validate-document.ts'
import type { Body } from './documents.ts'
import { type BodyIndex, indexOfTree } from './indexed-text.ts'

export type BodyFormat = 'DOCUMENT' | 'MARKDOWN'

/** Returns the node tree of a body: the stored one, or else the one parsed from its Markdown. */
export const documentOf = ({ markdown, nodes }: Body): object => nodes ?? markdownToDocument(markdown)

/** Returns the body for a node tree that a client sent at `path`. Throws if the tree is invalid. */
export function bodyOfTree(value: unknown, path?: string): Body {
  const nodes = validateDocument(value, path)
  return { markdown: documentToMarkdown(nodes), nodes }
}

/**
 * Returns the body of a text in Markdown. Throws if it cannot be converted to a node tree, so that every stored body can
 * be read in both formats.
 */
export const bodyOfMarkdown = (markdown: string): Body => ({
  markdown,
  index: indexOfTree(markdownToDocument(markdown)),
})

/** Returns what the indexes keep of a body. */
export const indexOf = (body: Body): BodyIndex => body.index ?? indexOfTree(documentOf(body) as JSONDocument)
