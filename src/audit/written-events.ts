import type { Database } from '../database/client.ts'

/** The functions to call when this process has written events, by the database to which it has. */
const listeners = new WeakMap<object, Set<() => void>>()

/** Calls a function whenever this process has committed events. Returns the function that ends it. */
export function onWrittenEvents({ identity }: Pick<Database, 'identity'>, listener: () => void): () => void {
  const ofDatabase = listeners.get(identity) ?? new Set()
  listeners.set(identity, ofDatabase)
  ofDatabase.add(listener)
  return () => void ofDatabase.delete(listener)
}

/** Tells that events were committed. Without it they are found a little later. */
export function announceEvents({ identity }: Pick<Database, 'identity'>): void {
  for (const listener of listeners.get(identity) ?? []) listener()
}
