import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
} from 'graphql'
import { collectFields } from 'graphql/execution/collectFields.js'
import { buildExecutionContext } from 'graphql/execution/execute.js'
import { authorizeWithoutParent } from '../../access/authorize.ts'
import { AppError, notFound } from '../../base/errors.ts'
import { serviceUnavailable as databaseUnavailable } from '../../database/reasons.ts'
import { permissionOfField } from '../../graph/declare/permission.ts'
import { executeOperation } from '../../graphql/execute.ts'
import { maskErrors, requestFaults } from '../../graphql/mask-errors.ts'
import { type Context, memberOf, ownerOf } from '../../request/context.ts'
import { Cost } from '../../request/cost.ts'
import { ConcurrencyLimiter } from '../../workers/concurrency-limiter.ts'
import type { Delivery, EventStream } from './event-stream.ts'
import type { SubscriptionHub } from './hub.ts'
import { subscriptionLimits } from './limits.ts'
import { serviceUnavailable } from './reasons.ts'
import { topicOf } from './subscription-field.ts'
import type { Topic } from './topic.ts'

/** An operation of the kind subscription, which is valid. */
export interface SubscriptionOperation {
  readonly document: DocumentNode
  readonly variables: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName: string | null | undefined
}

/** A result that is sent to a client. */
export interface StreamedResult extends ExecutionResult {
  /** The `lastEventId` with which the client resumes after it, which is in the extensions too. */
  readonly lastEventId?: string
}

export interface ResultStream extends AsyncGenerator<StreamedResult, void, void> {
  readonly lastEventId: string | undefined
}

/** Answers are read for few subscribers at once, so that an event which many follow leaves connections to all others. */
const reads = new ConcurrencyLimiter({
  maxConcurrent: subscriptionLimits.readsAtOnce,
  maxQueued: subscriptionLimits.inProcess,
  queueFull: () => serviceUnavailable('SUBSCRIPTIONS_BUSY', { maximum: subscriptionLimits.inProcess }),
})

/**
 * Begins a subscription, and returns its results. Throws what the client must be told before it has begun: that the topic is not
 * found, or that there are too many subscriptions.
 *
 * @param lastEventId - That of the last result that the client has got, to resume after it.
 */
export async function runSubscription(
  { schema, hub }: { readonly schema: GraphQLSchema; readonly hub: SubscriptionHub },
  operation: SubscriptionOperation,
  context: Context,
  lastEventId: string | undefined,
): Promise<ResultStream> {
  const { readsOnly, writeUrl } = context.config
  if (readsOnly) throw databaseUnavailable('READ_ONLY_SERVER', { address: writeUrl ?? '' })
  const topic = await findTopic(schema, operation, context)
  const stream = await hub.open(topic, memberOf(context), lastEventId)
  return new Results(stream, {
    lastEventId: lastEventId ?? hub.lastEventId,
    read: (delivery) => resultOf(schema, operation, context, delivery),
    failed: (error) => ({ errors: errorsOf(error, context) }),
  })
}

async function findTopic(
  schema: GraphQLSchema,
  { document, variables, operationName }: SubscriptionOperation,
  context: Context,
): Promise<Topic> {
  const built = buildExecutionContext({
    schema,
    document,
    variableValues: variables,
    operationName,
    contextValue: context,
  })
  if (!('schema' in built)) throw built[0]
  const { operation, fragments, variableValues } = built
  const root = schema.getSubscriptionType() as GraphQLObjectType
  const selected = collectFields(schema, fragments, variableValues, root, operation.selectionSet)
  const [nodes] = selected.values()
  const node = nodes?.[0]
  const field = node && root.getFields()[node.name.value]
  if (!node || !field) throw notFound()
  authorizeWithoutParent(context, permissionOfField(field) ?? 'authenticated', 'Query')
  return topicOf(field)(getArgumentValues(field, node, variableValues), context)
}

/** Reads what a client has selected of something that happened, with the rights of the moment. */
async function resultOf(
  schema: GraphQLSchema,
  { document, variables, operationName }: SubscriptionOperation,
  context: Context,
  { viewer, payload, lastEventId }: Delivery,
): Promise<StreamedResult> {
  const cost = context.cost && new Cost(context.cost.limits)
  const delivering: Context = { ...context, viewer, delivered: payload, cost, warnings: new Set() }
  const { data, errors, extensions } = await reads.run(
    () => executeOperation(schema, document, variables, delivering, operationName),
    { owner: ownerOf(delivering) },
  )
  return {
    ...(errors && { errors }),
    data,
    ...(lastEventId === null
      ? extensions && { extensions }
      : { extensions: { ...extensions, lastEventId }, lastEventId }),
  }
}

/** Returns the errors for the client of what was thrown. */
export function errorsOf(error: unknown, context: Context): readonly GraphQLError[] {
  // What is wrong with the variables is for the client.
  if (error instanceof GraphQLError && !(error instanceof AppError)) return requestFaults([error])
  return maskErrors([new GraphQLError((error as Error).message, { originalError: error as Error })], context)
}

interface ResultOptions {
  readonly lastEventId: string | undefined
  readonly read: (delivery: Delivery) => Promise<StreamedResult>
  readonly failed: (error: unknown) => StreamedResult
}

/** The results of a stream. One that the server ends for a reason ends with a result that has the error. */
class Results implements ResultStream {
  readonly lastEventId: string | undefined
  readonly #stream: EventStream
  readonly #options: ResultOptions
  #hasEnded = false

  constructor(stream: EventStream, options: ResultOptions) {
    this.lastEventId = options.lastEventId
    this.#stream = stream
    this.#options = options
  }

  async next(): Promise<IteratorResult<StreamedResult, void>> {
    if (this.#hasEnded) return { done: true, value: undefined }
    try {
      const delivery = await this.#stream.next()
      if (delivery) return { done: false, value: await this.#options.read(delivery) }
      this.#hasEnded = true
      return { done: true, value: undefined }
    } catch (error) {
      this.#stream.close()
      this.#hasEnded = true
      return { done: false, value: this.#options.failed(error) }
    }
  }

  async return(): Promise<IteratorResult<StreamedResult, void>> {
    this.#stream.close()
    return { done: true, value: undefined }
  }

  async throw(error: unknown): Promise<IteratorResult<StreamedResult, void>> {
    this.#stream.close()
    throw error
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stream.close()
  }
}
