import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentToMarkdown } from '../../../../src/modules/content/documents/document-to-markdown.ts'
import { markdownToDocument } from '../../../../src/modules/content/documents/markdown-to-document.ts'
import { paragraph } from '../../../../src/modules/content/documents/nodes.ts'
import { heading } from '../../../../src/modules/content/documents/read-blocks.ts'
import type { Block, JSONDocument } from '../../../../src/modules/content/documents/types.ts'
import { inlineContent } from './arbitrary-inline.ts'

const document = (nodes: Block[]): JSONDocument => ({ object: 'document', data: {}, nodes })

const runs = { numRuns: Number(process.env.RUNS ?? 300) }

test('any inline content of a paragraph comes back from Markdown as it was', () => {
  fc.assert(
    fc.property(inlineContent, fc.constantFrom(undefined, 'center' as const), (nodes, align) => {
      const tree = document([paragraph(nodes, align)])
      expect(markdownToDocument(documentToMarkdown(tree))).toEqual(tree)
    }),
    runs,
  )
})

test('any inline content of a heading comes back from Markdown as it was', () => {
  fc.assert(
    fc.property(
      inlineContent,
      fc.constantFrom({}, { id: 'own' }, { align: 'end' as const }),
      (nodes, data) => {
        const tree = document([heading(2, nodes, data)])
        expect(markdownToDocument(documentToMarkdown(tree))).toEqual(tree)
      },
    ),
    runs,
  )
})
