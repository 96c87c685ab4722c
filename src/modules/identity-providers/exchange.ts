import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PathHandler } from '../../http/path-handler.ts'
import { acceptedLanguage } from '../../languages/known-language.ts'
import type { RateLimiter } from '../../rate-limits/rate-limiter.ts'
import { requestOrigin } from '../../request/request-origin.ts'
import type { HandlerServices } from '../module.ts'
import type { SignInRequest } from '../sessions/sign-in-events.ts'

interface Services extends Pick<HandlerServices, 'config' | 'database' | 'logger'> {
  readonly limiter: Pick<RateLimiter, 'addressOf' | 'admitSignIn'>
}

/** A request of a browser or of a provider, and the services that answer it. */
export interface Exchange extends Services {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/** An endpoint of a provider: its methods, and what answers it. */
export type Endpoint<Provider> = readonly [
  methods: readonly ('GET' | 'POST')[],
  answer: (exchange: Exchange, provider: Provider) => Promise<void>,
]

/** Returns a handler that passes each request on with its services, whose log lines name the request. */
export const exchangeHandler =
  (services: Services, answer: (exchange: Exchange) => Promise<void>): PathHandler['handle'] =>
  async (request, response, { requestId }) => {
    const logger = services.logger.child({ requestId })
    const url = new URL(request.url ?? '/', 'http://lectern')
    await answer({ ...services, logger, requestId, request, response, url })
  }

/** Returns what is recorded of the request of a sign-in or a sign-out. */
export const signInRequest = ({ request, limiter, requestId }: Exchange): SignInRequest => ({
  ...requestOrigin('UI', request, limiter),
  requestId,
  language: acceptedLanguage(request.headers['accept-language']),
})

/** Returns the messages of an error and of all its causes, for the log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
