import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import type { TestSession } from './factories/sessions.ts'

export const redirectUri = 'https://program.example/callback'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly token_type: string
}

interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

const form = async <Body>(
  url: string,
  fields: Record<string, string>,
  headers = {},
): Promise<Answer<Body>> => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

/** A program that registers itself at an app, as one on the machine of a user does. */
export class OAuthProgram {
  readonly app: TestApp
  readonly clientId: string
  readonly secret: string | undefined
  readonly verifier = randomBytes(32).toString('base64url')

  private constructor(app: TestApp, clientId: string, secret: string | undefined) {
    this.app = app
    this.clientId = clientId
    this.secret = secret
  }

  static async register(app: TestApp, metadata: object = {}): Promise<OAuthProgram> {
    const { status, body } = await register(app, { token_endpoint_auth_method: 'none', ...metadata })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return new OAuthProgram(app, body.client_id as string, body.client_secret as string | undefined)
  }

  /** Returns the address at which a user gives the program access. */
  authorizeUrl(changed: Record<string, string | undefined> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: redirectUri,
      scope: 'read write',
      state: 'the state',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changed,
    }
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `${this.app.url}/oauth/authorize?${new URLSearchParams(given)}`
  }

  /** Lets the user of a session decide. Returns where the browser is led. */
  async decide(
    session: Pick<TestSession, 'headers'>,
    decision = 'allow',
    changed: Record<string, string | undefined> = {},
  ): Promise<URL> {
    const url = new URL(this.authorizeUrl(changed))
    const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision })
    const headers = { ...session.headers }
    const answer = await fetch(`${url.origin}${url.pathname}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '', this.app.url)
  }

  exchange<Body = Tokens>(
    code: string | null,
    changed: Record<string, string> = {},
    headers = {},
  ): Promise<Answer<Body>> {
    return form<Body>(
      `${this.app.url}/oauth/token`,
      {
        grant_type: 'authorization_code',
        client_id: this.clientId,
        code: code ?? '',
        redirect_uri: redirectUri,
        code_verifier: this.verifier,
        ...changed,
      },
      headers,
    )
  }

  refresh<Body = Tokens>(token: string, changed: Record<string, string> = {}): Promise<Answer<Body>> {
    const fields = { grant_type: 'refresh_token', client_id: this.clientId, refresh_token: token, ...changed }
    return form<Body>(`${this.app.url}/oauth/token`, fields)
  }

  revoke(token: string, changed: Record<string, string> = {}): Promise<Answer<object>> {
    return form(`${this.app.url}/oauth/revoke`, { client_id: this.clientId, token, ...changed })
  }

  /** Gets tokens for the user of a session. */
  async tokensOf(session: Pick<TestSession, 'headers'>, decision = 'allow'): Promise<Tokens> {
    const { searchParams } = await this.decide(session, decision)
    return (await this.exchange(searchParams.get('code'))).body
  }
}

/** Asks to register a program. */
export async function register(app: TestApp, metadata: object): Promise<Answer<Record<string, unknown>>> {
  const answer = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [redirectUri], ...metadata }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}
