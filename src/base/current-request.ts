import { AsyncLocalStorage } from 'node:async_hooks'

export interface CurrentRequest {
  readonly id: string
  /** The part of the server that answers it, such as `rest`. */
  part: string
  /** The row of the REST API, such as `GET /spaces/:spaceId`. */
  row: string
  /** The field of the graph with which its operation begins. */
  operation: string
  /** The time at which it began to be answered by a stream that goes on as long as the client listens. */
  streamedAt?: number
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Answers a request. All that it calls, directly or later, knows the request by `currentRequest`. */
export const answerRequest = <Result>(request: CurrentRequest, answer: () => Result): Result =>
  requests.run(request, answer)

/** Returns the request that is being answered; undefined in jobs and commands. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore()
