import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { runHeavy } from '../admission/admission.ts'
import { currentRequest } from '../base/current-request.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { transactionOf } from '../database/one-transaction.ts'
import { serviceUnavailable } from '../database/reasons.ts'
import { executeCompiled, executeResolved } from '../graph/execute.ts'
import { bytesOfText } from '../graph/nested/byte-text.ts'
import { isWritten, WrittenResult } from '../graph/nested/written-result.ts'
import { type Context, ownerOf } from '../request/context.ts'
import { type Cost, stopped } from '../request/cost.ts'
import { inSpan } from '../tracing/spans.ts'
import { heavyWorkOf } from './heavy-operation.ts'
import { answerIntrospection, type SerializedResult } from './introspection.ts'
import { maskErrors, requestFaults } from './mask-errors.ts'
import { pointsOf } from './rate-limit.ts'
import { readReplica } from './replica-reads.ts'
import { withPathsOfVariables } from './value-faults.ts'

type PromiseOrValue<Value> = Promise<Value> | Value

/** A parsed and validated document. */
export interface PreparedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/** Parses and validates a document of the server's own. Throws if it is invalid, which is a programming error. */
export function prepareOperation(schema: GraphQLSchema, source: string): PreparedOperation {
  const document = parse(source, { noLocation: true })
  const faults = validate(schema, document)
  if (faults.length > 0)
    throw new Error(`invalid document: ${faults.map(({ message }) => message).join('; ')}\n${source}`)
  const operation = getOperationAST(document)
  if (!operation) throw new Error(`a document must contain exactly one operation:\n${source}`)
  return { document, operation }
}

/**
 * Executes an operation. GraphQL and REST requests both use it, so that error codes, masking, the counting of the cost and
 * the limits of heavy work are the same. Throws UNAUTHENTICATED for an unconfirmed viewer whose token is not active,
 * and an error of the limits if the operation is heavy and too many others are.
 */
export async function executeOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
  operationName?: string | null,
): Promise<SerializedResult> {
  const work = heavyWorkOf(schema, document, variables, operationName)
  const execute = () => executeAdmitted(schema, document, variables, context, operationName)
  if (!work) return execute()
  return runHeavy(work, { owner: ownerOf(context), signal: context.disconnection?.() }, execute)
}

async function executeAdmitted(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
  operationName: string | null | undefined,
): Promise<SerializedResult> {
  const args = {
    schema,
    document,
    variableValues: variables ?? {},
    operationName: operationName ?? undefined,
    hideSuggestions: !context.config.introspection,
  }
  const name = nameOfOnlyField(args) ?? 'several'
  nameOperation(name)
  assertMayWrite(context, args)
  return inSpan(`graphql ${name}`, { attributes: { 'graphql.operation.type': operationKind(args) } }, () =>
    executeSomewhere(context, args),
  )
}

/** Executes an operation, a query on a replica if one has what it must see. */
async function executeSomewhere(context: Context, args: OperationArgs): Promise<SerializedResult> {
  const answer = (given: Context) =>
    given.unconfirmed ? readUnconfirmed(given, args) : executeAs(given, args)
  const isQuery = operationKind(args) === OperationTypeNode.QUERY
  const read = isQuery && context.position ? await readReplica(context, answer) : null
  return read ?? executeUnconfirmed(context, args)
}

/** Executes an operation as a viewer who may be confirmed by what the operation reads. */
async function executeUnconfirmed(context: Context, args: OperationArgs): Promise<SerializedResult> {
  if (!context.unconfirmed) return executeAs(context, args)
  const isWrite = operationKind(args) === OperationTypeNode.MUTATION
  const answered = isWrite ? null : await readUnconfirmed(context, args)
  return answered ?? executeAs(await context.unconfirmed.confirm(), args)
}

/** Throws READ_ONLY_SERVER for a mutation on a server that only reads, before anything of it is done. */
function assertMayWrite({ config: { readsOnly, writeUrl } }: Context, args: OperationArgs): void {
  if (readsOnly && operationKind(args) === OperationTypeNode.MUTATION)
    throw serviceUnavailable('READ_ONLY_SERVER', { address: writeUrl ?? '' })
}

