import { literal, nullable, object, text } from '../sql-json.ts'

/** Returns the permissions of an admin, which are constants here. */
export const granted = (...permissions: string[]): string =>
  literal(Object.fromEntries(permissions.map((permission) => [permission, true])))

export const user = (alias: string): string =>
  object({ id: text(`${alias}.id`), displayName: text(`${alias}."displayName"`) })

export const userWithPhoto = (alias: string): string =>
  object({
    id: text(`${alias}.id`),
    displayName: text(`${alias}."displayName"`),
    photoURL: nullable(`${alias}."photoURL"`),
  })

/** Returns an object that is null if its row is missing. */
export const optional = (id: string, value: string): string =>
  `CASE WHEN ${id} IS NULL THEN 'null' ELSE ${value} END`
