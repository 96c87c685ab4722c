import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of the server that responds to the requests of some paths. */
export interface PathHandler {
  /** Its name in the metrics. */
  readonly part: string
  readonly path: RegExp
  /** Responds, or resolves to false to leave the request to the handlers after this one. */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    exchange: { readonly requestId: string },
  ) => unknown
}
