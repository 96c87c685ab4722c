import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImportedContent, readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { propertyBudget } from '../../support/budget.ts'

function read(files: readonly (readonly [path: string, text: string])[]): Promise<ImportedContent> {
  let ids = 0
  const entries = files.map(([path, text]) => {
    const bytes = Buffer.from(text)
    return { path, size: bytes.length, read: async () => bytes }
  })
  return readMarkdownSource(entries, { newPageId: () => `p${++ids}`, newFileId: () => `f${++ids}` })
}

const pieceOfMarkdown = fc.oneof(
  fc.constantFrom(
    ...[
      '[x](other.md)',
      '![y](<a b.png>)',
      '[z]: ./other.md#part\n',
      '<img src="a b.png">',
      '[q][z]',
      '<a href=',
    ],
    ...[
      '{% file src="a b.png" %}',
      '{% embed url="',
      '" %}',
      '`',
      '```\n',
      '<!--',
      '-->',
      '$$\n',
      '](other.md)',
      '[',
    ],
    ...[
      '\n',
      '\r\n',
      '\n\n',
      '    ',
      '> ',
      '* ',
      '1. ',
      '# ',
      '| a |\n| - |\n',
      '\\',
      '&amp;',
      '"',
      ')',
      '(',
      'é',
      '😀',
      '\t',
    ],
  ),
  fc.string({ maxLength: 5 }),
)

/** Returns whether the text results from the source by replacing URLs in some of its pieces. */
function isRewritten(text: string, source: string): boolean {
  const kept = text.split(/\/(?:pages\/p|files\/f)\d+/)
  let from = 0
  for (const [index, piece] of kept.entries()) {
    const isLast = index > 0 && index === kept.length - 1
    const at = isLast ? source.lastIndexOf(piece) : source.indexOf(piece, from)
    if (at < from || (index === 0 && at > 0) || (isLast && at + piece.length !== source.length)) return false
    from = at + piece.length
  }
  return kept.length > 1 || text === source
}

describe('any repository', () => {
  it('keeps every character of a page that is not in a URL, apart from the form of line endings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieceOfMarkdown, { maxLength: 40 }), async (pieces) => {
        // A first paragraph, so that no heading or front matter is removed from the body.
        const source = `start\n\n${pieces.join('')}`
        const { pages } = await read([
          ['SUMMARY.md', '* [Page](page.md)\n* [Other](other.md)'],
          ['page.md', source],
          ['other.md', ''],
          ['a b.png', ''],
        ])
        const stored = source.toWellFormed().replaceAll(/\r\n?/g, '\n')
        expect(isRewritten(pages[0]?.markdown ?? '', stored)).toBe(true)
      }),
      propertyBudget(20, 300),
    )
  })

  it('gives the pages of a folder unique lower-case slugs', async () => {
    const name = fc.stringMatching(/^[a-cA-C1 _.!é-]{1,4}$/)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), async (names) => {
        const { pages } = await read(names.map((each) => [`${each}.md`, '']))
        const slugs = pages.map(({ slug }) => slug)
        expect(new Set(slugs).size).toBe(names.length)
        expect(slugs.every((slug) => slug && slug === slug.toLowerCase())).toBe(true)
      }),
      propertyBudget(20, 200),
    )
  })
})
