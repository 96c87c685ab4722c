import type { IncomingMessage } from 'node:http'
import type { Site } from '../../../generated/prisma/client.ts'
import { parseCookies, serializeCookie } from '../../../http/cookies.ts'
import { readSiteGrant } from '../../visitors/site-grants.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import { admit, type Credentials, type Scope } from './admission.ts'

/** What a browser keeps for its next requests: the token of a visitor, and that of a preview. */
const cookieNames = { visitorToken: 'lectern-visitor', preview: 'lectern-preview' } as const

const claimPrefix = 'visitor.'
const maximumClaims = 100

export interface RequestCredentials {
  readonly credentials: Credentials
  /** The preview that was opened by this very request, or by one before. */
  readonly preview: { readonly token: string; readonly isNew: boolean } | null
  /** A token in the address, which is to be kept if it is accepted. */
  readonly newToken: string | null
}

/** Reads what a request brings to be let in to a site. */
export async function readCredentials(
  { database }: Scope,
  site: Site,
  request: IncomingMessage,
  { query, shareKey }: { query: URLSearchParams; shareKey: string | null },
): Promise<RequestCredentials> {
  const cookies = decodedCookies(request)
  const newToken = query.get('jwt_token')
  const visitorToken = newToken ?? cookies.get(cookieNames.visitorToken)
  const asked = query.get('preview')
  const token = asked ?? cookies.get(cookieNames.preview)
  const grant = token ? await readSiteGrant(database, token) : null
  const preview = grant?.siteId === site.id ? grant.preview : undefined
  const unsignedClaims = readClaims([...cookies, ...query])
  return {
    credentials: {
      ...(shareKey !== null && { shareKey }),
      ...(visitorToken !== undefined && { visitorToken }),
      ...(unsignedClaims && { unsignedClaims }),
      ...(preview && { preview }),
    },
    preview: token && preview ? { token, isNew: asked !== null } : null,
    newToken,
  }
}

/** Of several cookies of one name the last counts. */
const decodedCookies = (request: IncomingMessage): Map<string, string> =>
  new Map(parseCookies(request).map(([name, value]) => [name, decode(value)]))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Claims that nobody vouches for: `visitor.name=value`. Null where there are none. */
function readClaims(pairs: readonly (readonly [string, string])[]): VisitorClaims | null {
  const claims = pairs
    .filter(([name]) => name.startsWith(claimPrefix) && name.length > claimPrefix.length)
    .slice(0, maximumClaims)
    .map(([name, value]) => [name.slice(claimPrefix.length), readValue(value)] as const)
  return claims.length > 0 ? Object.fromEntries(claims) : null
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** Whether the site would let somebody in for this token alone. */
const isAccepted = async (scope: Scope, site: Site, visitorToken: string): Promise<boolean> =>
  (await admit(scope, { ...site, visibility: 'VISITOR_AUTH' }, { visitorToken })) !== null

const previewSeconds = 3600

/** The cookies to be kept by somebody who was let in, as values of `Set-Cookie`. */
export async function cookiesToKeep(
  scope: Scope,
  site: Site,
  { newToken, preview }: RequestCredentials,
  { path, isSecure }: { path: string; isSecure: boolean },
): Promise<string[]> {
  const attributes = { path, sameSite: 'Lax', secure: isSecure } as const
  const cookies: string[] = []
  if (newToken !== null && (await isAccepted(scope, site, newToken)))
    cookies.push(serializeCookie(cookieNames.visitorToken, encodeURIComponent(newToken), attributes))
  if (preview?.isNew)
    cookies.push(
      serializeCookie(cookieNames.preview, encodeURIComponent(preview.token), {
        ...attributes,
        maxAge: previewSeconds,
      }),
    )
  return cookies
}
