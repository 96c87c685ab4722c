import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eitherOf, withCommas } from '../src/base/english.ts'

test('numbers have the commas that Intl writes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0.5, 1234.125)), (value) => {
      expect(withCommas(value)).toBe(value.toLocaleString('en'))
    }),
  )
})

test('alternatives are joined as Intl joins them', () => {
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })
  for (const names of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(eitherOf(names)).toBe(list.format(names))
})
