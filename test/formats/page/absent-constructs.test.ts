import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/formats/page/syntax/markdown-syntax.ts'
import { propertyBudget } from '../../support/budget.ts'

const withoutPositions = (nodes: readonly object[]) =>
  JSON.parse(JSON.stringify(nodes, (name, value) => (name === 'position' ? undefined : value)))

/**
 * Parses a text as one that has a table and every kind of bare address. They are before it: what is below a text may be in
 * its last block, such as code without an end.
 */
const parsedWithAll = (markdown: string) => {
  const { children } = parseMarkdown(`a@b.c www.a.b http://a.b\n\n|a|\n|-|\n\n***\n\n${markdown}`)
  return withoutPositions(children.slice(3))
}

const words = [
  'a',
  'word ',
  'a@b.c',
  'www.a.b ',
  'http://a.b',
  'https:',
  ':smile:',
  '*',
  '_',
  '`',
  '[',
  '](b)',
  '<',
  '>',
  '\n',
  '|',
  '-',
  ':',
  ':-',
  '\n|-|\n',
  ' ',
  '\\',
  '&amp;',
  '@',
  '.',
  '/',
]

test('a text is parsed alike with and without the constructs that it cannot match', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (parts) => {
      const markdown = `${parts.join('')}\n\nend`
      expect(withoutPositions(parseMarkdown(markdown).children)).toEqual(parsedWithAll(markdown))
    }),
    {
      ...propertyBudget(150, 20_000),
      examples: [[['`', '`', '`']], [['a', '\n', ':-']], [['a', '|', 'a', '\n', '-', ' ', '|', ' ', '-']]],
    },
  )
})
