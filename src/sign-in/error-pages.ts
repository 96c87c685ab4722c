import { PageError, SignInError } from '../access/page-error.ts'
import { type AppError, errorTable } from '../base/errors.ts'
import { errorForClient, headersOf } from '../http/error-response.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Texts } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'
import { card, linkButton } from './elements.ts'
import { isSignedIn, page, type Visit } from './visit.ts'

/** Returns the page that says what went wrong, and what to do. An error that is not meant for people is logged. */
export function errorPage(visit: Visit, error: unknown): HttpResponse {
  const { errors } = visit.texts
  if (error instanceof PageError) {
    const title = error instanceof SignInError ? errors.notSignedIn : errors.failed
    return messagePage(visit, error.status, title, errors[error.text])
  }
  const known = errorForClient(error, visit.logger)
  if (!known && !visit.request.destroyed)
    visit.logger.error({ err: error, requestId: visit.requestId }, 'unexpected error')
  return withHeaders(known, pageOf(visit, known))
}

/** The texts that say what to do about a refusal, by its reason. */
const textsOfReasons: Readonly<Record<string, keyof Texts['errors']>> = {
  MEMBERSHIP_DISABLED: 'membershipDisabled',
  SESSION_LIMITED: 'sessionLimited',
  SSO_REQUIRED: 'ssoRequired',
  TOO_MANY_TOKENS: 'tooManyTokens',
}

function pageOf(visit: Visit, error: AppError | null): HttpResponse {
  const { errors } = visit.texts
  if (!error || error.code === 'INTERNAL_SERVER_ERROR')
    return messagePage(visit, 500, errors.failed, fill(errors.server, visit.requestId))
  const { status } = errorTable[error.code]
  const known = textsOfReasons[error.reason ?? '']
  if (known) return messagePage(visit, status, errors.failed, errors[known])
  switch (error.code) {
    case 'NOT_FOUND':
      return messagePage(visit, status, errors.notFound, errors.notFoundText)
    case 'RATE_LIMITED':
      return messagePage(
        visit,
        status,
        errors.failed,
        fill(errors.tooMany, Math.ceil(error.retryAfter ?? 60)),
      )
    case 'FORBIDDEN':
      return messagePage(visit, status, errors.failed, errors.forbidden)
    case 'SERVICE_UNAVAILABLE':
      return messagePage(visit, status, errors.failed, errors.busy)
    // The messages of the others are for programs, in English.
    default:
      return messagePage(visit, status, errors.failed, errors.repeat)
  }
}

const withHeaders = (error: AppError | null, response: HttpResponse): HttpResponse =>
  error ? { ...response, headers: { ...response.headers, ...headersOf(error) } } : response

/** Returns a page with one message, and the way on. */
export function messagePage(visit: Visit, status: number, title: string, message: string): HttpResponse {
  const { errors } = visit.texts
  const next = isSignedIn(visit)
    ? linkButton('/', errors.toStart, 'quiet')
    : linkButton('/sign-in', errors.toSignIn, 'quiet')
  const main = card(html`<h1>${title}</h1><p class="soft">${message}</p>${next}`)
  return page(visit, { title, main }, status)
}
