import { AsyncLocalStorage } from 'node:async_hooks'

export interface CurrentRequest {
  readonly id: string
  /** The part of the server that answers it, such as `rest`. */
  part: string
  /** The row of the REST API, such as `GET /spaces/:spaceId`. */
  row: string
  /** The field of the graph with which its operation begins. */
  operation: string
  /** The id of the user who sent it. */
  user?: string
  /** The id of the only organization of that user. */
  onlyOrganization?: string | undefined
  /** The id of the organization that it is about, or `several`. */
  organization?: string
  /** The time at which it began to be answered by a stream that goes on as long as the client listens. */
  streamedAt?: number
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Answers a request. All that it calls, directly or later, knows the request by `currentRequest`. */
export const answerRequest = <Result>(request: CurrentRequest, answer: () => Result): Result =>
  requests.run(request, answer)

/** Returns the request that is being answered; undefined in jobs and commands. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore()

/** Notes for the log that the current request comes from a user, who may have one organization only. */
export function noteUser(id: string, onlyOrganization: string | undefined): void {
  const request = currentRequest()
  if (request) Object.assign(request, { user: id, onlyOrganization })
}

/** Notes for the log that the current request is about an organization. */
export function noteOrganization(id: string): void {
  const request = currentRequest()
  if (request) request.organization = (request.organization ?? id) === id ? id : 'several'
}
