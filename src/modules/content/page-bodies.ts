import { AppError, invalidInput } from '../../errors.ts'
import { documentToMarkdown } from './documents/document-to-markdown.ts'
import { markdownToDocument } from './documents/markdown-to-document.ts'
import type { JSONDocument } from './documents/types.ts'
import type { Body } from './documents-store.ts'

export type BodyFormat = 'DOCUMENT' | 'MARKDOWN'

/** The tree of nodes of a body: the author's own, or the one its Markdown stands for. */
export const documentOf = ({ markdown, nodes }: Body): object => nodes ?? markdownToDocument(markdown)

/** The body that a tree of nodes given by a client makes; refuses what is no such tree. */
export function bodyOfTree(value: unknown): Body {
  try {
    const nodes = value as JSONDocument
    return { markdown: documentToMarkdown(nodes), nodes }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidInput('document', 'is no tree of nodes')
  }
}

/** Refuses Markdown that could not be turned into a tree, so that whatever is stored can be read in both forms. */
export function checkMarkdown(markdown: string): void {
  markdownToDocument(markdown)
}
