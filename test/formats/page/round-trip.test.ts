import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heading, paragraph } from '../../../src/formats/page/model/nodes.ts'
import { validateDocument } from '../../../src/formats/page/model/validate-document.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import type { Block } from '../../../src/formats/page/types.ts'
import { documentToMarkdown } from '../../../src/formats/page/write/document-to-markdown.ts'
import { budget, propertyBudget } from '../../support/budget.ts'
import { documents } from './arbitrary-blocks.ts'
import { compact, inlineContent } from './arbitrary-inline.ts'
import { markdowns } from './arbitrary-markdown.ts'

const tree = (nodes: Block[]) => compact({ object: 'document' as const, data: {}, nodes })

test('any inline content of a paragraph survives a round trip through Markdown', () => {
  fc.assert(
    fc.property(inlineContent, fc.constantFrom(undefined, 'center' as const), (nodes, align) => {
      const document = tree([paragraph(nodes, align)])
      expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
    }),
    propertyBudget(15, 500),
  )
})

test('any inline content of a heading survives a round trip through Markdown', () => {
  fc.assert(
    fc.property(
      inlineContent,
      fc.constantFrom({}, { id: 'own' }, { align: 'end' as const }),
      (nodes, data) => {
        const document = tree([heading(2, nodes, data)])
        expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
      },
    ),
    propertyBudget(10, 300),
  )
})

test('any document that Markdown can represent survives a round trip', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
    }),
    propertyBudget(12, 400),
  )
})

test('any Markdown gives the same tree after it is serialized again', () => {
  fc.assert(
    fc.property(markdowns, (markdown) => {
      const document = markdownToDocument(markdown)
      expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
    }),
    propertyBudget(15, 500),
  )
})

test('every tree that is parsed from Markdown passes validation unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(documents, markdowns.map(markdownToDocument)), (document) => {
      expect(validateDocument(document)).toEqual(document)
    }),
    propertyBudget(10, 300),
  )
})

describe('a real documentation repository', () => {
  const folder = new URL('../../fixtures/learn-go-with-tests/', import.meta.url)
  /** In `npm test` every fourth. */
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .filter((_name, index) => index % budget(12, 1) === 0)

  test.each(files)('%s keeps its tree when it is written anew from it', (file) => {
    const document = markdownToDocument(readFileSync(new URL(file, folder), 'utf8'))
    expect(document.nodes.length).toBeGreaterThan(0)
    expect(markdownToDocument(documentToMarkdown(document))).toEqual(document)
  })
})
