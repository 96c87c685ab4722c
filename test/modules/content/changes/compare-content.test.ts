import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSnapshot, FileState, PageState } from '../../../../src/formats/merge/content-snapshot.ts'
import { compareContent } from '../../../../src/modules/content/changes/compare-content.ts'
import { propertyBudget } from '../../../support/budget.ts'
import { Model, perform, steps } from '../../change-requests/merge/history.ts'

function model(): Model {
  const pages = new Model()
  pages.create('a', null, 'text of a')
  pages.create('b', null, 'text of b')
  pages.create('c', 'b', 'text of c')
  return pages
}

const compare = (before: Model, change: (after: Model) => void) => {
  const after = new Model(before)
  change(after)
  return compareContent(before.snapshot, after.snapshot)
}

const withObjects = (members: Partial<ContentSnapshot>): ContentSnapshot => ({
  pages: new Map(),
  files: new Map(),
  reusable: new Map(),
  ...members,
})

const file = (fileId: string, name = fileId): [string, FileState] => [
  fileId,
  {
    fileId,
    name,
    contentType: 'text/plain',
    width: null,
    height: null,
    gitOid: null,
    gitPath: null,
    blobHash: 'hash',
    createdAt: new Date(0),
  },
]

const reusable = (reusableId: string, title: string) =>
  [reusableId, { reusableId, title, documentId: null, gitOid: null, gitPath: null }] as const

describe('the changes between two states of content', () => {
  it('include the fields that an edit changed, with the values before and after', () => {
    const changes = compare(model(), (after) => after.change('a', { title: 'new', cover: { file: 'x' } }))
    expect(changes).toEqual([
      {
        kind: 'PAGE_EDITED',
        object: 'PAGE',
        objectId: 'a',
        attributes: [
          { name: 'title', before: 'Title of a', after: 'new' },
          { name: 'cover', before: null, after: { file: 'x' } },
        ],
      },
    ])
  })

  it('report a changed body as an edit of the document', () => {
    const [change] = compare(model(), (after) => after.write('a', 'other'))
    expect(change?.attributes?.map(({ name }) => name)).toEqual(['document'])
  })

  it('include the parents of a moved page before and after', () => {
    const changes = compare(model(), (after) => after.change('c', { parentId: 'a', position: 'a0' }))
    expect(changes).toMatchObject([
      { kind: 'PAGE_MOVED', objectId: 'c', parent: { before: 'b', after: 'a' } },
    ])
  })

  it('report another position among the same siblings as a move', () => {
    const changes = compare(model(), (after) => after.change('a', { position: 'b00' }))
    expect(changes).toMatchObject([
      { kind: 'PAGE_MOVED', objectId: 'a', parent: { before: null, after: null } },
    ])
  })

  it('report a page that was edited and moved twice', () => {
    const changes = compare(model(), (after) => after.change('a', { title: 'new', position: 'b00' }))
    expect(changes.map(({ kind }) => kind)).toEqual(['PAGE_EDITED', 'PAGE_MOVED'])
  })

  it('are empty if only dates and git metadata differ', () => {
    expect(compare(model(), (after) => after.change('a', { gitOid: 'x', gitPath: 'y' }))).toEqual([])
  })

  it('are sorted: pages in reading order, deleted pages, files, reusable contents', () => {
    const before = model()
    const after = new Model(before)
    after.create('z', 'a', '')
    after.change('c', { title: 'new', parentId: 'z' })
    after.pages.delete('b')
    const changes = compareContent(
      { ...before.snapshot, files: new Map([file('f1'), file('f2')]), reusable: new Map() },
      { ...after.snapshot, files: new Map([file('f2', 'new')]), reusable: new Map([reusable('r', 'x')]) },
    )
    expect(changes.map(({ kind, objectId }) => `${kind} ${objectId}`)).toEqual([
      'PAGE_CREATED z',
      'PAGE_EDITED c',
      'PAGE_MOVED c',
      'PAGE_DELETED b',
      'FILE_DELETED f1',
      'FILE_EDITED f2',
      'REUSABLE_CONTENT_CREATED r',
    ])
  })

  it('include the title of a reusable content', () => {
    const changes = compareContent(
      withObjects({ reusable: new Map([reusable('r', 'x')]) }),
      withObjects({ reusable: new Map([reusable('r', 'y')]) }),
    )
    expect(changes).toEqual([
      {
        kind: 'REUSABLE_CONTENT_EDITED',
        object: 'REUSABLE_CONTENT',
        objectId: 'r',
        attributes: [{ name: 'title', before: 'x', after: 'y' }],
      },
    ])
  })

  const histories = fc.record({ before: steps(30), after: steps(60) })

  it('are empty between equal states, and mirrored in reverse', () => {
    const exchanged = { CREATED: 'DELETED', DELETED: 'CREATED', EDITED: 'EDITED', MOVED: 'MOVED' }
    const signs = (changes: ReturnType<typeof compareContent>, exchange: boolean) =>
      changes
        .map(({ kind, objectId }) => {
          const event = kind.slice(kind.lastIndexOf('_') + 1) as keyof typeof exchanged
          return `${objectId} ${exchange ? exchanged[event] : event}`
        })
        .sort()
    const property = fc.property(histories, (history) => {
      const before = perform(model(), history.before, 'before')
      const after = perform(before, history.after, 'after')
      expect(compareContent(after.snapshot, structuredClone(after.snapshot))).toEqual([])
      const forwards = compareContent(before.snapshot, after.snapshot)
      const backwards = compareContent(after.snapshot, before.snapshot)
      expect(signs(backwards, true)).toEqual(signs(forwards, false))
    })
    fc.assert(property, propertyBudget(60, 300))
  })

  it('include every page that differs', () => {
    const told = (state: PageState) => JSON.stringify({ ...state, updatedAt: null })
    const property = fc.property(histories, (history) => {
      const before = perform(model(), history.before, 'before')
      const after = perform(before, history.after, 'after')
      const changed = compareContent(before.snapshot, after.snapshot).map(({ objectId }) => objectId)
      const differing = [...after.pages.values()].filter((page) => {
        const former = before.pages.get(page.pageId)
        return !former || told(former) !== told(page)
      })
      expect(changed).toEqual(expect.arrayContaining(differing.map(({ pageId }) => pageId)))
    })
    fc.assert(property, propertyBudget(60, 300))
  })
})
