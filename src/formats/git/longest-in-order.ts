/** Returns the most items that increase from one to the next, by a value that no two of them share. */
export function longestInOrder<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => number | string,
): Set<Item> {
  const ends: Item[] = []
  const previous = new Map<Item, Item | undefined>()
  for (const item of items) {
    const at = ends.findIndex((end) => rankOf(end) >= rankOf(item))
    const index = at < 0 ? ends.length : at
    previous.set(item, ends[index - 1])
    ends[index] = item
  }
  const kept = new Set<Item>()
  for (let item = ends.at(-1); item !== undefined; item = previous.get(item)) kept.add(item)
  return kept
}
