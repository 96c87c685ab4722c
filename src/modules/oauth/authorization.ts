import { shownScopes, storedScopes } from '../../access/tokens.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { authorizationServer, type GrantingUser, loadLibrary } from './authorization-server.ts'
import { type OAuthScope, oauthScopes } from './limits.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { matchesRedirectUri } from './redirect-uris.ts'

/** The parameters of an authorization request that a page passes on in its form. */
export const authorizationParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

/** A request of a program for access, which a user grants or refuses. */
export interface AskedAuthorization {
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  readonly scopes: readonly OAuthScope[]
  readonly parameters: Readonly<Record<string, string>>
}

/** A refusal that the program is told of: the browser is led back to it. */
export interface RefusedAuthorization {
  readonly location: string
}

interface AuthorizationServices {
  readonly database: Pick<Database, 'prisma'>
  readonly config: Pick<Config, 'baseUrl'>
  /** Returns whether there is a site at an address, which may be on another host. */
  readonly isSite: (address: URL) => Promise<boolean>
}

/**
 * Reads the request of a program for access. Returns where the browser is led for one that Lectern does not serve. Throws an
 * OAuthRefusal, for the user to read, if the program or its address is unknown, because nobody may be led to such an address.
 */
export async function readAuthorization(
  { database: { prisma }, config, isSite }: AuthorizationServices,
  given: URLSearchParams,
): Promise<AskedAuthorization | RefusedAuthorization> {
  const parameters = Object.fromEntries(
    authorizationParameters.flatMap((name) => {
      const value = given.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { client_id: id = '', redirect_uri: redirectUri = '' } = parameters
  const client = await prisma.oAuthClient.findUnique({ where: { id } })
  if (!client) throw new OAuthRefusal('invalid_client', 'the program is not registered')
  if (!client.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri)))
    throw new OAuthRefusal('invalid_request', 'redirect_uri is not an address of the program')
  const fault = faultOf(parameters) ?? (await faultOfResource(config, parameters.resource, isSite))
  if (fault) return { location: leadBack(config, redirectUri, { ...fault, state: parameters.state }) }
  const scopes = scopesOf(parameters)
  return { clientId: client.id, clientName: client.name, redirectUri, scopes, parameters }
}

const scopesOf = ({ scope }: Readonly<Record<string, string>>): OAuthScope[] => {
  const given: readonly string[] = shownScopes(storedScopes(scope?.split(' ') ?? ['read']))
  return oauthScopes.filter((each) => given.includes(each))
}

interface Fault {
  readonly error: string
  readonly error_description: string
}

/** Returns the refusal of a request for a resource (RFC 8707) that is none of this server. */
async function faultOfResource(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  resource: string | undefined,
  isSite: AuthorizationServices['isSite'],
): Promise<Fault | null> {
  if (resource === undefined || resource === baseUrl || resource.startsWith(`${baseUrl}/`)) return null
  const address = URL.parse(resource)
  if (address && (await isSite(address))) return null
  return {
    error: 'invalid_target',
    error_description: `resource must be ${baseUrl}, below it, or the address of a site`,
  }
}

/** Returns the refusal of a request, in the form of OAuth; null for one that Lectern serves. */
function faultOf(parameters: Readonly<Record<string, string>>): Fault | null {
  const { response_type, code_challenge = '', code_challenge_method, scope, state } = parameters
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', error_description: 'response_type must be code' }
  if (!/^[\w-]{43}$/.test(code_challenge) || code_challenge_method !== 'S256')
    return {
      error: 'invalid_request',
      error_description: 'code_challenge with the code_challenge_method S256 is required (PKCE)',
    }
  const known: readonly string[] = oauthScopes
  if (scope !== undefined && !scope.split(' ').every((each) => known.includes(each)))
    return {
      error: 'invalid_scope',
      error_description: `scope may have ${new Intl.ListFormat('en').format(oauthScopes)}`,
    }
  if (state !== undefined && !/^[\x20-\x7e]{0,2000}$/.test(state))
    return {
      error: 'invalid_request',
      error_description: 'state must have at most 2000 printable characters',
    }
  return null
}

/** Returns an address of a program with the parameters of an answer. */
function leadBack(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  redirectUri: string,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, iss: baseUrl }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Returns where the browser of a user is led who refuses. */
export const refuseAuthorization = (
  config: Pick<Config, 'baseUrl'>,
  { redirectUri, parameters }: AskedAuthorization,
): string =>
  leadBack(config, redirectUri, {
    error: 'access_denied',
    error_description: 'the user has refused',
    state: parameters.state,
  })

/** Grants what a program asks for, or less. Returns where the browser is led, with the code for the program. */
export async function grantAuthorization(
  { transaction: transact }: Pick<Database, 'transaction'>,
  config: Pick<Config, 'baseUrl'>,
  { redirectUri, parameters }: AskedAuthorization,
  user: GrantingUser,
  scopes: readonly OAuthScope[],
): Promise<string> {
  const { Request, Response } = await loadLibrary()
  const code = await transact(async (transaction) => {
    const server = await authorizationServer(transaction)
    const body = { ...parameters, scope: scopes.join(' ') }
    const request = new Request({ headers: {}, method: 'POST', query: {}, body })
    const handler = { handle: () => user }
    return server.authorize(request, new Response(), { authenticateHandler: handler })
  })
  return leadBack(config, redirectUri, { code: code.authorizationCode, state: parameters.state })
}
