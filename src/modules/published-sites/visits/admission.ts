import type { Config } from '../../../base/config.ts'
import type { Database } from '../../../database/client.ts'
import type { AdaptiveSchema, Site } from '../../../generated/prisma/client.ts'
import type { Context } from '../../../request/context.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { isActiveShareKey } from '../../share-links/service.ts'
import { ownAddress } from '../../sites/addresses.ts'
import { acceptedClaims } from '../../visitors/adaptive-schema.ts'
import { fingerprintOf, type SiteToken } from '../../visitors/site-tokens.ts'
import type { Visitor, VisitorClaims } from '../../visitors/visitor.ts'
import { readVisitorToken } from '../../visitors/visitor-tokens.ts'
import type { SiteAtUrl } from '../addresses/site-address.ts'

export interface Credentials {
  readonly shareKey?: string
  /** JWT signed with the key of the site. */
  readonly visitorToken?: string
  /** Claims without a signature. Conditions read them below `unsigned`. */
  readonly unsignedClaims?: VisitorClaims
  /** Claims of a preview that an administrator of the site created. */
  readonly preview?: VisitorClaims
  /** Whether a token showed that a member asks who may see the site in the workspace. */
  readonly isMember?: boolean
}

export type Services = Pick<Context, 'config' | 'database'>

/** The reads of a site that admission needs. */
export interface AdmissionReads {
  readonly isActiveShareKey: (key: string) => boolean | Promise<boolean>
  /** Returns the key that signs the tokens of visitors. */
  readonly signingKey: () => string | null | Promise<string>
  readonly adaptiveSchema: () => DeclaredClaims | null | Promise<DeclaredClaims | null>
}

type DeclaredClaims = Pick<AdaptiveSchema, 'jsonSchema'>

/** Reads from the database what admission asks for. */
export const readsOfDatabase = (database: Database, { id: siteId }: Site): AdmissionReads => ({
  isActiveShareKey: (key) => isActiveShareKey(database, siteId, key),
  signingKey: async () => (await publishingAuthOf(database, siteId)).privateKey,
  adaptiveSchema: () => database.prisma.adaptiveSchema.findUnique({ where: { siteId } }),
})

/** Reads what was read together with the site at a URL, and the adaptive schema as given. */
export const readsAt = (
  { access }: SiteAtUrl,
  adaptiveSchema: AdmissionReads['adaptiveSchema'],
): AdmissionReads => ({
  isActiveShareKey: (key) => access.shareKeys.includes(key),
  signingKey: () => access.signingKey,
  adaptiveSchema,
})

/** An admitted visitor, and what a token for further requests is made of. */
export interface Admission extends Visitor {
  /** Fingerprint of the key that signed the claims, if a key did. */
  readonly signedWith?: string
  /** The time at which the visitor's own token ends, in seconds since 1970. */
  readonly until?: number
}

/** Admits a visitor to a site. Returns null for every reason alike, so that responses do not reveal why. */
export async function admit(
  config: Config,
  site: Site,
  credentials: Credentials,
  reads: AdmissionReads,
): Promise<Admission | null> {
  if (credentials.preview) return { claims: credentials.preview }
  if (!site.published) return null
  const { shareKey, visitorToken, unsignedClaims, isMember = false } = credentials
  const hasKey = shareKey !== undefined && (await reads.isActiveShareKey(shareKey))
  if (site.visibility === 'SHARE_LINK' && !hasKey && !isMember) return null
  const signed = visitorToken === undefined ? null : await signedClaims(config, site, visitorToken, reads)
  if (site.visibility === 'VISITOR_AUTH' && !signed && !isMember) return null
  return {
    claims: await knownClaims({ ...signed?.claims, unsigned: unsignedClaims }, reads),
    ...(signed && { signedWith: signed.signedWith, until: Number(signed.claims.exp) }),
  }
}

/**
 * Admits a visitor by the token that an earlier admission led to. The conditions of that admission must still hold: the
 * site is published, the share link is active, the key that signed the claims is the key of the site.
 */
export async function readmit(
  site: Site,
  { claims, shareKey, signedWith, preview }: SiteToken,
  reads: AdmissionReads,
): Promise<Visitor | null> {
  if (preview) return { claims }
  if (!site.published) return null
  if (site.visibility === 'SHARE_LINK' && !(shareKey && (await reads.isActiveShareKey(shareKey)))) return null
  if (site.visibility === 'VISITOR_AUTH' && !signedWith) return null
  if (signedWith && !(await isKeyOfSite(signedWith, reads))) return null
  return { claims: await knownClaims(claims, reads) }
}

async function isKeyOfSite(fingerprint: string, { signingKey }: AdmissionReads): Promise<boolean> {
  const key = await signingKey()
  return key !== null && fingerprintOf(key) === fingerprint
}

async function signedClaims(config: Config, site: Site, token: string, { signingKey }: AdmissionReads) {
  const key = await signingKey()
  if (key === null) return null
  const claims = await readVisitorToken(key, token, [site.id, ownAddress(config, site)])
  return claims && { claims, signedWith: fingerprintOf(key) }
}

/** Restricts claims to those that the site declares, if it declares any. */
async function knownClaims(
  { unsigned, ...signed }: VisitorClaims,
  { adaptiveSchema }: AdmissionReads,
): Promise<VisitorClaims> {
  const claims = unsigned === undefined ? signed : { ...signed, unsigned }
  return Object.keys(claims).length === 0 ? claims : acceptedClaims(await adaptiveSchema(), claims)
}
