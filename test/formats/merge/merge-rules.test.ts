import { describe, expect, it } from 'vitest'
import { consecutivePositions } from '../../../src/base/positions.ts'
import type { ContentSnapshot, FileState, PageState } from '../../../src/formats/merge/content-snapshot.ts'
import { mergeContent } from './merged.ts'

const page = (pageId: string, members: Partial<PageState> = {}): PageState => ({
  pageId,
  type: 'DOCUMENT',
  parentId: null,
  position: 'a0',
  title: pageId,
  slug: pageId,
  emoji: null,
  frontMatter: null,
  heading: null,
  icon: null,
  description: null,
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  layout: null,
  cover: null,
  target: null,
  computed: null,
  computedSeed: null,
  documentId: null,
  gitOid: null,
  gitPath: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...members,
})

const file = (members: Partial<FileState> = {}): FileState => ({
  fileId: 'file',
  name: 'a.png',
  contentType: 'image/png',
  width: 1,
  height: 1,
  gitOid: null,
  gitPath: null,
  blobHash: 'hash',
  createdAt: new Date(0),
  ...members,
})

const content = (pages: readonly PageState[], files: readonly FileState[] = []): ContentSnapshot => ({
  pages: new Map(pages.map((each) => [each.pageId, each])),
  files: new Map(files.map((each) => [each.fileId, each])),
  reusable: new Map(),
})

const merge = (base: readonly PageState[], ours: readonly PageState[], theirs: readonly PageState[]) =>
  mergeContent({ base: content(base), ours: content(ours), theirs: content(theirs), bodies: new Map() })

const places = (pages: ReadonlyMap<string, PageState>) =>
  Object.fromEntries([...pages.values()].map(({ pageId, parentId }) => [pageId, parentId]))

describe('fields', () => {
  it('have the git change of theirs, regardless of other changes of ours', () => {
    const { pages, conflicts } = merge(
      [page('a')],
      [page('a', { title: 'of ours' })],
      [page('a', { gitOid: 'new', gitPath: 'a.md' })],
    )
    expect(pages.get('a')).toMatchObject({ title: 'of ours', gitOid: 'new', gitPath: 'a.md' })
    expect(conflicts).toEqual([])
  })

  it('are those of the side that changed, with its date, also if equal pages are different objects', () => {
    const touched = page('a', { updatedAt: new Date(5) })
    expect(merge([page('a')], [page('a')], [touched]).pages.get('a')).toEqual(touched)
    expect(merge([page('a')], [touched], [page('a')]).pages.get('a')).toEqual(touched)
  })

  it('have the later date if both sides changed the page', () => {
    const ours = page('a', { title: 'of ours', updatedAt: new Date(9) })
    const theirs = page('a', { emoji: '1', updatedAt: new Date(5) })
    expect(merge([page('a')], [ours], [theirs]).pages.get('a')?.updatedAt).toEqual(new Date(9))
    expect(merge([page('a')], [theirs], [ours]).pages.get('a')?.updatedAt).toEqual(new Date(9))
  })

  it('of a page that the base does not have are conflicts with null as the base', () => {
    const { conflicts } = merge([], [page('a', { title: 'x' })], [page('a', { title: 'y', position: 'a1' })])
    expect(conflicts).toEqual([
      {
        kind: 'STRUCTURE',
        object: 'PAGE',
        objectId: 'a',
        title: 'y',
        field: 'place',
        base: null,
        ours: { parent: null, position: 'a0' },
        theirs: { parent: null, position: 'a1' },
      },
      {
        kind: 'FIELD',
        object: 'PAGE',
        objectId: 'a',
        title: 'y',
        field: 'title',
        base: null,
        ours: 'x',
        theirs: 'y',
      },
    ])
  })

  it('of a file are combined, its bytes and dimensions as a unit', () => {
    const { files, conflicts } = mergeContent({
      base: content([], [file()]),
      ours: content([], [file({ name: 'b.png' })]),
      theirs: content([], [file({ blobHash: 'new', width: 2 })]),
      bodies: new Map(),
    })
    expect(files.get('file')).toEqual(file({ name: 'b.png', blobHash: 'new', width: 2 }))
    expect(conflicts).toEqual([])
  })
})

describe('slugs and positions', () => {
  it('do not change for siblings of a page that gets a new slug', () => {
    const added = [page('t1', { slug: 'x', position: 'a2' }), page('t2', { slug: 'x-1', position: 'a3' })]
    const { pages, conflicts } = merge([], [page('o', { slug: 'x' })], added)
    expect([...pages.values()].map(({ slug }) => slug)).toEqual(['x', 'x-2', 'x-1'])
    expect(conflicts).toEqual([])
  })

  it('order pages with one position after the page of ours and before the next', () => {
    const ours = [page('o1', { position: 'a0' }), page('o2', { position: 'a1' })]
    const theirs = [page('t1', { position: 'a0' }), page('t2', { position: 'a1' })]
    const { pages } = merge([], ours, theirs)
    const inOrder = [...pages.values()].sort((a, b) => (a.position < b.position ? -1 : 1))
    expect(inOrder.map(({ pageId }) => pageId)).toEqual(['o1', 't1', 'o2', 't2'])
    expect(pages.get('o2')?.position).toBe('a1')
  })

  it('are unique if both sides add thousands of pages at one position', () => {
    const row = (side: string) =>
      consecutivePositions(3_000).map((position, index) => page(`${side}${index}`, { position }))
    const { pages, conflicts } = merge([], row('o'), row('t'))
    expect(new Set([...pages.values()].map(({ position }) => position)).size).toBe(6_000)
    expect(conflicts).toEqual([])
  })
})

