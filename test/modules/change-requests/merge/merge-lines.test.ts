import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorsOf } from '../../../../src/modules/change-requests/merge/line-anchors.ts'
import { mergeLines } from '../../../../src/modules/change-requests/merge/merge-lines.ts'
import { propertyBudget } from '../../../support/budget.ts'

describe('a merge of lines', () => {
  it('combines edits with a line between them', () => {
    expect(mergeLines('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toEqual({ text: 'A\nb\nC\n', conflicts: [] })
  })

  it('has a conflict for adjacent edits, and keeps theirs', () => {
    expect(mergeLines('a\nb\nc\n', 'A\nb\nc\n', 'a\nB\nc\n')).toEqual({
      text: 'a\nB\nc\n',
      conflicts: [
        {
          base: { line: 1, markdown: 'a\nb' },
          ours: { line: 1, markdown: 'A\nb' },
          theirs: { line: 1, markdown: 'a\nB' },
        },
      ],
    })
  })

  it('applies the same insertion of both sides once', () => {
    expect(mergeLines('a\nb', 'a\nx\nb', 'a\nx\nb')).toEqual({ text: 'a\nx\nb', conflicts: [] })
  })

  it('has a conflict for different insertions at the same line', () => {
    const merged = mergeLines('a\nb', 'a\nx\nb', 'a\ny\nb')
    expect(merged?.conflicts).toHaveLength(1)
    expect(merged?.conflicts[0]?.ours).toEqual({ line: 2, markdown: 'x' })
    expect(merged?.text).toBe('a\ny\nb')
  })

  it('keeps line endings', () => {
    expect(mergeLines('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC')?.text).toBe('A\r\nb\r\nC')
    expect(mergeLines('a\nb\nc', 'a\nb\nc\n', 'A\nb\nc')?.text).toBe('A\nb\nc\n')
  })

  it('combines edits at both ends of a long text that is half blank lines', () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => [`paragraph ${index}`, '']).flat()
    const ours = lines.with(0, 'of ours').with(15_000, 'of ours, too')
    const theirs = lines.with(4, 'of theirs').with(15_990, 'of theirs, too')
    const wanted = ours.with(4, 'of theirs').with(15_990, 'of theirs, too')
    const merged = mergeLines(lines.join('\n'), ours.join('\n'), theirs.join('\n'))
    expect(merged?.conflicts).toEqual([])
    expect(merged?.text === wanted.join('\n')).toBe(true)
  })

  it('has the line number of a conflict far into a long text', () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => [`paragraph ${index}`, '']).flat()
    const ours = ['first of ours', ...lines.with(9_000, 'of ours').with(15_000, 'x')]
    const theirs = lines.with(4, 'of theirs').with(9_000, 'of theirs')
    const merged = mergeLines(lines.join('\n'), ours.join('\n'), theirs.join('\n'))
    expect(merged?.conflicts).toEqual([
      {
        base: { line: 9_001, markdown: 'paragraph 4500' },
        ours: { line: 9_002, markdown: 'of ours' },
        theirs: { line: 9_001, markdown: 'of theirs' },
      },
    ])
  })

  it('returns undefined for texts of a few lines repeated thousands of times', () => {
    const text = (a: string, b: string) => Array.from({ length: 5_000 }, (_, n) => (n % 2 ? a : b)).join('\n')
    expect(mergeLines(text('a', 'b'), `x\n${text('b', 'a')}\nx`, `y\n${text('a', 'a')}\ny`)).toBeUndefined()
  })
})

const lines = fc.array(fc.nat(30), { maxLength: 40 })

describe('the anchors of three texts', () => {
  it('are equal lines in the same order in every text', () => {
    const property = fc.property(lines, lines, lines, (base, ours, theirs) => {
      const anchors = anchorsOf(base, ours, theirs)
      const follows = (side: 'base' | 'ours' | 'theirs') =>
        anchors.every((anchor, index) => anchor[side] > (anchors[index - 1]?.[side] ?? -1))
      const equal = anchors.every(
        (at) => base[at.base] === ours[at.ours] && base[at.base] === theirs[at.theirs],
      )
      return equal && follows('base') && follows('ours') && follows('theirs')
    })
    fc.assert(property, propertyBudget(300, 3_000))
  })

  it('leave out a moved line rather than the others', () => {
    expect(anchorsOf([1, 2, 3], [2, 3, 1], [1, 9, 3])).toEqual([{ base: 2, ours: 1, theirs: 2 }])
  })
})
