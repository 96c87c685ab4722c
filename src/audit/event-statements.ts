import type { Prisma } from '../generated/prisma/client.ts'

type Column = Exclude<keyof Prisma.EventUncheckedCreateInput, 'number' | 'position'>

type Required = 'id' | 'organizationId' | 'type' | 'occurredAt' | 'targetType' | 'targetId'

/** SQL for the values of an event, by the names of its columns. */
export type EventValues = Readonly<Record<Required, string> & Partial<Record<Column, string>>>

/** Returns SQL that inserts an event for each row of a table or a query. The number is that of the moment of the insertion. */
export const insertEvents = (values: EventValues, from: string): string => `
INSERT INTO "Event" (${Object.keys(values)
  .map((name) => `"${name}"`)
  .join(', ')})
SELECT ${Object.values(values).join(', ')} FROM ${from}`

/** Returns SQL for the name that a user has at the time. */
export const labelOfUser = (id: string): string => `(SELECT u."displayName" FROM "User" u WHERE u.id = ${id})`
