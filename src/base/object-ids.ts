import { type IdentifiedType, typeOfId } from './identifiers.ts'

/**
 * Ids of objects whose data depends on where they are read: the id that is the same everywhere, and the id of the
 * context. Clients must treat them as opaque.
 *
 * `pag1` is a page in the live content of its space, `pag1@rev2` in a revision, `pag1@chr3` in a change request, and
 * `usr1@org2` the membership of a user in an organization. `job1@import` is the import that a job runs.
 */
const separator = '@'

export interface ObjectId {
  /** The part that is the same in every context. */
  readonly stable: string
  /** Empty for the object outside of a context. */
  readonly contexts: readonly string[]
}

/** Returns the id of an object in contexts, leaving out empty ones. */
export const objectId = (stable: string, ...contexts: readonly (string | false | undefined)[]): string =>
  [stable, ...contexts.filter(Boolean)].join(separator)

/**
 * Returns SQL for the same, from SQL for the parts: contexts that are null are left out. The operators take less time than
 * `concat_ws`.
 */
export const objectIdInSql = (stable: string, ...contexts: readonly string[]): string =>
  [`(${stable})`, ...contexts.map((context) => `coalesce('${separator}' || (${context}), '')`)].join(' || ')

export function parseObjectId(id: string): ObjectId {
  const [stable = '', ...contexts] = id.split(separator)
  return { stable, contexts }
}

/** Returns the part of an id that is the same in every context. */
export const stableId = (id: string): string => parseObjectId(id).stable

export function typeOfObjectId(id: string): IdentifiedType | undefined {
  const { stable, contexts } = parseObjectId(id)
  const type = typeOfId(stable)
  if (contexts.length === 0) return type
  return type === 'User' ? 'Member' : type === 'Job' ? 'ImportRun' : type
}
