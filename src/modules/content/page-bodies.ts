import type { Body } from './documents-store.ts'
import { markdownToDocument } from './documents/markdown-to-document.ts'

export type { Body }
export type BodyFormat = 'DOCUMENT' | 'MARKDOWN'

/** The tree of nodes of a body: the author's own, or the one its Markdown stands for. */
export const documentOf = ({ markdown, nodes }: Body): object => nodes ?? markdownToDocument(markdown)
