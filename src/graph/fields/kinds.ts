import { all } from './all.ts'
import { Code } from './code.ts'
import { column } from './column.ts'
import { computed } from './computed.ts'
import { count } from './count.ts'
import type { FieldKind, FieldToPlan, PlanKind } from './field-kind.ts'
import { list, part } from './list.ts'
import { one } from './one.ts'
import { same } from './same.ts'
import { typename } from './typename.ts'

/** All kinds of fields but code. A list is asked for first, because a model may declare it as code. */
const kinds: readonly PlanKind[] = [list, part, typename, column, one, same, all, count, computed]

/** Returns the kind of a field. One that is of no other is code. */
export function kindOf(field: FieldToPlan): FieldKind {
  for (const plan of kinds) {
    const kind = plan(field)
    if (kind) return kind
  }
  return new Code(field)
}
