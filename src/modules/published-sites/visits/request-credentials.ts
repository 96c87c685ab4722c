import type { IncomingMessage } from 'node:http'
import type { Config } from '../../../base/config.ts'
import { decodedText } from '../../../base/decoded-text.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { parseCookies, serializeCookie } from '../../../http/cookies.ts'
import { readSiteGrant } from '../../visitors/site-grants.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import { type AdmissionReads, admit, type Credentials, type Services } from './admission.ts'

/** Names of the cookies with the token of a visitor and of a preview. */
const cookieNames = { visitorToken: 'lectern-visitor', preview: 'lectern-preview' } as const

const claimPrefix = 'visitor.'
const maximumClaims = 100

export interface RequestCredentials {
  readonly credentials: Credentials
  /** The preview that this request or an earlier one opened. */
  readonly preview: { readonly token: string; readonly isNew: boolean } | null
  /** A token in the URL, which is stored in a cookie if it is accepted. */
  readonly newToken: string | null
}

/** The cookies of a request for which they do not count. */
export const noCookies: ReadonlyMap<string, string> = new Map()

export async function readCredentials(
  { database }: Services,
  site: Site,
  cookies: ReadonlyMap<string, string>,
  { query, shareKey }: { query: URLSearchParams; shareKey: string | null },
): Promise<RequestCredentials> {
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

/** Parses the cookies of a request. The last cookie of a name counts. */
export const decodedCookies = (request: IncomingMessage): Map<string, string> =>
  new Map(parseCookies(request).map(([name, value]) => [name, decodedText(value)]))

/** Returns the unsigned claims of pairs with names like `visitor.plan`; null if there are none. */
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

/** Returns whether the site would admit a visitor with this token alone. */
const isAccepted = async (
  config: Config,
  site: Site,
  visitorToken: string,
  reads: AdmissionReads,
): Promise<boolean> =>
  (await admit(config, { ...site, visibility: 'VISITOR_AUTH' }, { visitorToken }, reads)) !== null

/** Returns the `Set-Cookie` value that ends the cookie with the token of a visitor. */
export const endedVisitorCookie = ({ path, isSecure }: { path: string; isSecure: boolean }): string =>
  serializeCookie(cookieNames.visitorToken, '', { path, sameSite: 'Lax', secure: isSecure, maxAge: 0 })

const previewSeconds = 3600

/** Returns the `Set-Cookie` value with the token of a preview. */
export const previewCookie = (
  token: string,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): string =>
  serializeCookie(cookieNames.preview, encodeURIComponent(token), {
    path,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: previewSeconds,
  })

/** Returns the `Set-Cookie` values for an admitted visitor. */
export async function newCookies(
  config: Config,
  site: Site,
  { newToken, preview }: RequestCredentials,
  reads: AdmissionReads,
  { path, isSecure }: { path: string; isSecure: boolean },
): Promise<string[]> {
  const attributes = { path, sameSite: 'Lax', secure: isSecure } as const
  const cookies: string[] = []
  if (newToken !== null && (await isAccepted(config, site, newToken, reads)))
    cookies.push(serializeCookie(cookieNames.visitorToken, encodeURIComponent(newToken), attributes))
  if (preview?.isNew) cookies.push(previewCookie(preview.token, { path, isSecure }))
  return cookies
}
