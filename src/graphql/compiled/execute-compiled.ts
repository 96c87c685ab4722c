import { contextCacheSymbol } from '@pothos/core'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql'
import { buildExecutionContext } from 'graphql/execution/execute.js'
import { getOrCreate } from '../../get-or-create.ts'
import type { Context } from '../context.ts'
import { failing } from '../failing-reads.ts'
import { DocumentPlans } from './document-plans.ts'
import { Explanation } from './explanation.ts'
import { readInOneStatement } from './one-statement.ts'
import { Run } from './run.ts'
import type { MaybePromise } from './values.ts'
import { formedResult, WrittenResult } from './written-result.ts'

/** Executes an operation by graphql-js. */
export function executeResolved(
  args: ExecutionArgs & { readonly contextValue: Context },
): MaybePromise<ExecutionResult> {
  const { contextValue: context } = args
  const request = context[contextCacheSymbol] ?? context
  return execute({
    ...args,
    contextValue: { ...context, rejectsErrors: true, [contextCacheSymbol]: request },
  })
}

const plansBySchema = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, DocumentPlans>>()

/**
 * Executes an operation like `execute` of graphql-js, with equal answers, but reads what is declared for all objects of a
 * level at once. Introspection is left to graphql-js. Returns null if the viewer must be confirmed for it.
 */
export async function executeCompiled(
  args: ExecutionArgs & { readonly contextValue: Context },
): Promise<ExecutionResult | null> {
  const { schema, document, contextValue: context } = args
  const ofSchema = getOrCreate(plansBySchema, schema, () => new WeakMap<DocumentNode, DocumentPlans>())
  const plans = getOrCreate(ofSchema, document, () => new DocumentPlans(document.definitions))
  if (!plans.isPlannable) return context.presumption ? null : executeResolved(args)
  const built = buildExecutionContext(args)
  // An operation that cannot be executed, as for a variable of the wrong type.
  if (!('schema' in built)) return context.presumption ? null : { errors: built }
  const { operation, fragments, variableValues } = built
  const plan = plans.planOf(schema, operation, fragments, variableValues)
  const explanation = context.explain ? new Explanation() : undefined
  const execution = { schema, operation, fragments, variableValues, context }
  const isQuery = operation.operation === OperationTypeNode.QUERY
  const prefetched = isQuery ? await readInOneStatement(plan, execution, explanation) : null
  if (prefetched && 'bytes' in prefetched && prefetched.form) return formedResult(prefetched)
  if (prefetched && 'bytes' in prefetched)
    return new WrittenResult(prefetched, explanation && { plan: explanation.fields })
  if (!prefetched && context.presumption) return null
  const hasTimedOut = prefetched !== null && 'timeout' in prefetched
  const confirmed =
    hasTimedOut && context.presumption
      ? await context.presumption.confirm()
      : { ...context, presumption: undefined }
  const run = hasTimedOut
    ? new Run(plan, { ...execution, context: failing(confirmed, prefetched.timeout) }, explanation)
    : new Run(plan, { ...execution, context: confirmed }, explanation, prefetched?.rows)
  const data = await run.data()
  return {
    ...(run.errors.length > 0 && { errors: run.errors }),
    data,
    ...(explanation && { extensions: { plan: explanation.fields } }),
  }
}
