import type { GraphQLSchema } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { type Prefetched, readInOneStatement } from '../nested/one-statement.ts'
import { type WrittenData, WrittenResult } from '../nested/written-result.ts'
import type { Explanation } from '../plan/explanation.ts'
import type { Execution } from '../plan/field-info.ts'
import type { FieldPlan, QueryPlan, SelectionPlan } from '../plan/field-plan.ts'

/** Returns whether a field leads to the queries, which only the payloads of mutations do. */
export const isQueryOfPayload = ({ composite }: FieldPlan): boolean => composite?.name === 'Query'

/** The rows that were read for queries which are executed in batches. */
export type UnwrittenQuery = Exclude<Prefetched, WrittenData>

const plans = new WeakMap<FieldPlan, QueryPlan>()

const planOf = (field: FieldPlan, schema: GraphQLSchema): QueryPlan =>
  getOrCreate(plans, field, () => ({ root: field.selection as SelectionPlan, schema }))

/**
 * Reads the queries of a payload like an operation of their own. Returns null if nothing of them can be read in this way.
 * Whatever fails has its place in the answer, beside what the mutation wrote.
 */
export async function readQuery(
  field: FieldPlan,
  execution: Execution,
  explanation: Explanation | undefined,
): Promise<{ readonly data: unknown } | UnwrittenQuery | null> {
  try {
    const plan = planOf(field, execution.schema)
    const read = await readInOneStatement(plan, execution, explanation, execution.context.database)
    return read && 'bytes' in read ? { data: new WrittenResult(read).data } : read
  } catch (error) {
    return { timeout: error as Error }
  }
}
