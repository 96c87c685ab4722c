import { normalizedExecutor } from '@graphql-tools/executor'
import { contextCacheSymbol } from '@pothos/core'
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import type { Context } from '../request/context.ts'
import { stopped } from '../request/cost.ts'
import { readingIn, snapshotOptions } from '../request/snapshot-context.ts'
import { maskErrors, requestFaults } from './mask-errors.ts'
import { pointsOf } from './rate-limit.ts'
import { withPathsOfVariables } from './value-faults.ts'

/** A part of an answer: what is sent first, or what follows with its place in it. */
interface AnswerPart extends ExecutionResult {
  readonly incremental?: readonly { readonly errors?: readonly GraphQLError[] }[]
  readonly hasNext?: boolean
}

interface Operation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly variableValues?: Record<string, unknown> | undefined
  readonly operationName?: string | null | undefined
}

/**
 * Executes a query with `@defer` or `@stream`, and yields its answer in parts. Fields are resolved one by one, because what
 * is compiled is read at once. Errors and the cost are those of `executeOperation`.
 */
export async function* executeInParts(operation: Operation, context: Context): AsyncGenerator<AnswerPart> {
  const { cost } = context
  cost?.start()
  const { database, end } = context.database.openSnapshot(snapshotOptions(context))
  const reading = readingIn(context, database)
  try {
    const result = (await normalizedExecutor({
      ...operation,
      contextValue: { ...reading, rejectsErrors: true, [contextCacheSymbol]: reading },
    })) as AnswerPart | AsyncIterable<AnswerPart>
    if (!(Symbol.asyncIterator in result)) {
      yield whole(result, operation, context)
      return
    }
    for await (const part of result) {
      yield masked(part, context)
      if (cost?.exceeded) return
    }
  } finally {
    end()
    if (cost) context.allowance?.charge(pointsOf(cost))
  }
}

/** Returns an answer that has no further parts: nothing was deferred, or the request is invalid. */
function whole(result: AnswerPart, { schema, variableValues }: Operation, context: Context): AnswerPart {
  if ('data' in result) return masked({ ...result, hasNext: false }, context)
  const errors = withPathsOfVariables({ schema, variableValues }, result.errors ?? [])
  return { errors: requestFaults(errors), hasNext: false }
}

/** Replaces the errors of a part by those for the client. The error of a limit ends the answer. */
function masked(part: AnswerPart, context: Context): AnswerPart {
  const exceeded = context.cost?.exceeded
  if (exceeded) return { errors: [exceeded], hasNext: false }
  const { errors, incremental } = part
  return {
    ...part,
    ...(errors && { errors: knownErrors(errors, context) }),
    ...(incremental && {
      incremental: incremental.map((each) =>
        each.errors ? { ...each, errors: knownErrors(each.errors, context) } : each,
      ),
    }),
  }
}

const knownErrors = (errors: readonly GraphQLError[], context: Context): GraphQLError[] =>
  maskErrors(
    errors.filter((error) => error !== stopped),
    context,
  )
