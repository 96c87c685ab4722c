interface Values<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** Returns the value of a key in a map, which is created if there is none. */
export function getOrCreate<Key, Value extends object | string>(
  values: Values<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  const existing = values.get(key)
  if (existing !== undefined) return existing
  const created = create()
  values.set(key, created)
  return created
}
