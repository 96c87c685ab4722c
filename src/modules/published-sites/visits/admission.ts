import type { Config } from '../../../config.ts'
import type { Database } from '../../../database/client.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { isActiveShareKey } from '../../share-links/service.ts'
import { ownAddress } from '../../sites/addresses.ts'
import { claimsAgainst } from '../../visitors/adaptive-schema.ts'
import type { Visitor, VisitorClaims } from '../../visitors/visitor.ts'
import { readVisitorToken } from '../../visitors/visitor-tokens.ts'

/** The credentials of a visitor. */
export interface Credentials {
  readonly shareKey?: string
  /** JWT signed with the key of the site. */
  readonly visitorToken?: string
  /** Claims without a signature. Conditions read them below `unsigned`. */
  readonly unsignedClaims?: VisitorClaims
  /** Claims of a preview that an administrator of the site created. */
  readonly preview?: VisitorClaims
}

export interface Services {
  readonly config: Config
  readonly database: Database
}

/** Admits a visitor to a site. Returns null for every reason alike, so that responses do not reveal why. */
export async function admit(
  services: Services,
  site: Site,
  credentials: Credentials,
): Promise<Visitor | null> {
  if (credentials.preview) return { claims: credentials.preview }
  if (!site.published) return null
  const { shareKey, visitorToken, unsignedClaims } = credentials
  const hasKey = shareKey !== undefined && (await isActiveShareKey(services.database, site.id, shareKey))
  if (site.visibility === 'SHARE_LINK' && !hasKey) return null
  const signed = visitorToken === undefined ? null : await signedClaims(services, site, visitorToken)
  if (site.visibility === 'VISITOR_AUTH' && !signed) return null
  return { claims: await knownClaims(services, site, { ...signed, unsigned: unsignedClaims }) }
}

async function signedClaims({ config, database }: Services, site: Site, token: string) {
  const { privateKey } = await publishingAuthOf(database, site.id)
  return readVisitorToken(privateKey, token, [site.id, ownAddress(config, site)])
}

/** Restricts claims to those that the site declares, if it declares any. */
async function knownClaims(
  { database }: Services,
  site: Site,
  { unsigned, ...signed }: VisitorClaims,
): Promise<VisitorClaims> {
  const claims = unsigned === undefined ? signed : { ...signed, unsigned }
  if (Object.keys(claims).length === 0) return claims
  const schema = await database.prisma.adaptiveSchema.findUnique({ where: { siteId: site.id } })
  return claimsAgainst(schema, claims)
}