describe('moves', () => {
  it('of ours are reverted in all cycles', () => {
    const base = consecutivePositions(1_000).map((position, index) => page(`p${1_000 + index}`, { position }))
    const below = (parity: number) =>
      base.map((each, index) => {
        const parent = base[index % 2 ? index - 1 : index + 1] as PageState
        return index % 2 === parity ? { ...each, parentId: parent.pageId } : each
      })
    const { pages, conflicts } = merge(base, below(0), below(1))
    expect(places(pages)).toEqual(places(content(below(1)).pages))
    expect(conflicts.map(({ field, objectId }) => [field, objectId])).toEqual(
      base.filter((_, index) => index % 2 === 0).map(({ pageId }) => ['place', pageId]),
    )
  })

  it('of ours are reverted if the sides together exceed the maximum depth', () => {
    const chain = (name: string, position: string) =>
      Array.from({ length: 16 }, (_, index) => {
        const parentId = index === 0 ? null : `${name}${9 + index}`
        return page(`${name}${10 + index}`, { parentId, position })
      })
    const leaf = page('leaf', { position: 'a5' })
    const base = [...chain('c', 'a0'), ...chain('d', 'a1'), leaf]
    const ours = base.map((each) => (each === leaf ? { ...leaf, parentId: 'd25' } : each))
    const theirs = base.map((each) => (each.pageId === 'd10' ? { ...each, parentId: 'c25' } : each))
    const { pages, conflicts } = merge(base, ours, theirs)
    expect(places(pages)).toEqual(places(content(theirs).pages))
    expect(conflicts).toMatchObject([{ field: 'place', objectId: 'leaf', ours: { parent: 'd25' } }])
  })

  it('of ours that are reverted in several steps are one conflict, with the position in ours', () => {
    const [top, gone, moved] = [
      page('top'),
      page('gone', { parentId: 'top' }),
      page('moved', { position: 'a1' }),
    ]
    // Ours moves a page below one that theirs deletes, and theirs moves the parent of that below the page.
    const { pages, conflicts } = merge(
      [top, gone, moved],
      [top, gone, { ...moved, parentId: 'gone' }],
      [{ ...top, parentId: 'moved' }, moved],
    )
    expect(places(pages)).toEqual({ top: 'moved', moved: null })
    expect(conflicts).toMatchObject([
      { field: 'place', objectId: 'moved', ours: { parent: 'gone' }, theirs: { parent: null } },
    ])
  })

  it('are combined with edits', () => {
    const base = [page('a'), page('b', { position: 'a1' })]
    const { pages, conflicts } = merge(
      base,
      [page('a'), page('b', { position: 'a1', title: 'new' })],
      [page('a'), page('b', { parentId: 'a' })],
    )
    expect(pages.get('b')).toMatchObject({ title: 'new', parentId: 'a', position: 'a0' })
    expect(conflicts).toEqual([])
  })

  it('to different parents are a conflict that keeps theirs', () => {
    const at = (parentId: string | null) => [
      page('a'),
      page('b', { position: 'a1' }),
      page('c', { position: 'a2', parentId }),
    ]
    const { pages, conflicts } = merge(at(null), at('a'), at('b'))
    expect(pages.get('c')?.parentId).toBe('b')
    expect(conflicts).toMatchObject([
      { kind: 'STRUCTURE', field: 'place', objectId: 'c', ours: { parent: 'a' } },
    ])
  })
})

describe('deletions', () => {
  const [parent, child] = [page('parent'), page('child', { parentId: 'parent' })]

  it('of one side are applied if the other changed nothing', () => {
    expect(merge([parent, child], [parent, child], []).pages.size).toBe(0)
    expect(merge([parent, child], [], [parent, child]).conflicts).toEqual([])
  })

  it('against an edit are a conflict that keeps theirs', () => {
    const edited = { ...parent, title: 'edited' }
    expect(merge([parent], [edited], [])).toMatchObject({
      pages: new Map(),
      conflicts: [{ kind: 'STRUCTURE', field: 'deleted', ours: { parent: null }, theirs: null }],
    })
    expect(merge([parent], [], [edited])).toMatchObject({
      pages: new Map([['parent', edited]]),
      conflicts: [{ kind: 'STRUCTURE', field: 'deleted', ours: null, theirs: { parent: null } }],
    })
  })

  it('of ours are reverted for the ancestors of a page that theirs added', () => {
    const added = page('added', { parentId: 'child' })
    const { pages, conflicts } = merge([parent, child], [], [parent, child, added])
    expect(places(pages)).toEqual({ parent: null, child: 'parent', added: 'child' })
    expect(conflicts.map(({ objectId, field }) => [objectId, field])).toEqual([
      ['child', 'deleted'],
      ['parent', 'deleted'],
    ])
  })

  it('of theirs keep pages that ours added below, at the nearest remaining ancestor', () => {
    const added = page('added', { parentId: 'child' })
    const { pages, conflicts } = merge([parent, child], [parent, child, added], [parent])
    expect(places(pages)).toEqual({ parent: null, added: 'parent' })
    expect(conflicts).toMatchObject([{ field: 'place', objectId: 'added', ours: { parent: 'child' } }])
  })
})
