import type { Connection } from './connection.ts'
import { decodeCursor, encodeCursor, type OrderType, type OrderValue } from './cursor.ts'
import type { Window } from './keyset.ts'

/** A list whose items are all in memory, in order. */
export interface WholeList<Item, Key extends readonly OrderValue[]> {
  /** The order, of which every cursor has a tag. */
  readonly order: string
  readonly types: { readonly [Index in keyof Key]: OrderType }
  readonly items: readonly Item[]
  /** Returns the values by which the items are ordered. They are the cursor of the item. */
  readonly keyOf: (item: Item, index: number) => Key
}

/** Returns a page of a list in memory. The item that the cursor names may be gone. */
export function pageOfList<Item, Key extends readonly OrderValue[]>(
  { order, types, items, keyOf }: WholeList<Item, Key>,
  { cursor, backward, limit }: Window,
): Awaited<ReturnType<Connection<Item>['page']>> {
  const at = cursor === null ? null : decodeCursor(backward ? 'before' : 'after', order, types, cursor)
  const keyed = items.map((node, index) => ({ node, key: keyOf(node, index) }))
  const index = at === null ? -1 : keyed.findIndex(({ key }) => compare(key, at) === 0)
  const distance = (key: Key, position: number) => (index === -1 ? compare(key, at ?? []) : position - index)
  const rest =
    at === null
      ? keyed
      : keyed.filter(({ key }, position) => distance(key, position) * (backward ? -1 : 1) > 0)
  const shown = backward ? rest.slice(Math.max(0, rest.length - limit)) : rest.slice(0, limit)
  const edges = shown.map(({ node, key }) => ({ node, cursor: encodeCursor(order, key) }))
  return { edges, more: rest.length > shown.length }
}

function compare(one: readonly OrderValue[], other: readonly OrderValue[]): number {
  const index = one.findIndex((value, position) => value !== other[position])
  if (index === -1) return 0
  return (one[index] as OrderValue) < (other[index] as OrderValue) ? -1 : 1
}
