import { expect, test } from 'vitest'
import { eitherOf, withCommas } from '../../src/base/english.ts'

test('numbers have commas between thousands', () => {
  const written = [7, 999, 1000, 50_000, 1_234_567, 0.5].map(withCommas)
  expect(written).toEqual(['7', '999', '1,000', '50,000', '1,234,567', '0.5'])
})

test('alternatives are joined as Intl joins them', () => {
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })
  for (const names of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(eitherOf(names)).toBe(list.format(names))
})
