import { maximumDepth } from '../limits.ts'
import { pageSubject, placeOf } from './merge-pages.ts'
import { depthsOf, findCycle, survivingAncestor } from './page-forest.ts'
import { giveDistinctPositions, giveDistinctSlugs, positionBehindAll } from './siblings.ts'
import type { ContentConflict, PageState } from './types.ts'

type Pages = ReadonlyMap<string, PageState>

interface Structure {
  readonly base: Pages
  readonly ours: Pages
  readonly theirs: Pages
  /** The merged pages, which are put where they can stand. */
  readonly merged: Map<string, PageState>
  readonly conflicts: ContentConflict[]
}

/**
 * Makes a tree of merged pages: each of them may stand where its side put it, and all of them together nowhere. Every
 * page has a parent that is there, none is below itself, none too deep, and siblings have distinct slugs and
 * positions.
 */
export function mergeStructure(structure: Structure): void {
  // Every step takes a page of ours back to where theirs has it, brings back a page of theirs, or attaches one anew.
  while (mendMissingParent(structure) || mendCycle(structure) || mendDepth(structure)) {}
  giveDistinctSlugs(structure.merged, structure.ours)
  giveDistinctPositions(structure.merged, structure.ours)
}

/** A page below one that the other side deleted. */
function mendMissingParent(structure: Structure): boolean {
  const { merged, theirs } = structure
  for (const page of merged.values()) {
    if (page.parentId === null || merged.has(page.parentId)) continue
    const parent = theirs.get(page.parentId)
    if (parent) restore(structure, parent)
    else attachAnew(structure, page)
    return true
  }
  return false
}

/** Ours deleted what theirs put something below. */
function restore({ base, merged, conflicts }: Structure, page: PageState): void {
  const before = base.get(page.pageId)
  merged.set(page.pageId, page)
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'deleted',
    base: before ? placeOf(before) : null,
    ours: null,
    theirs: placeOf(page),
  })
}

/** Theirs deleted what ours put something below: it stays, where what is left of its line ends. */
function attachAnew({ base, ours, theirs, merged, conflicts }: Structure, page: PageState): void {
  const parentId = survivingAncestor(page, ours, merged)
  const before = base.get(page.pageId)
  const other = theirs.get(page.pageId)
  merged.set(page.pageId, { ...page, parentId, position: positionBehindAll(merged, parentId) })
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'place',
    base: before ? placeOf(before) : null,
    ours: placeOf(page),
    theirs: other ? placeOf(other) : null,
  })
}

/** Each side put a page below the other's: the moves of ours give way. */
function mendCycle(structure: Structure): boolean {
  const cycle = findCycle(structure.merged)
  if (!cycle) return false
  const movable = cycle.find((page) => canGiveWay(structure, page))
  if (!movable) throw new Error('pages go in a circle that none of the sides has')
  giveWay(structure, movable)
  return true
}

/** Moves of both sides that together lead too deep. */
function mendDepth(structure: Structure): boolean {
  const { merged } = structure
  const tooDeep = [...depthsOf(merged)].find(([, depth]) => depth > maximumDepth)
  if (!tooDeep) return false
  const line: PageState[] = []
  for (let page = merged.get(tooDeep[0]); page; page = merged.get(page.parentId ?? '')) line.unshift(page)
  const movable = line.find((page) => canGiveWay(structure, page))
  if (movable) giveWay(structure, movable)
  else attachToRoot(structure, line)
  return true
}

/** What ours added below something that theirs moved down goes to the root. */
function attachToRoot(structure: Structure, line: readonly PageState[]): void {
  const page = line.find(({ pageId }) => !structure.theirs.has(pageId))
  if (!page) throw new Error('pages are too deep where none of the sides has them so deep')
  const { merged, conflicts } = structure
  merged.set(page.pageId, { ...page, parentId: null, position: positionBehindAll(merged, null) })
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'place',
    base: null,
    ours: placeOf(page),
    theirs: null,
  })
}

/** Whether a page stands where ours put it, and theirs has it elsewhere. */
function canGiveWay({ theirs }: Structure, page: PageState): boolean {
  const other = theirs.get(page.pageId)
  return other !== undefined && other.parentId !== page.parentId
}

function giveWay({ base, theirs, merged, conflicts }: Structure, page: PageState): void {
  const other = theirs.get(page.pageId) as PageState
  const before = base.get(page.pageId)
  const { parentId, position } = other
  merged.set(page.pageId, { ...page, parentId, position })
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'place',
    base: before ? placeOf(before) : null,
    ours: placeOf(page),
    theirs: placeOf(other),
  })
}
