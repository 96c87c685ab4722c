import { describe, expect, it } from 'vitest'
import { maximumDepth } from '../../../src/formats/body/limits.ts'
import type {
  ContentSnapshot,
  FileState,
  ReusableState,
} from '../../../src/formats/merge/content-snapshot.ts'
import type { MergeResult } from '../../../src/formats/merge/types.ts'
import { faultsOf, Model } from '../../modules/change-requests/merge/history.ts'
import { mergeContent } from './merged.ts'

type Edit = (side: Model) => void

const untouched: Edit = () => {}

/** Content with two pages, the second of which has a subpage. */
function start(): Model {
  const model = new Model()
  model.create('a', null, text)
  model.create('b', null, 'text of b')
  model.create('c', 'b', 'text of c')
  return model
}

const lines = ['one', '', 'two', '', 'three', '', 'four', '', 'five']
const text = lines.join('\n')
const withLine = (index: number, line: string) => lines.with(index, line).join('\n')

/** Merges the edits of two sides of the same content. */
function merge(ours: Edit, theirs: Edit, base = start()) {
  const sides = { base, ours: new Model(base), theirs: new Model(base) }
  ours(sides.ours)
  theirs(sides.theirs)
  const result = mergeContent({
    base: base.snapshot,
    ours: sides.ours.snapshot,
    theirs: sides.theirs.snapshot,
    bodies: base.bodies,
  })
  expect(faultsOf(result.pages)).toEqual([])
  return { ...result, markdownOf: (pageId: string) => markdownOf(result, base, pageId) }
}

function markdownOf({ pages, bodies }: MergeResult, { bodies: known }: Model, pageId: string) {
  const id = pages.get(pageId)?.documentId ?? ''
  return (bodies.get(id) ?? known.get(id))?.markdown ?? ''
}

const parentsOf = ({ pages }: MergeResult) =>
  Object.fromEntries([...pages.values()].map(({ pageId, parentId }) => [pageId, parentId]))

describe('identical changes on both sides are no conflict', () => {
  it.each<[string, Edit]>([
    ['a title', (side) => side.change('a', { title: 'new' })],
    ['a cover', (side) => side.change('a', { cover: { kind: 'gradient', from: 'red' } })],
    ['a body', (side) => side.write('a', 'new')],
    ['a move', (side) => side.move('a', 'b', 0)],
    ['a deletion', (side) => side.remove('b')],
    ['a page with one id', (side) => side.create('new', 'a', 'new')],
  ])('%s', (_name, edit) => {
    const wanted = start()
    edit(wanted)
    const { pages, conflicts } = merge(edit, edit)
    const essence = (all: ReadonlyMap<string, object>) =>
      [...all.values()].map((page) => ({ ...page, createdAt: null, updatedAt: null }))
    expect(conflicts).toEqual([])
    expect(essence(pages)).toEqual(essence(wanted.pages))
  })
})

describe('changes of one side only are combined', () => {
  it.each<[string, Edit, Edit, object]>([
    [
      'a title and another member',
      (side) => side.change('a', { title: 'new' }),
      (side) => side.change('a', { icon: 'star' }),
      { title: 'new', icon: 'star' },
    ],
    [
      'a move and a title',
      (side) => side.move('a', 'c', 0),
      (side) => side.change('a', { title: 'new' }),
      { title: 'new', parentId: 'c' },
    ],
  ])('%s, in both directions', (_name, one, other, wanted) => {
    for (const { pages, conflicts } of [merge(one, other), merge(other, one)]) {
      expect(pages.get('a')).toMatchObject(wanted)
      expect(conflicts).toEqual([])
    }
  })

  it('a title, a move and distant lines of the body', () => {
    const result = merge(
      (side) => {
        side.change('a', { title: 'new' })
        side.write('a', withLine(0, 'ONE'))
      },
      (side) => {
        side.move('a', 'b', 0)
        side.write('a', withLine(8, 'FIVE'))
      },
    )
    expect(result.pages.get('a')).toMatchObject({ title: 'new', parentId: 'b' })
    expect(result.markdownOf('a')).toBe(['ONE', ...lines.slice(1, 8), 'FIVE'].join('\n'))
    expect(result.conflicts).toEqual([])
  })

  it('a body that becomes empty and a title', () => {
    const result = merge(
      (side) => side.write('a', ''),
      (side) => side.change('a', { title: 'new' }),
    )
    expect(result.pages.get('a')).toMatchObject({ title: 'new', documentId: null })
    expect(result.conflicts).toEqual([])
  })

  it('a move of a page and new pages below it', () => {
    const result = merge(
      (side) => side.move('b', 'a', 0),
      (side) => side.create('new', 'c', ''),
    )
    expect(parentsOf(result)).toEqual({ a: null, b: 'a', c: 'b', new: 'c' })
    expect(result.conflicts).toEqual([])
  })
})