/** Executes a query as the unconfirmed viewer. Returns null if what it read does not confirm the viewer. */
async function readUnconfirmed(context: Context, args: OperationArgs): Promise<SerializedResult | null> {
  if (context.config.executor !== 'compiled') return null
  context.cost?.start()
  const result = await beforeDeadline(executeCompiled({ ...args, contextValue: context }), context.cost)
  if (!result || context.cost?.exceeded) return null
  return withCost(withKnownErrors(result, args, context), context)
}

/** Names the operation of the current request by its field of the graph, as clients give names that have no end. */
function nameOperation(name: string): void {
  const request = currentRequest()
  if (request) request.operation = name
}

/** Returns the name of the field of an operation; undefined if it selects anything else as well. */
function nameOfOnlyField({ document, operationName }: OperationArgs): string | undefined {
  const [first, ...others] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  return first?.kind === Kind.FIELD && others.length === 0 ? first.name.value : undefined
}

type OperationArgs = Pick<
  ExecutionArgs,
  'schema' | 'document' | 'variableValues' | 'operationName' | 'hideSuggestions'
>

const operationKind = ({ document, operationName }: OperationArgs) =>
  getOperationAST(document, operationName)?.operation

function executeAs(context: Context, args: OperationArgs): Promise<SerializedResult> {
  return answerIntrospection(args.schema, args.document, async () => {
    context.cost?.start()
    const execution = executeConfirmed({ ...args, contextValue: context })
    const isWrite = operationKind(args) === OperationTypeNode.MUTATION
    const result = isWrite ? await execution : await beforeDeadline(execution, context.cost)
    // What is written in a transaction is there once that has ended.
    if (isWrite && !transactionOf(context.database)) await context.position?.tell()
    if (context.cost?.isLong) await yieldToEventLoop()
    return withCost(withKnownErrors(result, args, context), context)
  })
}

async function executeConfirmed(
  given: ExecutionArgs & { readonly contextValue: Context },
): Promise<ExecutionResult> {
  if (given.contextValue.config.executor !== 'compiled') return executeResolved(given)
  const result = await executeCompiled(given)
  if (!result) throw new Error('the viewer is confirmed')
  return result
}

/**
 * Returns the result of a query, or one without data at the deadline, which a slow statement would otherwise delay.
 * Mutations run to their end.
 */
function beforeDeadline<Result extends ExecutionResult | null>(
  execution: PromiseOrValue<Result>,
  cost: Cost | undefined,
): PromiseOrValue<Result | { data: null }> {
  if (!cost || !(execution instanceof Promise)) return execution
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      cost.expire()
      resolve({ data: null })
    }, cost.limits.milliseconds)
    execution.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/**
 * Replaces the errors of a result by those for the client. If a limit stopped the operation, its error takes the place
 * of all fields that were not resolved; only a mutation keeps its data, which tells what it wrote.
 */
function withKnownErrors(result: ExecutionResult, args: OperationArgs, context: Context): ExecutionResult {
  const exceeded = context.cost?.exceeded
  if (exceeded && operationKind(args) !== OperationTypeNode.MUTATION)
    return { data: null, errors: [exceeded] }
  if (!result.errors) return result
  // A result without `data` was not executed, because the request is invalid.
  if (!('data' in result))
    return {
      ...result,
      errors: requestFaults(withPathsOfVariables(args, result.errors)),
    }
  const errors = maskErrors(
    result.errors.filter((error) => error !== stopped),
    context,
  )
  return { ...result, errors: exceeded ? [...errors, exceeded] : errors }
}

function withCost(result: ExecutionResult, { cost, api, allowance, reportsCost }: Context): ExecutionResult {
  if (cost) allowance?.charge(pointsOf(cost))
  if (!cost || !('data' in result)) return result
  // REST writes the data in its own form, and states the bytes of that.
  if (api === 'rest') return result
  if (isWritten(result)) return reportsCost ? result.withExtensions({ cost: cost.report() }) : result
  const { data, errors, extensions } = result
  const bytes = bytesOfText(JSON.stringify(data))
  if (!cost.exceeded) cost.answerBytes(bytes.length)
  const reported = reportsCost ? { ...extensions, cost: cost.report() } : extensions
  return new WrittenResult({ bytes: [bytes] }, reported, { data, errors })
}
