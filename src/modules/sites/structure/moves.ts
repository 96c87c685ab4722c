import { generateNKeysBetween } from 'fractional-indexing'
import { siblingIndex } from '../../../base/positions.ts'
import { refusedInput } from '../reasons.ts'
import { branchOf, type OrderedItem } from './sections.ts'

export type StructureItemKind = 'SITE_SPACE' | OrderedItem['kind']

/** The members with which inputs name the items of a site's structure. */
const pointerKinds = {
  siteSpace: 'SITE_SPACE',
  siteSection: 'SITE_SECTION',
  siteSectionGroup: 'SITE_SECTION_GROUP',
  siteExternalLink: 'SITE_EXTERNAL_LINK',
} as const satisfies Record<string, StructureItemKind>

/** An item of a site's structure, as an input names it: by one of the members. */
export type StructurePointer = { readonly [Member in keyof typeof pointerKinds]?: string | null }

export function itemOf(pointer: StructurePointer): { type: StructureItemKind; id: string } {
  for (const [member, type] of Object.entries(pointerKinds)) {
    const id = pointer[member as keyof StructurePointer]
    if (id != null) return { type, id }
  }
  throw new Error('the input names no item')
}

/** The new position: directly before `before`, directly after `after`, or at the end without either. */
export interface StructurePosition {
  readonly before?: StructurePointer | null
  readonly after?: StructurePointer | null
}

export interface Sibling {
  readonly type: StructureItemKind
  readonly id: string
  /** Positions of the item and of the items that move with it, in order. */
  readonly positions: readonly string[]
  /** The item keeps its position, and inputs cannot name it. */
  readonly hidden?: boolean
}

/** Siblings in order, and the exclusive bounds of their positions; null where there is no bound. */
export interface Siblings {
  readonly items: readonly Sibling[]
  readonly from: string | null
  readonly to: string | null
}

/** Creates siblings without bounds. */
export const siblingsOf = (items: readonly Sibling[]): Siblings => ({ items, from: null, to: null })

/**
 * Returns the siblings of an item: what is in the same group, or at the root. All that is in a group moves with the group.
 */
export function siblingsAround(
  order: readonly OrderedItem[],
  { groupId }: Pick<OrderedItem, 'groupId'>,
): Siblings {
  const items = order
    .filter((item) => item.groupId === groupId)
    .map(({ kind, id }) => ({ type: kind, id, positions: positionsOf(order, branchOf(order, id)) }))
  if (groupId === null) return siblingsOf(items)
  const inGroup = branchOf(order, groupId)
  const first = order.findIndex(({ id }) => id !== groupId && inGroup.has(id))
  const last = order.findLastIndex(({ id }) => inGroup.has(id))
  return { items, from: order[first - 1]?.position ?? null, to: order[last + 1]?.position ?? null }
}

const positionsOf = (order: readonly OrderedItem[], ids: ReadonlySet<string>): string[] =>
  order.filter(({ id }) => ids.has(id)).map(({ position }) => position)

/**
 * Returns the new positions of an item and of the items that move with it, or null if it is at that position already.
 * Throws an input error for siblings that do not match.
 */
export function positionsForMove(
  { items, from, to }: Siblings,
  itemId: string,
  position: StructurePosition | null | undefined,
): string[] | null {
  const visible = items.filter((item) => !item.hidden)
  const before = siblingId(visible, 'before', position?.before)
  const after = siblingId(visible, 'after', position?.after)
  siblingIndex(visible, { before, after }, itemId)
  // Hidden items may be between two visible neighbors, so one of the two must match among all items.
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
  visible: readonly Sibling[],
  member: 'before' | 'after',
  pointer: StructurePointer | null | undefined,
): string | null {
  if (!pointer) return null
  const item = itemOf(pointer)
  if (!visible.some(({ type, id }) => type === item.type && id === item.id))
    throw refusedInput(`position.${member}`, 'SIBLING_NOT_ON_LEVEL')
  return item.id
}
