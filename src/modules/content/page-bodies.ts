import { documentToMarkdown } from '../../page-format/document-to-markdown.ts'
import { markdownToDocument } from '../../page-format/markdown-to-document.ts'
import { validateDocument } from '../../page-format/validate-document.ts'
import type { Body } from './documents-store.ts'

export type BodyFormat = 'DOCUMENT' | 'MARKDOWN'

/** The tree of nodes of a body: the author's own, or the one its Markdown stands for. */
export const documentOf = ({ markdown, nodes }: Body): object => nodes ?? markdownToDocument(markdown)

/** The body that a tree of nodes makes which a client gives at `path`; refuses what is no such tree. */
export function bodyOfTree(value: unknown, path?: string): Body {
  const nodes = validateDocument(value, path)
  return { markdown: documentToMarkdown(nodes), nodes }
}

/** Refuses Markdown that could not be turned into a tree, so that whatever is stored can be read in both forms. */
export function checkMarkdown(markdown: string): void {
  markdownToDocument(markdown)
}