describe('a conflict', () => {
  it('of a field has the values of all sides, and keeps theirs', () => {
    const { pages, conflicts } = merge(
      (side) => side.change('a', { title: 'of ours' }),
      (side) => side.change('a', { title: 'of theirs' }),
    )
    expect(pages.get('a')?.title).toBe('of theirs')
    expect(conflicts).toEqual([
      {
        kind: 'FIELD',
        object: 'PAGE',
        objectId: 'a',
        title: 'of theirs',
        field: 'title',
        base: 'Title of a',
        ours: 'of ours',
        theirs: 'of theirs',
      },
    ])
  })

  it('of lines has the page and the lines of every side; the lines around are combined', () => {
    const result = merge(
      (side) => side.write('a', ['new', '', ...lines.with(4, 'ours')].join('\n')),
      (side) => side.write('a', [...lines.with(4, 'theirs'), '', 'end'].join('\n')),
    )
    expect(result.markdownOf('a')).toBe(['new', '', ...lines.with(4, 'theirs'), '', 'end'].join('\n'))
    expect(result.conflicts).toEqual([
      {
        kind: 'BODY',
        object: 'PAGE',
        objectId: 'a',
        title: 'Title of a',
        field: null,
        base: { line: 5, markdown: 'three' },
        ours: { line: 7, markdown: 'ours' },
        theirs: { line: 5, markdown: 'theirs' },
      },
    ])
  })

  it('exists for each group of conflicting lines in a body', () => {
    const write = (word: string): Edit => {
      return (side) => side.write('a', lines.with(0, word).with(6, word).join('\n'))
    }
    expect(merge(write('ours'), write('theirs')).conflicts).toMatchObject([
      { kind: 'BODY', theirs: { line: 1 } },
      { kind: 'BODY', theirs: { line: 7 } },
    ])
  })

  it('does not affect other fields', () => {
    const { pages, conflicts } = merge(
      (side) => side.change('a', { title: 'of ours', emoji: '1f600' }),
      (side) => side.change('a', { title: 'of theirs', hidden: true }),
    )
    expect(pages.get('a')).toMatchObject({ title: 'of theirs', emoji: '1f600', hidden: true })
    expect(conflicts).toHaveLength(1)
  })
})

