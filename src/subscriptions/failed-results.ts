import type { GraphQLError } from 'graphql'
import type { ResultStream, StreamedResult } from '../modules/subscriptions/run-subscription.ts'

async function* onlyErrors(errors: readonly GraphQLError[]): AsyncGenerator<StreamedResult, void, void> {
  yield { errors }
}

/** Returns the results of a subscription that could not begin. */
export const failedResults = (errors: readonly GraphQLError[]): ResultStream =>
  Object.assign(onlyErrors(errors), { lastEventId: undefined })
