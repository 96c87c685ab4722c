import { describe, expect, it } from 'vitest'
import { type Body, identifyDocument, type StoredDocument } from '../../../src/formats/body/documents.ts'
import type { ContentSnapshot } from '../../../src/formats/merge/content-snapshot.ts'
import { mergeBody } from '../../../src/formats/merge/merge-body.ts'
import { documentLimits } from '../../../src/formats/page/limits.ts'
import { mergeContent } from './merged.ts'

const sides = ['base', 'ours', 'theirs'] as const

function documentsOf(texts: readonly (string | Body)[]) {
  const documents = texts.map((text) =>
    identifyDocument(typeof text === 'string' ? { markdown: text } : text),
  )
  const known = documents.filter((document): document is StoredDocument => document !== undefined)
  const [base = null, ours = null, theirs = null] = documents.map((document) => document?.id ?? null)
  return { ids: { base, ours, theirs }, bodies: new Map(known.map((document) => [document.id, document])) }
}

function merge(...texts: readonly [string | Body, string | Body, string | Body]) {
  const { ids, bodies } = documentsOf(texts)
  const merged = mergeBody(ids, bodies)
  const markdown = merged.created?.markdown ?? bodies.get(merged.documentId ?? '')?.markdown ?? ''
  return { ...merged, ids, markdown }
}

/** Returns the conflict of two bodies that cannot be merged by lines. */
const wholeBodies = (...texts: readonly string[]) => [
  Object.fromEntries(sides.map((side, index) => [side, { line: 1, markdown: texts[index] }])),
]

const tree = (text: string) => ({ object: 'document', data: {}, nodes: [{ text }] })

describe('a body', () => {
  it('is taken from the side that changed it', () => {
    expect(merge('a', 'b', 'a').markdown).toBe('b')
    expect(merge('a', 'a', 'b').markdown).toBe('b')
    expect(merge('a', 'b', 'b')).toMatchObject({ markdown: 'b', conflicts: [] })
  })

  it('that both sides added to an empty page is a conflict', () => {
    expect(merge('', 'a', 'b')).toMatchObject({ markdown: 'b', conflicts: wholeBodies('', 'a', 'b') })
  })

  it('that becomes empty is stored as none', () => {
    expect(merge('a\nx\nb', 'x\nb', '')).toMatchObject({ documentId: null })
    expect(merge('', '', '')).toMatchObject({ documentId: null, conflicts: [] })
  })

  it('with a node tree on one side is not merged by lines', () => {
    const ours = { markdown: 'A\nb\nc', nodes: tree('A') }
    const merged = merge('a\nb\nc', ours, 'a\nb\nC')
    expect(merged).toMatchObject({
      documentId: merged.ids.theirs,
      conflicts: wholeBodies('a\nb\nc', 'A\nb\nc', 'a\nb\nC'),
    })
    expect(merged.created).toBeUndefined()
  })

  it('with the same node tree on both sides is no conflict', () => {
    const same = { markdown: 'b', nodes: tree('b') }
    expect(merge('a', same, { ...same }).conflicts).toEqual([])
  })

  it('with a block that the merge would break is one conflict', () => {
    const text = ['one', 'two', 'three', 'four', 'five', 'six']
    const lines = (...inserted: readonly [number, string][]) =>
      inserted.reduce<string[]>((all, [index, line]) => all.toSpliced(index, 0, line), text).join('\n')
    const base = lines([6, '{% endhint %}'], [1, '{% hint %}'])
    const ours = lines([4, '{% endhint %}'], [1, '{% hint %}'])
    const theirs = lines([6, '{% endhint %}'], [3, '{% hint %}'])
    const moved = merge(base, ours, theirs)
    expect(moved).toMatchObject({ markdown: lines([4, '{% endhint %}'], [3, '{% hint %}']), conflicts: [] })
    const gone = merge(base, ours, text.join('\n'))
    expect(gone).toMatchObject({
      markdown: text.join('\n'),
      conflicts: wholeBodies(base, ours, text.join('\n')),
    })
  })

  it('of two texts that exceed the limit together is one conflict', () => {
    const middle = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const long = Array.from({ length: documentLimits.lines - 30 }, () => 'more').join('\n')
    const [base, ours] = [middle.join('\n'), [long, ...middle].join('\n')]
    const theirs = [...middle, 'some\n'.repeat(20)].join('\n')
    expect(merge(base, ours, theirs)).toMatchObject({ markdown: theirs, conflicts: [{ base: { line: 1 } }] })
  })

  it('that was not read throws', () => {
    const ids = { base: 'docA', ours: 'docB', theirs: 'docC' }
    expect(() => mergeBody(ids, new Map())).toThrow('was not read')
  })
})

describe('reusable contents', () => {
  const { ids, bodies } = documentsOf(['a\nb\nc', 'A\nb\nc', 'a\nb\nC'])
  const content = (title: string, documentId: string | null): ContentSnapshot => ({
    pages: new Map(),
    files: new Map(),
    reusable: new Map([['r', { reusableId: 'r', title, documentId, gitOid: 'oid', gitPath: 'r.md' }]]),
  })

  it('are merged by lines and title, and a merged body has no git object', () => {
    const result = mergeContent({
      base: content('x', ids.base),
      ours: content('x', ids.ours),
      theirs: content('new', ids.theirs),
      bodies,
    })
    const merged = result.reusable.get('r')
    expect(merged).toMatchObject({ title: 'new', gitOid: null, gitPath: 'r.md' })
    expect(result.bodies.get(merged?.documentId ?? '')?.markdown).toBe('A\nb\nC')
    expect(result.conflicts).toEqual([])
  })

  it('deleted by theirs and edited by ours are removed, with a conflict', () => {
    const result = mergeContent({
      base: content('x', ids.base),
      ours: content('new', ids.base),
      theirs: { ...content('x', ids.base), reusable: new Map() },
      bodies,
    })
    expect(result.reusable.size).toBe(0)
    expect(result.conflicts).toMatchObject([
      { object: 'REUSABLE_CONTENT', field: 'deleted', ours: { title: 'new' }, theirs: null },
    ])
  })
})