describe('a deleted page', () => {
  const remove: Edit = (side) => side.remove('a')

  it('that the other side did not edit is removed, regardless of git metadata and dates', () => {
    const sync: Edit = (side) => side.change('a', { gitOid: 'x', gitPath: 'a.md' })
    for (const other of [untouched, sync])
      for (const result of [merge(remove, other), merge(other, remove)]) {
        expect(result.pages.has('a')).toBe(false)
        expect(result.conflicts).toEqual([])
      }
  })

  it.each<[string, Edit]>([
    ['body', (side) => side.write('a', 'new')],
    ['title', (side) => side.change('a', { title: 'new' })],
    ['place', (side) => side.move('a', 'c', 0)],
  ])('of which the other side changed the %s is a conflict, in both directions', (_name, edit) => {
    const lost = merge(edit, remove)
    expect(lost.pages.has('a')).toBe(false)
    expect(lost.conflicts).toMatchObject([
      { kind: 'STRUCTURE', field: 'deleted', objectId: 'a', theirs: null },
    ])
    const kept = merge(remove, edit)
    expect(kept.pages.has('a')).toBe(true)
    expect(kept.conflicts).toMatchObject([{ kind: 'STRUCTURE', field: 'deleted', objectId: 'a', ours: null }])
  })

  it('is restored with its ancestors if theirs edited a descendant', () => {
    const result = merge(
      (side) => side.remove('b'),
      (side) => side.write('c', 'new'),
    )
    expect(parentsOf(result)).toEqual({ a: null, b: null, c: 'b' })
    expect(result.markdownOf('c')).toBe('new')
    expect(result.conflicts.map(({ objectId, field }) => `${field} ${objectId}`)).toEqual([
      'deleted b',
      'deleted c',
    ])
  })

  it('leaves pages that ours moved below it at the nearest remaining ancestor', () => {
    const result = merge(
      (side) => side.move('a', 'c', 0),
      (side) => side.remove('c'),
    )
    expect(parentsOf(result)).toEqual({ a: 'b', b: null })
    expect(result.conflicts).toMatchObject([
      {
        field: 'place',
        objectId: 'a',
        base: { parent: null },
        ours: { parent: 'c' },
        theirs: { parent: null },
      },
    ])
  })

  describe('that both sides have and the base does not', () => {
    const restore = (markdown: string): Edit => {
      return (side) => side.create('back', null, markdown)
    }

    it('exists once, without a conflict if both sides are equal', () => {
      const { pages, conflicts } = merge(restore('same'), restore('same'))
      expect([...pages.keys()].sort()).toEqual(['a', 'b', 'back', 'c'])
      expect(conflicts).toEqual([])
    })

    it('is a conflict of the body if the bodies differ', () => {
      const result = merge(restore('of ours'), restore('of theirs'))
      expect(result.markdownOf('back')).toBe('of theirs')
      expect(result.conflicts).toMatchObject([
        { kind: 'BODY', objectId: 'back', base: { markdown: '' }, ours: { markdown: 'of ours' } },
      ])
    })
  })
})

describe('the tree', () => {
  it('has no cycle if each side moves a page below the other', () => {
    const result = merge(
      (side) => side.move('a', 'c', 0),
      (side) => side.move('b', 'a', 0),
    )
    expect(parentsOf(result)).toEqual({ a: null, b: 'a', c: 'b' })
    expect(result.conflicts).toMatchObject([{ kind: 'STRUCTURE', field: 'place', ours: { parent: 'c' } }])
  })

  it('has distinct paths for new pages with one slug, and the page of ours keeps its path', () => {
    const add = (pageId: string): Edit => {
      return (side) => {
        side.create(pageId, 'b', pageId)
        side.change(pageId, { slug: 'guide' })
      }
    }
    // The page of theirs has the lower id, which is only the second criterion.
    const { pages, conflicts } = merge(add('z of ours'), add('d of theirs'))
    expect(pages.get('z of ours')?.slug).toBe('guide')
    expect(pages.get('d of theirs')?.slug).toBe('guide-1')
    expect(conflicts).toEqual([])
  })

  it('has a new slug for a page that is moved next to one with the same slug', () => {
    const { pages, conflicts } = merge(
      (side) => {
        side.create('new', 'b', '')
        side.change('new', { slug: pageOf(side, 'a').slug })
      },
      (side) => side.move('a', 'b', 0),
    )
    expect(pages.get('a')?.parentId).toBe('b')
    expect(pages.get('a')?.slug).not.toBe(pages.get('new')?.slug)
    expect(conflicts).toEqual([])
  })

  it('has pages of ours at the root if theirs moved their parent too deep', () => {
    const base = start()
    for (let depth = 1; depth < maximumDepth; depth++)
      base.create(`deep ${depth}`, depth === 1 ? null : `deep ${depth - 1}`, '')
    const result = merge(
      (side) => side.create('new', 'c', 'of ours'),
      (side) => {
        side.move('c', `deep ${maximumDepth - 1}`, 0)
      },
      base,
    )
    expect(result.pages.get('c')?.parentId).toBe(`deep ${maximumDepth - 1}`)
    expect(result.pages.get('new')?.parentId).toBe(null)
    expect(result.markdownOf('new')).toBe('of ours')
    expect(result.conflicts).toMatchObject([
      { field: 'place', objectId: 'new', base: null, ours: { parent: 'c' }, theirs: null },
    ])
  })
})

