import { createHash } from 'node:crypto'
import type { SecretStore } from '../../access/installation-secrets.ts'
import { verifiedClaims } from '../../access/json-web-tokens.ts'
import { linkSecret, sign } from '../../access/signed-urls.ts'
import type { VisitorClaims } from './visitor.ts'

/**
 * The claims of a token with which the visitor of a site reads what the site shows to them. The names are those of the
 * published contract, because programs that render sites read them.
 */
export interface SiteToken {
  readonly organization: string
  readonly site: string
  readonly siteSection?: string
  readonly siteSpace: string
  readonly space: string
  readonly claims: VisitorClaims
  /** The key of the share link by which the visitor came. */
  readonly shareKey?: string
  /** The fingerprint of the key that signed the visitor's own token. */
  readonly signedWith?: string
  /** The site is shown as a preview, published or not. */
  readonly preview?: true
}

const kind = 'site'
const purpose = 'site-token'

/** A token of one day is valid until a few minutes into the next, for the requests on their way. */
const overlapSeconds = 300
const daySeconds = 86_400

/** Returns the time at which tokens of the current day expire, in seconds since 1970. */
export const expiryOfToday = (now = Date.now()): number =>
  (Math.floor(now / 1000 / daySeconds) + 1) * daySeconds + overlapSeconds

/** Identifies a key without revealing it. */
export const fingerprintOf = (privateKey: string): string =>
  createHash('sha256').update(`${purpose}\n${privateKey}`).digest('base64url').slice(0, 22)

/** Returns whether the text has the form of a JSON Web Token. API tokens have no dots. */
export const isSiteToken = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

const keyOf = async (database: SecretStore): Promise<string> => sign(await linkSecret(database), purpose)

/** Signs a token. Equal contents that expire at the same time give equal tokens, so that caches hold. */
export async function signSiteToken(
  database: SecretStore,
  token: SiteToken,
  expires: number,
): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT({ kind, ...token })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(await keyOf(database)))
}

/** Returns the content of a token; null if this server did not sign it, or it was changed or has expired. */
export async function readSiteToken(database: SecretStore, token: string): Promise<SiteToken | null> {
  const claims = await verifiedClaims(await keyOf(database), token)
  return claims?.kind === kind ? (claims as unknown as SiteToken) : null
}
