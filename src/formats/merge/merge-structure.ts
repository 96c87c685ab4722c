import { maximumDepth } from '../body/limits.ts'
import type { PageState } from './content-snapshot.ts'
import { pageSubject, treePositionOf } from './merge-pages.ts'
import { ancestorsAndSelf, depthsOf, findCycles, survivingAncestor } from './page-forest.ts'
import { makePositionsUnique, makeSlugsUnique, positionAfterSiblings } from './siblings.ts'
import type { ContentConflict } from './types.ts'

type Pages = ReadonlyMap<string, PageState>

interface Structure {
  readonly base: Pages
  readonly ours: Pages
  readonly theirs: Pages
  /** The merged pages, whose parents and positions are corrected in place. */
  readonly merged: Map<string, PageState>
  readonly conflicts: ContentConflict[]
  /** Ids of the pages that were moved away from their parent or position in ours, each with one conflict. */
  readonly displaced: Set<string>
}

/**
 * Makes the merged pages a valid tree, which the combined moves and deletions of both sides may violate. Afterwards
 * every parent exists, there are no cycles, no page exceeds the maximum depth, and siblings have unique slugs and
 * positions.
 */
export function mergeStructure(structure: Structure): void {
  // Terminates: every step moves a page to its parent in theirs, restores a page of theirs, or reattaches a page.
  while (resolveMissingParent(structure) || resolveCycles(structure) || resolveDepth(structure)) {}
  makeSlugsUnique(structure.merged, structure.ours)
  makePositionsUnique(structure.merged, structure.ours)
}

/** Resolves one page whose parent was deleted by the other side. Returns whether there was one. */
function resolveMissingParent(structure: Structure): boolean {
  const { merged, theirs } = structure
  for (const page of merged.values()) {
    if (page.parentId === null || merged.has(page.parentId)) continue
    const parent = theirs.get(page.parentId)
    if (parent) restore(structure, parent)
    else reattach(structure, page)
    return true
  }
  return false
}

/** Restores a page that ours deleted and theirs added a subpage to. */
function restore({ base, merged, conflicts }: Structure, page: PageState): void {
  const before = base.get(page.pageId)
  merged.set(page.pageId, page)
  conflicts.push({
    ...pageSubject(page),
    kind: 'STRUCTURE',
    field: 'deleted',
    base: before ? treePositionOf(before) : null,
    ours: null,
    theirs: treePositionOf(page),
  })
}

/** Moves a page that ours put below a page deleted by theirs to its nearest remaining ancestor. */
function reattach(structure: Structure, page: PageState): void {
  const { merged } = structure
  const parentId = survivingAncestor(page, structure.ours, merged)
  merged.set(page.pageId, { ...page, parentId, position: positionAfterSiblings(merged, parentId) })
  recordMoveConflict(structure, page)
}

/** Resolves cycles of moves on both sides by reverting a move of ours. Returns whether there were any. */
function resolveCycles(structure: Structure): boolean {
  const cycles = findCycles(structure.merged)
  for (const cycle of cycles) {
    const movable = cycle.find((page) => canRevertMove(structure, page))
    if (!movable) throw new Error('the merged pages have a cycle that neither side has')
    revertMove(structure, movable)
  }
  return cycles.length > 0
}

/** Resolves pages that the combined moves of both sides nest too deep. Returns whether there were any. */
function resolveDepth(structure: Structure): boolean {
  const { merged } = structure
  const tooDeep = [...depthsOf(merged)].filter(([, depth]) => depth > maximumDepth)
  const moved = new Set<string>()
  for (const [pageId] of tooDeep) {
    const lineage = ancestorsAndSelf(merged, pageId)
    // An ancestor was moved in this round, which may have fixed this page too; the next round checks it.
    if (lineage.some((page) => moved.has(page.pageId))) continue
    const movable = lineage.find((page) => canRevertMove(structure, page))
    moved.add(movable ? revertMove(structure, movable) : moveToRoot(structure, lineage))
  }
  return tooDeep.length > 0
}

/** Moves a page that ours added below a page moved by theirs to the root. */
function moveToRoot(structure: Structure, lineage: readonly PageState[]): string {
  const page = lineage.find(({ pageId }) => !structure.theirs.has(pageId))
  if (!page) throw new Error('the merged pages are nested deeper than on both sides')
  const { merged } = structure
  merged.set(page.pageId, { ...page, parentId: null, position: positionAfterSiblings(merged, null) })
  recordMoveConflict(structure, page)
  return page.pageId
}

/** Returns whether the page has another parent in theirs. */
function canRevertMove({ theirs }: Structure, page: PageState): boolean {
  const other = theirs.get(page.pageId)
  return other !== undefined && other.parentId !== page.parentId
}

function revertMove(structure: Structure, page: PageState): string {
  const { merged, theirs } = structure
  const { parentId, position } = theirs.get(page.pageId) as PageState
  merged.set(page.pageId, { ...page, parentId, position })
  recordMoveConflict(structure, page)
  return page.pageId
}

/** Records a conflict for a page that was moved away from its position in ours, at most once per page. */
function recordMoveConflict({ base, ours, theirs, displaced, conflicts }: Structure, page: PageState): void {
  if (displaced.has(page.pageId)) return
  displaced.add(page.pageId)
  const [before, own, other] = [base, ours, theirs].map((pages) => {
    const state = pages.get(page.pageId)
    return state ? treePositionOf(state) : null
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