const pageOf = (side: Model, pageId: string) => {
  const page = side.pages.get(pageId)
  if (!page) throw new Error(`there is no page ${pageId}`)
  return page
}

describe('bodies', () => {
  /** Returns the bodies of page a on the three sides. */
  const mergeBodies = (...[base, ours, theirs]: readonly [string, string, string]) => {
    const model = start()
    model.write('a', base)
    return merge(
      (side) => side.write('a', ours),
      (side) => side.write('a', theirs),
      model,
    )
  }

  it.each([
    ['a fence', '```js', '```'],
    ['tabs', '{% tabs %}\n{% tab title="A" %}', '{% endtab %}\n{% endtabs %}'],
    ['math', '$$', '$$'],
    ['an expandable', '<details>\n<summary>More</summary>', '</details>'],
  ])('with a block that the merge would break are one conflict: %s', (_name, begin, end) => {
    const paragraphs = ['one', '', 'two', '', 'three', '', 'four']
    const base = [begin, '', ...paragraphs, '', end].join('\n')
    // Ours ends the block earlier and theirs removes it, so only the new end would remain.
    const ours = [begin, '', ...paragraphs.slice(0, 4), end, '', ...paragraphs.slice(4), ''].join('\n')
    const theirs = ['', ...paragraphs, ''].join('\n')
    const result = mergeBodies(base, ours, theirs)
    expect(result.conflicts).toMatchObject([
      {
        kind: 'BODY',
        base: { line: 1, markdown: base },
        ours: { line: 1, markdown: ours },
        theirs: { line: 1, markdown: theirs },
      },
    ])
    expect(result.markdownOf('a')).toBe(theirs)
  })

  it('can have lines equal to names of object properties', () => {
    const odd = ['__proto__', '', 'constructor', '', 'toString', '', 'hasOwnProperty', '', '0']
    const result = mergeBodies(
      odd.join('\n'),
      odd.with(0, 'valueOf').join('\n'),
      odd.with(8, '__proto__').join('\n'),
    )
    expect(result.markdownOf('a')).toBe(odd.with(0, 'valueOf').with(8, '__proto__').join('\n'))
    expect(result.conflicts).toEqual([])
  })

  it.each([
    ['a\r\nb\r\nc\nd', 'A\r\nb\r\nc\nd', 'a\r\nb\r\nc\nD\n'],
    ['a\nb\nc\nd', 'A\nb\nc\nd', 'a\r\nb\r\nc\r\nD\r\n'],
    ['a\r\nb\r\nc\r\nd', 'A\nb\nc\nd', 'a\rb\rc\rD\r'],
  ])('are merged whatever line endings they were stored with', (base, ours, theirs) => {
    const result = mergeBodies(base, ours, theirs)
    expect(result.markdownOf('a')).toBe('A\nb\nc\nD\n')
    expect(result.conflicts).toEqual([])
  })

  it('of 20,000 equal lines have conflicts where both sides changed them', () => {
    const equal = (count: number) => Array.from({ length: count }, () => 'same').join('\n')
    const [base, ours, theirs] = [equal(20_000), `x\n${equal(19_000)}\nx`, `y\n${equal(19_500)}\ny`]
    const result = mergeBodies(base, ours, theirs)
    expect(result.conflicts).toMatchObject([
      {
        base: { line: 1, markdown: '' },
        ours: { line: 1, markdown: 'x' },
        theirs: { line: 1, markdown: 'y' },
      },
      { base: { line: 19_001 }, ours: { line: 19_002, markdown: 'x' }, theirs: { line: 19_002 } },
    ])
    expect(result.markdownOf('a') === theirs).toBe(true)
  })
})

const file = (members: Partial<FileState> = {}): FileState => ({
  fileId: 'f',
  name: 'a.png',
  contentType: 'image/png',
  width: 1,
  height: 1,
  gitOid: null,
  gitPath: null,
  blobHash: 'bytes',
  createdAt: new Date(0),
  ...members,
})

