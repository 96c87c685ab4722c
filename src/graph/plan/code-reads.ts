import { models } from '../declare/model-registry.ts'
import type { CodeReads, Prefetch } from '../declare/prefetch.ts'
import { constantArgumentsOf } from './constant-arguments.ts'
import { type FieldPlan, isTypename, typePlanOf } from './field-plan.ts'
import type { RowSet } from './row-set.ts'

/** Returns what a field of a model reads that is code; undefined for other fields. */
function readsOfCode({ parentType, field }: FieldPlan): CodeReads | undefined {
  const declared = models.get(parentType.name)?.fields.get(field.name)
  return declared?.kind === 'code' ? declared : undefined
}

/** The data that is read with a row for the code of a field, and the arguments of the field. */
interface PlannedPrefetch {
  readonly prefetch: Prefetch
  readonly args: Readonly<Record<string, unknown>>
}

/** Returns what is read with the rows of a row set for the code of a field; undefined if more of it is selected. */
export function prefetchOf({ source }: RowSet, field: FieldPlan): PlannedPrefetch | undefined {
  const prefetch = readsOfCode(field)?.prefetch
  const args = prefetch && constantArgumentsOf(field)
  return args && source.single && hasMembers(prefetch, field) ? { prefetch, args } : undefined
}

/** Returns whether everything that is selected of a field is prefetched. */
const hasMembers = ({ members }: Prefetch, field: FieldPlan): boolean =>
  !members ||
  typePlanOf(field).fields.every((member) => isTypename(member) || members.includes(member.field.name))
