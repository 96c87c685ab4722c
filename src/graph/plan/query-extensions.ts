import type { RowsOfQueried } from '../declare/connection.ts'
import { type QueriedRow, queriedExtension } from '../declare/planned-read.ts'
import { aheadExtension, type ReadAhead } from '../declare/prefetch.ts'
import { constantArgumentsOf } from './constant-arguments.ts'
import { type FieldPlan, isTypename, listOptionsOf, typePlanOf } from './field-plan.ts'
import type { RowSet } from './row-set.ts'

/** Returns how a field of Query finds its row by a query of its own; undefined if it does not. */
export const queriedRowOf = ({ field }: FieldPlan): QueriedRow | undefined =>
  field.extensions[queriedExtension] as QueriedRow | undefined

/** Returns whether the rows of a row set are found by such a query. */
const isQueried = ({ source }: RowSet): boolean =>
  source.kind === 'single' && queriedRowOf(source.field) !== undefined

/** Returns the rows of a list of the rows of a row set, if these are found by such a query, and if the list declares them. */
export const rowsOfQueried = (field: FieldPlan, rowSet: RowSet): RowsOfQueried | undefined =>
  isQueried(rowSet) ? listOptionsOf(field)?.parent.ofQueried : undefined

/** The data that is read with a row for the code of a field, and the arguments of the field. */
interface PlannedAhead {
  readonly ahead: ReadAhead
  readonly args: Readonly<Record<string, unknown>>
}

/** Returns what is read with the rows of a row set for the code of a field; undefined if more of it is selected. */
export function readAheadOf(rowSet: RowSet, field: FieldPlan): PlannedAhead | undefined {
  const ahead = field.field.extensions[aheadExtension] as ReadAhead | undefined
  const args = ahead && constantArgumentsOf(field)
  return args && isQueried(rowSet) && hasMembers(ahead, field) ? { ahead, args } : undefined
}

/** Returns whether everything that is selected of a field is read ahead. */
const hasMembers = ({ members }: ReadAhead, field: FieldPlan): boolean =>
  !members ||
  typePlanOf(field).fields.every((member) => isTypename(member) || members.includes(member.field.name))
