/** Reads a value for each key, once for those that are equal by their text. The values are in the order of the keys. */
export async function forEachDistinct<Key, Value>(
  keys: readonly Key[],
  textOf: (key: Key) => string,
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const texts = keys.map(textOf)
  const keyByText = new Map(texts.map((text, index) => [text, keys[index] as Key]))
  const values = await read([...keyByText.values()])
  const valueByText = new Map([...keyByText.keys()].map((text, index) => [text, values[index] as Value]))
  return texts.map((text) => valueByText.get(text) as Value)
}
