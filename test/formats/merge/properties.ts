import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Body } from '../../../src/formats/body/documents.ts'
import type { ContentSnapshot, PageState } from '../../../src/formats/merge/content-snapshot.ts'
import type { ContentConflict, MergeInput, MergeResult } from '../../../src/formats/merge/types.ts'
import { faultsOf, Model, perform, steps } from '../../modules/change-requests/merge/history.ts'

/** The properties of a merge, as functions of the merge so that they can be tested with faulty merges too. */
export type Merge = (input: MergeInput) => MergeResult

export const beginning = perform(
  new Model(),
  Array.from({ length: 12 }, (_, index) => ({ kind: 'create', page: 0, other: index * 5, line: 0 }) as const),
  'base',
)

interface Sides {
  readonly base: Model
  readonly ours: Model
  readonly theirs: Model
}

const histories = (maxLength: number) =>
  fc
    .record({ before: steps(10), ours: steps(maxLength), theirs: steps(maxLength) })
    .map(({ before, ours, theirs }): Sides => {
      const base = perform(beginning, before, 'base2')
      return { base, ours: perform(base, ours, 'ours'), theirs: perform(base, theirs, 'theirs') }
    })

const inputOf = ({ base, ours, theirs }: Sides): MergeInput => ({
  base: base.snapshot,
  ours: ours.snapshot,
  theirs: theirs.snapshot,
  bodies: base.bodies,
})

const swapped = (input: MergeInput): MergeInput => ({ ...input, ours: input.theirs, theirs: input.ours })

const bodiesWith = (bodies: ReadonlyMap<string, Body>, { bodies: created }: MergeResult) =>
  new Map<string, Body>([...bodies, ...created])

const markdownOf = (page: PageState | undefined, bodies: ReadonlyMap<string, Body>) =>
  (page?.documentId && bodies.get(page.documentId)?.markdown) || ''

/** Returns content without dates. */
const essence = ({ pages, files }: Pick<ContentSnapshot, 'pages' | 'files'>) => ({
  pages: [...pages.values()]
    .map(({ updatedAt: _, gitOid: __, gitPath: ___, ...page }) => page)
    .sort((a, b) => (a.pageId < b.pageId ? -1 : 1)),
  files: [...files.values()].sort((a, b) => (a.fileId < b.fileId ? -1 : 1)),
})

const same = (a: Pick<ContentSnapshot, 'pages' | 'files'>, b: Pick<ContentSnapshot, 'pages' | 'files'>) =>
  isDeepStrictEqual(essence(a), essence(b))

const shuffled = (snapshot: ContentSnapshot): ContentSnapshot => ({
  ...snapshot,
  pages: new Map([...snapshot.pages].reverse()),
  files: new Map([...snapshot.files].reverse()),
})

const isAbout = (conflict: ContentConflict, pageId: string, text: string) =>
  conflict.objectId === pageId &&
  (conflict.field === 'deleted' || JSON.stringify([conflict.ours, conflict.theirs]).includes(text))

/** Returns the lines and titles added by one side that are neither in the result nor in a conflict. */
function lost(input: MergeInput, side: ContentSnapshot, result: MergeResult): string[] {
  const bodies = bodiesWith(input.bodies, result)
  return [...side.pages.values()].flatMap((page) => {
    const former = input.base.pages.get(page.pageId)
    const known = new Set([...markdownOf(former, bodies).split('\n'), former?.title])
    const merged = result.pages.get(page.pageId)
    const kept = new Set([...markdownOf(merged, bodies).split('\n'), merged?.title])
    return [...markdownOf(page, bodies).split('\n'), page.title].filter(
      (text) =>
        text !== '' &&
        !known.has(text) &&
        !kept.has(text) &&
        !result.conflicts.some((conflict) => isAbout(conflict, page.pageId, text)),
    )
  })
}

/** Properties by name. `most` is the maximum number of steps per side. */
export const properties: Readonly<
  Record<string, (merge: Merge, most: number) => fc.IRawProperty<unknown, false>>
