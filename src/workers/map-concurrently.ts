/**
 * Maps items with a number of calls at the same time. The results are in the order of the items. Begins nothing more once a
 * call has failed, and throws its error.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const pending = entriesOf(items)
  const work = async () => {
    for (const [index, item] of pending) results[index] = await map(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work))
  return results
}

/** Returns the entries of a list. A loop that fails ends a generator for all others, and not the iterator of an array. */
function* entriesOf<Item>(items: readonly Item[]): Generator<[index: number, item: Item]> {
  yield* items.entries()
}