const reusable = (members: Partial<ReusableState> = {}): ReusableState => ({
  reusableId: 'r',
  title: 'Snippet',
  documentId: null,
  gitOid: null,
  gitPath: null,
  ...members,
})

const snapshot = (of: FileState | ReusableState | undefined): ContentSnapshot => ({
  pages: new Map(),
  files: new Map(of && 'fileId' in of ? [[of.fileId, of]] : []),
  reusable: new Map(of && 'reusableId' in of ? [[of.reusableId, of]] : []),
})

const mergeOne = <State extends FileState | ReusableState>(
  base: State | undefined,
  ours: State | undefined,
  theirs: State | undefined,
) =>
  mergeContent({
    base: snapshot(base),
    ours: snapshot(ours),
    theirs: snapshot(theirs),
    bodies: new Map(),
  })

describe('a file', () => {
  it('that both sides renamed differently is a conflict that keeps theirs', () => {
    const { files, conflicts } = mergeOne(file(), file({ name: 'b.png' }), file({ name: 'c.png' }))
    expect(files.get('f')?.name).toBe('c.png')
    expect(conflicts).toEqual([
      {
        kind: 'FIELD',
        object: 'FILE',
        objectId: 'f',
        title: 'c.png',
        field: 'name',
        base: 'a.png',
        ours: 'b.png',
        theirs: 'c.png',
      },
    ])
  })

  it('that both sides replaced is one conflict of its content and dimensions', () => {
    const [ours, theirs] = [file({ blobHash: 'ours', width: 2 }), file({ blobHash: 'theirs', height: 3 })]
    const { files, conflicts } = mergeOne(file(), ours, theirs)
    expect(files.get('f')).toEqual(theirs)
    expect(conflicts).toMatchObject([
      { kind: 'FIELD', field: 'content', base: 'bytes', ours: 'ours', theirs: 'theirs' },
    ])
  })

  it('that one side replaced and the other deleted is a conflict that keeps theirs', () => {
    const replaced = file({ blobHash: 'new' })
    const gone = mergeOne(file(), replaced, undefined)
    expect(gone.files.size).toBe(0)
    expect(gone.conflicts).toMatchObject([
      { kind: 'STRUCTURE', object: 'FILE', field: 'deleted', ours: { name: 'a.png' }, theirs: null },
    ])
    const kept = mergeOne(file(), undefined, replaced)
    expect(kept.files.get('f')).toEqual(replaced)
    expect(kept.conflicts).toMatchObject([{ field: 'deleted', ours: null, theirs: { name: 'a.png' } }])
  })

  it('that one side added or deleted is no conflict', () => {
    expect(mergeOne(undefined, undefined, file())).toMatchObject({
      conflicts: [],
      files: new Map([['f', file()]]),
    })
    expect(mergeOne(file(), file(), undefined)).toMatchObject({ conflicts: [], files: new Map() })
    expect(mergeOne(file(), undefined, undefined)).toMatchObject({ conflicts: [], files: new Map() })
  })
})

describe('a reusable content', () => {
  it('whose title both sides changed differently is a conflict that keeps theirs', () => {
    const { reusable: merged, conflicts } = mergeOne(
      reusable(),
      reusable({ title: 'of ours' }),
      reusable({ title: 'of theirs' }),
    )
    expect(merged.get('r')?.title).toBe('of theirs')
    expect(conflicts).toMatchObject([
      { kind: 'FIELD', object: 'REUSABLE_CONTENT', objectId: 'r', base: 'Snippet', ours: 'of ours' },
    ])
  })

  it('that ours deleted and theirs edited is kept, with a conflict', () => {
    const edited = reusable({ title: 'new' })
    const { reusable: merged, conflicts } = mergeOne(reusable(), undefined, edited)
    expect(merged.get('r')).toEqual(edited)
    expect(conflicts).toMatchObject([{ field: 'deleted', ours: null, theirs: { title: 'new' } }])
  })
})