> = {
  'gives the same for the same, in whatever order it is given': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const input = inputOf(sides)
      const { base, ours, theirs } = input
      const other = { ...input, base: shuffled(base), ours: shuffled(ours), theirs: shuffled(theirs) }
      const [first, second] = [merge(input), merge(other)]
      return same(first, second) && isDeepStrictEqual(first.conflicts, second.conflicts)
    }),

  'is the side that changed, where only one did or both did the same': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const { base, ours, ...rest } = inputOf(sides)
      const results = [
        merge({ ...rest, base, ours, theirs: base }),
        merge({ ...rest, base, ours: base, theirs: ours }),
        merge({ ...rest, base, ours, theirs: ours }),
      ]
      return results.every((result) => result.conflicts.length === 0 && same(result, ours))
    }),

  'loses no text of either side without a conflict that says so': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const input = inputOf(sides)
      const result = merge(input)
      return [input.ours, input.theirs].every((side) => lost(input, side, result).length === 0)
    }),

  'gives trees that can be written': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const input = inputOf(sides)
      const result = merge(input)
      const bodies = bodiesWith(input.bodies, result)
      const known = [...result.pages.values()].every(({ documentId: id }) => id === null || bodies.has(id))
      return known && faultsOf(result.pages).length === 0
    }),

  'keeps theirs in a conflict, so that after an update nothing is left to merge': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const input = inputOf(sides)
      const updated = merge(input)
      const snapshot = { pages: updated.pages, files: updated.files, reusable: updated.reusable }
      const again = merge({
        base: input.ours,
        ours: input.ours,
        theirs: snapshot,
        bodies: bodiesWith(input.bodies, updated),
      })
      return again.conflicts.length === 0 && same(again, updated)
    }),

  'has the same texts whichever side is called ours, where there is no conflict': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const input = inputOf(sides)
      const [one, other] = [merge(input), merge(swapped(input))]
      if (one.conflicts.length > 0 || other.conflicts.length > 0) return true
      // Ours determines which of two siblings gets a new slug or position.
      const texts = ({ pages }: MergeResult) =>
        essence({ pages, files: new Map() }).pages.map(({ slug: _, position: __, ...page }) => page)
      return isDeepStrictEqual(texts(one), texts(other))
    }),

  'combines edits of different pages without a conflict': (merge, most) =>
    fc.property(steps(most), steps(most), (left, right) => {
      const edits = (history: typeof left, parity: number) =>
        history.flatMap((step) =>
          ['insert', 'replace', 'cut', 'title', 'field'].includes(step.kind)
            ? [{ ...step, page: 2 * (step.page % 6) + parity }]
            : [],
        )
      const ours = perform(beginning, edits(left, 0), 'ours')
      const theirs = perform(beginning, edits(right, 1), 'theirs')
      const result = merge(inputOf({ base: beginning, ours, theirs }))
      return (
        result.conflicts.length === 0 &&
        [...beginning.pages.keys()].sort().every((id, index) => {
          const wanted = (index % 2 === 0 ? ours : theirs).pages.get(id) as PageState
          const page = result.pages.get(id)
          return page?.documentId === wanted.documentId && page.title === wanted.title
        })
      )
    }),

  'combines edits of lines that do not touch, and moves with edits': (merge) =>
    fc.property(fc.nat(18), fc.nat(18), fc.boolean(), (first, second, moves) => {
      fc.pre(Math.abs(first - second) >= 2)
      const lines = Array.from({ length: 19 }, (_, index) => `line ${index}`)
      const base = new Model()
      base.create('page', null, lines.join('\n'))
      base.create('other', null, 'other')
      const [ours, theirs] = [new Model(base), new Model(base)]
      ours.write('page', lines.with(first, 'of ours').join('\n'))
      theirs.write('page', lines.with(second, 'of theirs').join('\n'))
      if (moves) theirs.move('page', 'other', 0)
      const input = inputOf({ base, ours, theirs })
      const result = merge(input)
      const page = result.pages.get('page')
      return (
        result.conflicts.length === 0 &&
        page?.parentId === (moves ? 'other' : null) &&
        markdownOf(page, bodiesWith(input.bodies, result)) ===
          lines.with(first, 'of ours').with(second, 'of theirs').join('\n')
      )
    }),

  'changes nothing that it is given': (merge, most) =>
    fc.property(histories(most), (sides) => {
      const { base, ours, theirs } = inputOf(sides)
      const before = structuredClone({ base, ours, theirs })
      merge(inputOf(sides))
      return isDeepStrictEqual(before, { base, ours, theirs })
    }),
}
