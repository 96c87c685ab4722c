import { maximumDepth } from '../limits.ts'
import { pageSubject, placeOf } from './merge-pages.ts'
import { depthsOf, findCycles, lineOf, survivingAncestor } from './page-forest.ts'
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
  /** The pages that do not stand where ours put them, each of which is a conflict. */
  readonly displaced: Set<string>
}

/**
 * Makes a tree of merged pages: each of them may stand where its side put it, and all of them together nowhere. Every
 * page has a parent that is there, none is below itself, none too deep, and siblings have distinct slugs and
 * positions.
 */
export function mergeStructure(structure: Structure): void {
  // Every step takes a page of ours back to where theirs has it, brings back a page of theirs, or attaches one anew.
  while (mendMissingParent(structure) || mendCycles(structure) || mendDepth(structure)) {}
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
function attachAnew(structure: Structure, page: PageState): void {
  const { merged } = structure
  const parentId = survivingAncestor(page, structure.ours, merged)
  merged.set(page.pageId, { ...page, parentId, position: positionBehindAll(merged, parentId) })
  recordPlace(structure, page)
}

/** Each side put a page below the other's: the moves of ours give way. */
function mendCycles(structure: Structure): boolean {
  const cycles = findCycles(structure.merged)
  for (const cycle of cycles) {
    const movable = cycle.find((page) => canGiveWay(structure, page))
    if (!movable) throw new Error('pages go in a circle that none of the sides has')
    giveWay(structure, movable)
  }
  return cycles.length > 0
}

/** Moves of both sides that together lead too deep. */
function mendDepth(structure: Structure): boolean {
  const { merged } = structure
  const tooDeep = [...depthsOf(merged)].filter(([, depth]) => depth > maximumDepth)
  const mended = new Set<string>()
  for (const [pageId] of tooDeep) {
    const line = lineOf(merged, pageId)
    // What was put elsewhere by now may have taken this page along, which the next round tells.
    if (line.some((page) => mended.has(page.pageId))) continue
    const movable = line.find((page) => canGiveWay(structure, page))
    mended.add(movable ? giveWay(structure, movable) : attachToRoot(structure, line))
  }
  return tooDeep.length > 0
}

/** What ours added below something that theirs moved down goes to the root. */
function attachToRoot(structure: Structure, line: readonly PageState[]): string {
  const page = line.find(({ pageId }) => !structure.theirs.has(pageId))
  if (!page) throw new Error('pages are too deep where none of the sides has them so deep')
  const { merged } = structure
  merged.set(page.pageId, { ...page, parentId: null, position: positionBehindAll(merged, null) })
  recordPlace(structure, page)
  return page.pageId
}

/** Whether a page stands where ours put it, and theirs has it elsewhere. */
function canGiveWay({ theirs }: Structure, page: PageState): boolean {
  const other = theirs.get(page.pageId)
  return other !== undefined && other.parentId !== page.parentId
}

function giveWay(structure: Structure, page: PageState): string {
  const { merged, theirs } = structure
  const { parentId, position } = theirs.get(page.pageId) as PageState
  merged.set(page.pageId, { ...page, parentId, position })
  recordPlace(structure, page)
  return page.pageId
}

/** Notes that a page does not stand where ours put it; once, in however many steps it came to its place. */
function recordPlace({ base, ours, theirs, displaced, conflicts }: Structure, page: PageState): void {
  if (displaced.has(page.pageId)) return
  displaced.add(page.pageId)
  const [before, own, other] = [base, ours, theirs].map((pages) => {
    const state = pages.get(page.pageId)
    return state ? placeOf(state) : null
  })
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'place',
    base: before,
    ours: own,
    theirs: other,
  })
}
