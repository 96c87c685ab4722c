import { generateNKeysBetween } from 'fractional-indexing'
import { siblingIndex } from '../../../database/positions.ts'
import { invalidInput } from '../../../errors.ts'
import type { OrderedItem } from './sections.ts'

export type StructureItemKind = 'SITE_SPACE' | 'SITE_SECTION' | 'SITE_SECTION_GROUP'

/** An item of a site's structure, as a move names it. */
export interface StructurePointer {
  readonly type: StructureItemKind
  readonly id: string
}

/** Directly in front of `before`, directly behind `after`, or, with neither, at the end of the level. */
export interface StructurePosition {
  readonly before?: StructurePointer | null
  readonly after?: StructurePointer | null
}

export interface LevelItem {
  readonly type: StructureItemKind
  readonly id: string
  /** The position of the item, and those of the items that go where it goes, in order. */
  readonly positions: readonly string[]
  /** Keeps its place, but cannot be named. */
  readonly hidden?: boolean
}

/** Items that are siblings, in order, and the positions between which all of theirs lie; null where nothing is. */
export interface Level {
  readonly items: readonly LevelItem[]
  readonly from: string | null
  readonly to: string | null
}

/** Items that are all there is in their order. */
export const levelOf = (items: readonly LevelItem[]): Level => ({ items, from: null, to: null })

/**
 * The siblings of a section or a group: the other sections of its group, or else what is at the root, where the
 * sections of a group go where the group goes.
 */
export function levelAround(order: readonly OrderedItem[], { groupId }: Pick<OrderedItem, 'groupId'>): Level {
  const items = order
    .filter((item) => item.groupId === groupId)
    .map(({ kind, id, position }) => ({ type: kind, id, positions: [position, ...positionsIn(order, id)] }))
  if (groupId === null) return levelOf(items)
  const first = order.findIndex((item) => item.groupId === groupId)
  const behind = order[first + items.length]
  return { items, from: order[first - 1]?.position ?? null, to: behind?.position ?? null }
}

const positionsIn = (order: readonly OrderedItem[], groupId: string): string[] =>
  order.filter((item) => item.groupId === groupId).map(({ position }) => position)

/**
 * The new positions of an item and of what goes along with it, or null where it is in that place already. Refuses
 * siblings that cannot be meant.
 */
export function positionsForMove(
  { items, from, to }: Level,
  itemId: string,
  position: StructurePosition | null | undefined,
): string[] | null {
  const visible = items.filter((item) => !item.hidden)
  const before = siblingId(visible, 'before', position?.before)
  const after = siblingId(visible, 'after', position?.after)
  siblingIndex(visible, { before, after }, itemId)
  // Something hidden may stand between two neighbours, so among all items one of them must do.
  const index = siblingIndex(items, before === null ? { after } : { before }, itemId)
  const current = items.findIndex((item) => item.id === itemId)
  if (index === current) return null
  const others = items.toSpliced(current, 1)
  return generateNKeysBetween(
    others[index - 1]?.positions.at(-1) ?? from,
    others[index]?.positions[0] ?? to,
    items[current]?.positions.length ?? 0,
  )
}

function siblingId(
  visible: readonly LevelItem[],
  member: 'before' | 'after',
  pointer: StructurePointer | null | undefined,
): string | null {
  if (!pointer) return null
  if (!visible.some(({ type, id }) => type === pointer.type && id === pointer.id))
    throw invalidInput(`position.${member}`, 'names no sibling on the same level')
  return pointer.id
}
