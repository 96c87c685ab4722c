import { sentSessionHash, sessionCookie } from '../access/session-cookie.ts'
import type { SignInRequest } from '../modules/sessions/sign-in-events.ts'
import { signInByLink } from '../modules/sign-in-links/sign-in.ts'
import { requestOrigin } from '../request/request-origin.ts'
import type { Visit } from './visit.ts'

export const signInRequest = ({ request, limiter, requestId, language }: Visit): SignInRequest => ({
  ...requestOrigin('UI', request, limiter),
  requestId,
  language,
})

export function keepSession({ response, config }: Visit, token: string): void {
  response.appendHeader('Set-Cookie', sessionCookie(config, token))
}

/** Signs in by a link. Returns the path to open then, or null if the link does not work any longer. */
export async function startSession(visit: Visit, secret: string): Promise<string | null> {
  const signedIn = await signInByLink(
    visit,
    secret,
    signInRequest(visit),
    sentSessionHash(visit.request, visit.config),
  )
  if (!signedIn) return null
  keepSession(visit, signedIn.token)
  return signedIn.returnTo
}
