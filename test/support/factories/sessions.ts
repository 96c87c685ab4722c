import { sessionCookieName } from '../../../src/access/session-cookie.ts'
import { type NewSession, openSession } from '../../../src/modules/sessions/open-session.ts'
import type { TestApp } from '../app.ts'

export interface TestSession {
  readonly id: string
  readonly token: string
  /** The headers of a request that a page of the server itself sends in the session. */
  readonly headers: { readonly Cookie: string; readonly Origin: string }
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

/** Signs a user in, in a browser of their own. */
export async function buildSession(
  app: TestApp,
  user: { readonly id: string },
  fields: Partial<NewSession> = {},
): Promise<TestSession> {
  const { id, token } = await app.database.transaction((transaction) =>
    openSession(transaction, app.config, {
      userId: user.id,
      label: 'Staff',
      request: { address: '192.0.2.1', agent: firefox },
      replaced: null,
      ...fields,
    }),
  )
  const Cookie = `${sessionCookieName(app.config)}=${token}`
  return { id, token, headers: { Cookie, Origin: new URL(app.config.baseUrl).origin } }
}
