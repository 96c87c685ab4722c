import type { SecretStore } from '../../access/installation-secrets.ts'
import { isValidSignature, linkSecret, sign } from '../../access/signed-urls.ts'
import type { VisitorClaims } from './visitor.ts'

/** The content of a token in the URL of a preview: a site, published or not, as a visitor with given claims sees it. */
export interface SiteGrant {
  readonly siteId: string
  readonly preview: VisitorClaims
}

/** A grant, and the time at which it ends, in seconds since 1970. */
export interface LimitedGrant {
  readonly grant: SiteGrant
  readonly expires: number
}

const prefix = 'lsg_'
const purpose = 'site-grant'

/** Signs a token that is valid until a time in seconds since 1970. */
export async function signSiteGrant(
  database: SecretStore,
  grant: SiteGrant,
  expires: number,
): Promise<string> {
  const payload = Buffer.from(JSON.stringify({ ...grant, expires })).toString('base64url')
  return `${prefix}${payload}.${sign(await linkSecret(database), `${purpose}\n${payload}`)}`
}

/** Returns the grant of a token; null if this server did not sign it, or it was changed or has expired. */
export async function readSiteGrant(database: SecretStore, token: string): Promise<SiteGrant | null> {
  return (await readLimitedGrant(database, token))?.grant ?? null
}

/** Returns the grant of a token, as `readSiteGrant`, with its end. */
export async function readLimitedGrant(database: SecretStore, token: string): Promise<LimitedGrant | null> {
  const [, payload, signature] = /^lsg_([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  if (!payload || !signature) return null
  if (!isValidSignature(await linkSecret(database), `${purpose}\n${payload}`, signature)) return null
  const { expires, ...grant } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SiteGrant & {
    expires: number
  }
  // Earlier versions signed grants that are no previews, with the same key.
  return grant.preview && expires * 1000 > Date.now() ? { grant, expires } : null
}
