import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareLines,
  LineNumbers,
  maximumSteps,
  Work,
} from '../../../../src/formats/merge/lines/compare-lines.ts'
import { uniqueLinesOf } from '../../../../src/formats/merge/lines/unique-lines.ts'
import { oneRowIn, propertyBudget } from '../../../support/budget.ts'

const compare = (before: readonly string[], after: readonly string[], work?: Work) => {
  const numbers = new LineNumbers()
  return compareLines(numbers.numbersOf(before), numbers.numbersOf(after), work)
}

/** Returns the lines that the differences leave, which must be equal in both texts. */
function keptLines(before: readonly string[], after: readonly string[], work?: Work): string[] {
  const kept: string[] = []
  let [position, otherPosition] = [0, 0]
  const end = { before: { from: before.length, to: 0 }, after: { from: after.length, to: 0 } }
  for (const difference of [...compare(before, after, work), end]) {
    const lines = before.slice(position, difference.before.from)
    expect(after.slice(otherPosition, difference.after.from)).toEqual(lines)
    kept.push(...lines)
    position = difference.before.to
    otherPosition = difference.after.to
  }
  return kept
}

/** Returns the length of the longest common subsequence, by the table of all prefixes. */
function mostCommonLines(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0)
  for (const line of before) {
    const next = [0]
    for (const [index, other] of after.entries())
      next.push(
        line === other
          ? (row[index] as number) + 1
          : Math.max(row[index + 1] as number, next[index] as number),
      )
    row = next
  }
  return row.at(-1) as number
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ' '), { maxLength: 60 })

const repeated = (length: number, lineAt: (index: number) => string) =>
  Array.from({ length }, (_, index) => lineAt(index))

/** Returns a sequence of numbers that looks random, always the same. */
function randomNumbers() {
  let seed = 7
  return (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
}

describe('the differences between two texts', () => {
  it('leave lines that are equal in both, as many as there can be', () => {
    const property = fc.property(lines, lines, (before, after) => {
      expect(keptLines(before, after)).toHaveLength(mostCommonLines(before, after))
    })
    fc.assert(property, propertyBudget(300, 5_000))
  })

  it('are one for lines that are added beside each other', () => {
    expect(compare(['a', 'b'], ['a', 'x', 'y', 'b'])).toEqual([
      { before: { from: 1, to: 1 }, after: { from: 1, to: 3 } },
    ])
  })

  it('are as far down as the lines around them allow', () => {
    expect(compare(['a', '', 'c'], ['a', '', 'b', '', 'c'])).toEqual([
      { before: { from: 2, to: 2 }, after: { from: 2, to: 4 } },
    ])
  })

  it('leave lines that are equal in both where the work is bounded', () => {
    const random = randomNumbers()
    const text = () => repeated(400, () => `${random(6)}`)
    for (const maximum of [1_000, 3_000, 10_000, 30_000]) {
      const work = new Work(maximum)
      keptLines(text(), text(), work)
      expect(work.steps).toBeLessThan(maximum + 5_000)
    }
  })
})

describe('the work of a comparison', () => {
  const random = randomNumbers()
  const numbered = repeated(50_000, (index) => `line ${index}`)
  const shuffled = numbered.map((line) => ({ line, at: random(1_000_000) })).sort((a, b) => a.at - b.at)
  const noisy = () => repeated(50_000, (index) => (random(40) ? `${index % 97}` : `noise ${random(50)}`))
  const slack = 500_000
  const linear = 1_000_000

  it.each<[name: string, most: number, before: string[], after: string[]]>(
    oneRowIn(
      3,
      [
        ['equal lines', linear, repeated(50_000, () => 'a'), ['x', ...repeated(50_001, () => 'a'), 'x']],
        ['texts without a common line', linear, numbered, repeated(50_000, (index) => `other ${index}`)],
        [
          'alternating lines',
          maximumSteps + slack,
          repeated(50_000, (index) => (index % 2 ? 'a' : 'b')),
          ['x', ...repeated(50_000, (index) => (index % 3 ? 'a' : 'b')), 'x'],
        ],
        ['reversed lines', linear, numbered, numbered.toReversed()],
        ['shuffled lines', maximumSteps + slack, numbered, shuffled.map(({ line }) => line)],
        [
          'random lines of two',
          maximumSteps + slack,
          repeated(50_000, () => `${random(2)}`),
          repeated(50_000, () => `${random(2)}`),
        ],
        [
          'random lines of hundreds',
          maximumSteps + slack,
          repeated(50_000, () => `${random(300)}`),
          repeated(50_000, () => `${random(300)}`),
        ],
        ['periodic lines with noise', maximumSteps + slack, noisy(), noisy()],
      ],
      1,
    ),
  )('is bounded for 50,000 %s', (_name, most, before, after) => {
    const work = new Work()
    expect(compare(before, after, work).length).toBeGreaterThan(0)
    expect(work.steps).toBeLessThan(most)
  })

  it('grows with the edits of a long text, and not with its blank lines', () => {
    const paragraphs = repeated(10_000, (index) => (index % 2 ? '' : `paragraph ${index}`))
    const edited = paragraphs.map((line, index) => (index % 100 ? line : `edited ${index}`))
    const work = new Work()
    expect(compare(paragraphs, edited, work)).toHaveLength(100)
    expect(work.steps).toBeLessThan(5 * paragraphs.length)
  })
})

describe('the lines that are unique in two texts', () => {
  const uniqueLines = (before: number[], after: number[]) =>
    uniqueLinesOf(
      Int32Array.from(before),
      Int32Array.from(after),
      { beforeFrom: 0, beforeTo: before.length, afterFrom: 0, afterTo: after.length },
      new Work(),
    )

  it('are equal lines in the same order in both', () => {
    const numbers = fc.array(fc.nat(30), { maxLength: 40 })
    const property = fc.property(numbers, numbers, (before, after) => {
      const found = uniqueLines(before, after)
      const isOrdered = (side: 'before' | 'after') =>
        found.every((line, index) => line[side] > (found[index - 1]?.[side] ?? -1))
      return (
        isOrdered('before') &&
        isOrdered('after') &&
        found.every((at) => before[at.before] === after[at.after])
      )
    })
    fc.assert(property, propertyBudget(300, 3_000))
  })

  it('leave out a moved line rather than the others, and lines that are repeated in one of them', () => {
    expect(uniqueLines([1, 2, 3, 4], [2, 4, 3, 4, 1])).toEqual([
      { before: 1, after: 0 },
      { before: 2, after: 2 },
    ])
  })
})
