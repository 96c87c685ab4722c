import { type QueriedRow, queriedExtension } from '../planned-read.ts'
import { aheadExtension, type ReadAhead } from '../read-ahead.ts'
import { constantArgumentsOf } from './constant-arguments.ts'
import type { Level } from './levels.ts'
import { type FieldPlan, typePlanOf } from './plan.ts'

/** Returns how a field of Query finds its row by a query of its own; undefined if it does not. */
export const queriedRowOf = ({ field }: FieldPlan): QueriedRow | undefined =>
  field.extensions[queriedExtension] as QueriedRow | undefined

/** The data that is read with a row for the code of a field, and the arguments of the field. */
interface PlannedAhead {
  readonly ahead: ReadAhead
  readonly args: Readonly<Record<string, unknown>>
}

/** Returns what is read with the rows of a level for the code of a field; undefined if more of it is selected. */
export function readAheadOf({ source }: Level, field: FieldPlan): PlannedAhead | undefined {
  const ahead = field.field.extensions[aheadExtension] as ReadAhead | undefined
  const args = ahead && constantArgumentsOf(field)
  const isRead = ahead?.forItems || (source.kind === 'single' && queriedRowOf(source.field) !== undefined)
  return args && isRead && hasMembers(ahead, field) ? { ahead, args } : undefined
}

/** Returns whether everything that is selected of a field is read ahead. */
const hasMembers = ({ members }: ReadAhead, field: FieldPlan): boolean =>
  !members ||
  typePlanOf(field).fields.every(
    ({ way, field: { name } }) => way.kind === 'typename' || members.includes(name),
  )
