import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { invalidInput } from './errors.ts'

/** An item with its position among its siblings. Positions are fractional indexes, compared byte by byte. */
export interface Sibling {
  readonly id: string
  readonly position: string
}

/** Directly before the sibling `before`, directly after the sibling `after`, or at the end if both are absent. */
export interface RelativePosition {
  /** Id of a sibling. */
  readonly before?: string | null
  readonly after?: string | null
}

/**
 * Returns the index of a relative position among the other siblings. Throws BAD_USER_INPUT if it names an unknown
 * sibling, the item itself, or two siblings that are not adjacent in that order.
 */
export function siblingIndex(
  siblings: readonly Pick<Sibling, 'id'>[],
  relative: RelativePosition,
  itemId?: string,
): number {
  const others = siblings.filter((sibling) => sibling.id !== itemId)
  const indexOf = (member: 'before' | 'after') => {
    const id = relative[member]
    if (id == null) return undefined
    if (id === itemId) throw invalidInput(`position.${member}`, 'must not be the moved item itself')
    const index = others.findIndex((sibling) => sibling.id === id)
    if (index < 0) throw invalidInput(`position.${member}`, 'must be the id of an item in the target parent')
    return index
  }
  const before = indexOf('before')
  const after = indexOf('after')
  if (before !== undefined && after !== undefined && before !== after + 1)
    throw invalidInput('position', 'must name an `after` and a `before` that are adjacent in that order')
  return before ?? (after !== undefined ? after + 1 : others.length)
}

/** Returns the fractional index of a relative position. `siblings` are in order and may include the moved item. */
export function positionAmong(
  siblings: readonly Sibling[],
  relative: RelativePosition,
  itemId?: string,
): string {
  const index = siblingIndex(siblings, relative, itemId)
  const others = siblings.filter((sibling) => sibling.id !== itemId)
  return generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null)
}

/** Returns the position after the last sibling. */
export const positionAtEnd = (last: string | null | undefined): string =>
  generateKeyBetween(last ?? null, null)

/** Returns ascending positions for `count` items, after `last` or as the only siblings. */
export const consecutivePositions = (count: number, last: string | null = null): string[] =>
  generateNKeysBetween(last, null, count)
