import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { invalidInput } from '../errors.ts'

/** An item in the order of its siblings. Positions are fractional indexes, compared byte by byte. */
export interface Sibling {
  readonly id: string
  readonly position: string
}

/** Directly in front of `before`, directly behind `after`, or, with neither, at the end. */
export interface Placement {
  readonly before?: string | null
  readonly after?: string | null
}

/**
 * Where the placement puts an item among the other siblings, as the number of those in front of it. An unknown
 * sibling, the item itself, or two that are not neighbours in that order are refused.
 */
export function indexAmong(
  siblings: readonly Pick<Sibling, 'id'>[],
  placement: Placement,
  itemId?: string,
): number {
  const others = siblings.filter((sibling) => sibling.id !== itemId)
  const indexOf = (member: 'before' | 'after') => {
    const id = placement[member]
    if (id == null) return undefined
    if (id === itemId) throw invalidInput(`position.${member}`, 'names the item that is being moved')
    const index = others.findIndex((sibling) => sibling.id === id)
    if (index < 0) throw invalidInput(`position.${member}`, 'names no sibling in the target parent')
    return index
  }
  const before = indexOf('before')
  const after = indexOf('after')
  if (before !== undefined && after !== undefined && before !== after + 1)
    throw invalidInput('position', 'names a `before` and an `after` that are not neighbours in that order')
  return before ?? (after !== undefined ? after + 1 : others.length)
}

/**
 * The position that puts an item where the placement says among its siblings (in order, the item itself may be
 * among them).
 */
export function placeAmong(siblings: readonly Sibling[], placement: Placement, itemId?: string): string {
  const index = indexAmong(siblings, placement, itemId)
  const others = siblings.filter((sibling) => sibling.id !== itemId)
  return generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null)
}

/** The position after the last sibling. */
export const positionAtEnd = (last: string | null | undefined): string =>
  generateKeyBetween(last ?? null, null)

/** Positions for `count` items in a row, as the only children or behind `last`. */
export const positionsInARow = (count: number, last: string | null = null): string[] =>
  generateNKeysBetween(last, null, count)
