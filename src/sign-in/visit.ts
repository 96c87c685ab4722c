import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { Database } from '../database/client.ts'
import { readCookie } from '../http/cookies.ts'
import type { HttpResponse } from '../http/response.ts'
import { catalogue, isLanguage, type Language, type Texts } from '../languages/catalogue.ts'
import { acceptedLanguage } from '../languages/known-language.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Context } from '../request/context.ts'
import { type Frame, pageResponse } from './frame.ts'

/** The services of the process that the pages use. */
export interface PageServices {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly limiter: RateLimiter
  readonly schema: GraphQLSchema
  /** Authenticates the session of a browser. Throws RATE_LIMITED. */
  readonly contextOf: (exchange: PageExchange) => Promise<Context>
}

export interface PageExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

/** A request for a page, and the language in which it is answered. */
export interface Visit extends PageServices, PageExchange {
  readonly url: URL
  readonly language: Language
  readonly texts: Texts
  /** Whether the language was chosen on the page of the account. */
  readonly hasChosenLanguage: boolean
}

/** A visit after its session is known. */
export interface KnownVisit extends Visit {
  readonly context: Context
}

/** The cookie with the language that somebody chose for these pages. */
export const languageCookie = 'lectern_language'

export function visitOf(services: PageServices, exchange: PageExchange): Visit {
  const chosen = readCookie(exchange.request, languageCookie) ?? ''
  const hasChosenLanguage = isLanguage(chosen)
  const language = hasChosenLanguage
    ? chosen
    : (acceptedLanguage(exchange.request.headers['accept-language']) ?? 'en')
  const url = new URL(exchange.request.url ?? '/', services.config.baseUrl)
  return { ...services, ...exchange, url, language, hasChosenLanguage, texts: catalogue[language] }
}

export const isSignedIn = (visit: Visit | KnownVisit): boolean =>
  'context' in visit && visit.context.viewer?.kind === 'member'

/** Returns a page in the language of a visit. */
export const page = (
  visit: Visit | KnownVisit,
  shown: Pick<Frame, 'title' | 'main' | 'width' | 'formLeadsTo'>,
  status = 200,
): HttpResponse => pageResponse(status, { ...visit, ...shown, isSignedIn: isSignedIn(visit) })
