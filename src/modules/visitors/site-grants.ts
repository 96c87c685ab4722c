import { isValidSignature, linkSecret, sign } from '../../access/signed-urls.ts'
import type { Database } from '../../database/client.ts'
import type { VisitorClaims } from './visitor.ts'

/**
 * The content of a site token: read access to one site, with the credentials of a visitor, which are checked again at
 * every use, or as a preview with given claims, published or not.
 */
export interface SiteGrant {
  readonly siteId: string
  readonly shareKey?: string
  readonly visitorToken?: string
  readonly unsignedClaims?: VisitorClaims
  readonly preview?: VisitorClaims
}

const prefix = 'lsg_'
const purpose = 'site-grant'

export const isSiteGrant = (token: string): boolean => token.startsWith(prefix)

/** Signs a token that is valid until a time in seconds since 1970. */
export async function signSiteGrant(
  database: Pick<Database, 'pool'>,
  grant: SiteGrant,
  expires: number,
): Promise<string> {
  const payload = Buffer.from(JSON.stringify({ ...grant, expires })).toString('base64url')
  return `${prefix}${payload}.${sign(await linkSecret(database), `${purpose}\n${payload}`)}`
}

/** Returns the grant of a token; null if this server did not sign it, or it was changed or has expired. */
export async function readSiteGrant(
  database: Pick<Database, 'pool'>,
  token: string,
): Promise<SiteGrant | null> {
  const [, payload, signature] = /^lsg_([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  if (!payload || !signature) return null
  if (!isValidSignature(await linkSecret(database), `${purpose}\n${payload}`, signature)) return null
  const { expires, ...grant } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SiteGrant & {
    expires: number
  }
  return expires * 1000 > Date.now() ? grant : null
}
