import { describe, expect, it } from 'vitest'
import { differencesOf, hunksOf, type LineHunk } from '../../../src/modules/content/changes/line-hunks.ts'

const hunks = (before: string, after: string, context = 3): LineHunk[] => {
  const differences = differencesOf(before, after)
  if (!differences) throw new Error('the texts were not compared')
  return hunksOf(differences, context)
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

/** Applies hunks as a patch program does, and checks what they say of the text before. */
function applied(before: string, patch: readonly LineHunk[]): string {
  const lines = linesOf(before)
  const result: string[] = []
  let position = 0
  for (const hunk of patch) {
    result.push(...lines.slice(position, hunk.before.start - 1))
    expect(result.length).toBe(hunk.after.start - 1)
    const kept = hunk.lines.filter(({ kind }) => kind !== 'ADDED').map(({ text }) => text)
    const written = hunk.lines.filter(({ kind }) => kind !== 'REMOVED').map(({ text }) => text)
    expect(kept).toEqual(lines.slice(hunk.before.start - 1, hunk.before.start - 1 + hunk.before.count))
    expect(written).toHaveLength(hunk.after.count)
    result.push(...written)
    position = hunk.before.start - 1 + hunk.before.count
  }
  return [...result, ...lines.slice(position)].join('\n')
}

describe('the hunks of two texts', () => {
  it('have the changed lines with unchanged lines around them', () => {
    expect(hunks('a\nb\nc\nd\ne', 'a\nb\nx\nd\ne', 1)).toEqual([
      {
        before: { start: 2, count: 3 },
        after: { start: 2, count: 3 },
        lines: [
          { kind: 'UNCHANGED', text: 'b' },
          { kind: 'REMOVED', text: 'c' },
          { kind: 'ADDED', text: 'x' },
          { kind: 'UNCHANGED', text: 'd' },
        ],
      },
    ])
  })

  it('are none for equal texts, and one without unchanged lines for a new or a deleted text', () => {
    expect(hunks('a\nb', 'a\nb')).toEqual([])
    expect(hunks('', '')).toEqual([])
    expect(hunks('', 'a')).toEqual([
      {
        before: { start: 1, count: 0 },
        after: { start: 1, count: 1 },
        lines: [{ kind: 'ADDED', text: 'a' }],
      },
    ])
    expect(hunks('a', '')).toEqual([
      {
        before: { start: 1, count: 1 },
        after: { start: 1, count: 0 },
        lines: [{ kind: 'REMOVED', text: 'a' }],
      },
    ])
  })

  it('have no line for the end of a text: one that ends with a line feed has the same lines as one that does not', () => {
    expect(hunks('a\nb\n', 'a\nb')).toEqual([])
    expect(hunks('a\n', 'b')).toEqual(hunks('a', 'b\n'))
    expect(hunks('a\n\n', 'a')).toHaveLength(1)
  })

  it('are one where their unchanged lines touch', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index}`)
    const changed = (...indexes: number[]) =>
      before.map((text, index) => (indexes.includes(index) ? 'x' : text)).join('\n')
    expect(hunks(before.join('\n'), changed(5, 12))).toHaveLength(1)
    expect(hunks(before.join('\n'), changed(5, 13))).toHaveLength(2)
  })

  it('turn any text into any other when they are applied', () => {
    let seed = 7
    const random = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    for (let round = 0; round < 500; round++) {
      const text = () => Array.from({ length: random(12) }, () => 'abc'.charAt(random(3))).join('\n')
      const [before, after] = [text(), text()]
      expect(applied(before, hunks(before, after, random(4)))).toBe(after)
    }
  })

  it('are not computed for texts that differ in more lines than an answer may have', () => {
    const numbered = (count: number, prefix = '') =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`).join('\n')
    expect(differencesOf(numbered(6_000), numbered(6_000, 'x'))).toBeUndefined()
    expect(hunks(numbered(20_000), `${numbered(20_000)}\nlast`)).toHaveLength(1)
  })

  it('are computed for texts with lines that occur often', () => {
    const added = { kind: 'ADDED', text: 'b' }
    const [hunk] = hunks('a\n'.repeat(4_000), `${'a\n'.repeat(2_000)}b\n${'a\n'.repeat(2_000)}`, 0)
    expect(hunk).toEqual({
      before: { start: 2_001, count: 0 },
      after: { start: 2_001, count: 1 },
      lines: [added],
    })
  })

  it('of an added paragraph begin with it, and not with the blank line before it', () => {
    const [hunk] = hunks('one\n\ntwo\n\nfour\n', 'one\n\ntwo\n\nthree\n\nfour\n', 0)
    expect(hunk?.lines.map(({ text }) => text)).toEqual(['three', ''])
  })
})
