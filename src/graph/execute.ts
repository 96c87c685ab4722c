import { contextCacheSymbol } from '@pothos/core'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql'
import { buildExecutionContext } from 'graphql/execution/execute.js'
import { getOrCreate } from '../base/get-or-create.ts'
import type { Context, Database } from './application.ts'
import { Run } from './batched/run.ts'
import type { MaybePromise } from './batched/values.ts'
import { graphHost } from './host.ts'
import { readInOneStatement } from './nested/one-statement.ts'
import { formedResult, WrittenResult } from './nested/written-result.ts'
import { DocumentPlans } from './plan/document-plans.ts'
import { Explanation } from './plan/explanation.ts'
import type { Execution } from './plan/field-info.ts'
import type { OperationPlan } from './plan/plan.ts'

type Args = ExecutionArgs & { readonly contextValue: Context }

/** Executes an operation by graphql-js. The reads of a query are all of one state of the database. */
export function executeResolved(args: Args): MaybePromise<ExecutionResult> {
  const operation = getOperationAST(args.document, args.operationName)
  const faults =
    operation &&
    new DocumentPlans(args.document.definitions).nullConditions(operation, args.variableValues ?? {})
  if (faults && faults.length > 0) return { errors: faults }
  const isQuery = operation?.operation === OperationTypeNode.QUERY
  const executeIn = async (context: Context) => execute({ ...args, contextValue: resolving(context) })
  return isQuery ? graphHost().reads.inSnapshot(args.contextValue, executeIn) : executeIn(args.contextValue)
}

const resolving = (context: Context): Context => ({
  ...context,
  rejectsErrors: true,
  [contextCacheSymbol]: context[contextCacheSymbol] ?? context,
})

/** The plans of a document, and how large they were when they were kept. */
interface KeptPlans {
  readonly plans: DocumentPlans
  readonly bytes: number
}

type PlanCache = ReturnType<typeof newPlans>

const plansBySchema = new WeakMap<GraphQLSchema, PlanCache>()

const newPlans = () => graphHost().cache<DocumentNode, KeptPlans>('plans', ({ bytes }) => bytes)

/** Keeps plans that have become larger with their size. */
function keepPlans(kept: PlanCache, document: DocumentNode, plans: DocumentPlans) {
  const { bytes } = plans
  if (kept.peek(document)?.bytes !== bytes) kept.set(document, { plans, bytes })
}

/**
 * Executes an operation like `execute` of graphql-js, with equal answers, but reads what is declared for all objects of a
 * row set at once. Introspection is left to graphql-js. Returns null if the viewer must be confirmed for it.
 */
export async function executeCompiled(args: Args): Promise<ExecutionResult | null> {
  const { schema, document } = args
  const kept = getOrCreate(plansBySchema, schema, newPlans)
  const plans = kept.get(document)?.plans ?? new DocumentPlans(document.definitions)
  try {
    return await executeWith(plans, args)
  } finally {
    keepPlans(kept, document, plans)
  }
}

async function executeWith(plans: DocumentPlans, args: Args): Promise<ExecutionResult | null> {
  const { schema, contextValue: context } = args
  if (!plans.isPlannable) return context.unconfirmed ? null : executeResolved(args)
  const built = buildExecutionContext(args)
  // An operation that cannot be executed, as for a variable of the wrong type.
  if (!('schema' in built)) return context.unconfirmed ? null : { errors: built }
  const { operation, fragments, variableValues } = built
  const faults = plans.nullConditions(operation, variableValues)
  if (faults.length > 0) return context.unconfirmed ? null : { errors: faults }
  const plan = plans.planOf(schema, operation, fragments, variableValues)
  const explanation = context.explain ? new Explanation() : undefined
  const execution = { schema, operation, fragments, variableValues, context }
  if (operation.operation === OperationTypeNode.QUERY)
    return graphHost().reads.inSnapshot(context, ({ database }) =>
      executeQuery(plan, execution, database, explanation),
    )
  // What a subscription sends is read as of one state of the database, like the answer to a query.
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    return graphHost().reads.inSnapshot(context, (reading) =>
      resultOf(new Run(plan, { ...execution, context: reading }, explanation), explanation),
    )
  const run = new Run(plan, { ...execution, context: { ...context, unconfirmed: undefined } }, explanation)
  return resultOf(run, explanation)
}

/** Executes a query with one statement, or else in the snapshot that a database reads in. */
async function executeQuery(
  plan: OperationPlan,
  execution: Execution,
  snapshot: Database,
  explanation: Explanation | undefined,
): Promise<ExecutionResult | null> {
  const { context } = execution
  const prefetched = await readInOneStatement(plan, execution, explanation, snapshot)
  if (prefetched && 'bytes' in prefetched && prefetched.form) return formedResult(prefetched)
  if (prefetched && 'bytes' in prefetched) return new WrittenResult(prefetched, explanation?.extensions)
  if (!prefetched && context.unconfirmed) return null
  const hasTimedOut = prefetched !== null && 'timeout' in prefetched
  const confirmed =
    hasTimedOut && context.unconfirmed
      ? await context.unconfirmed.confirm()
      : { ...context, unconfirmed: undefined }
  const reading = graphHost().reads.readingIn(confirmed, snapshot)
  const run = hasTimedOut
    ? new Run(
        plan,
        { ...execution, context: graphHost().reads.failing(reading, prefetched.timeout) },
        explanation,
      )
    : new Run(plan, { ...execution, context: reading }, explanation, prefetched?.rows)
  return resultOf(run, explanation)
}

async function resultOf(run: Run, explanation: Explanation | undefined): Promise<ExecutionResult> {
  const data = await run.data()
  return {
    ...(run.errors.length > 0 && { errors: run.errors }),
    data,
    ...(explanation && { extensions: explanation.extensions }),
  }
}
