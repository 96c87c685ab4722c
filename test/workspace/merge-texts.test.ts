import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts } from '../../src/workspace/editor/merge-texts.ts'
import { propertyBudget } from '../support/budget.ts'

/** Where something is inserted into a text: a line, and whether it goes before it, behind it, or becomes a paragraph above it. */
const insertion = fc.record({ line: fc.nat(12), how: fc.constantFrom('before', 'behind', 'above') })
const insertions = fc.array(insertion, { minLength: 1, maxLength: 5 })
const baseOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `paragraph ${index}p`).join('\n\n')

type Insertion = typeof insertion extends fc.Arbitrary<infer Value> ? Value : never

function inserted(base: string, author: string, list: readonly Insertion[]): string {
  const lines = base.split('\n')
  for (const [index, { line, how }] of list.entries()) {
    const at = line % lines.length
    const [word, before] = [`${author}${index}x`, lines[at] ?? '']
    lines[at] =
      how === 'before' ? `${word}.${before}` : how === 'behind' ? `${before}.${word}` : `${word}\n\n${before}`
  }
  return lines.join('\n')
}

test('what two people insert is all there, once, wherever it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), insertions, insertions, (count, mine, theirs) => {
      const base = baseOf(count)
      const { text, conflicts } = mergeTexts(base, inserted(base, 'm', mine), inserted(base, 't', theirs))
      expect(conflicts).toEqual([])
      const words = [
        ...mine.map((_, index) => `m${index}x`),
        ...theirs.map((_, index) => `t${index}x`),
        ...Array.from({ length: count }, (_, index) => `${index}p`),
      ]
      for (const word of words) expect([word, text.split(word).length]).toEqual([word, 2])
    }),
    propertyBudget(200, 20_000),
  )
})

test('changes of different words of a line are merged, and of the same word are a conflict', () => {
  expect(mergeTexts('one two three', 'ONE two three', 'one two THREE')).toEqual({
    text: 'ONE two THREE',
    conflicts: [],
  })
  expect(mergeTexts('a\none two\nb', 'a\none 2\nb', 'A\none zwei\nb')).toEqual({
    text: 'a\none 2\nb',
    conflicts: [{ base: 'a\none two\n', mine: 'a\none 2\n', theirs: 'A\none zwei\n' }],
  })
})
