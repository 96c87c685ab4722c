import type { Config } from '../../../config.ts'
import type { Database } from '../../../database/client.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { isActiveShareKey } from '../../share-links/service.ts'
import { ownAddress } from '../../sites/addresses.ts'
import { claimsAgainst } from '../../visitors/adaptive-schema.ts'
import type { Visitor, VisitorClaims } from '../../visitors/visitor.ts'
import { readVisitorToken } from '../../visitors/visitor-tokens.ts'

/** What somebody brings to be let in. */
export interface Credentials {
  readonly shareKey?: string
  /** A JWT signed with the key of the site. */
  readonly visitorToken?: string
  /** Claims that nobody vouches for. Conditions see them below `unsigned`. */
  readonly unsignedClaims?: VisitorClaims
  /** The claims of a preview that somebody who administers the site has asked for. */
  readonly preview?: VisitorClaims
}

export interface Scope {
  readonly config: Config
  readonly database: Database
}

/** Lets somebody in to a site, or gives null: for whatever reason, so that no answer can tell one from another. */
export async function admit(scope: Scope, site: Site, credentials: Credentials): Promise<Visitor | null> {
  if (credentials.preview) return { claims: credentials.preview }
  if (!site.published) return null
  const { shareKey, visitorToken, unsignedClaims } = credentials
  const hasKey = shareKey !== undefined && (await isActiveShareKey(scope.database, site.id, shareKey))
  if (site.visibility === 'SHARE_LINK' && !hasKey) return null
  const signed = visitorToken === undefined ? null : await signedClaims(scope, site, visitorToken)
  if (site.visibility === 'VISITOR_AUTH' && !signed) return null
  return { claims: await knownClaims(scope, site, { ...signed, unsigned: unsignedClaims }) }
}

async function signedClaims({ config, database }: Scope, site: Site, token: string) {
  const { privateKey } = await publishingAuthOf(database, site.id)
  return readVisitorToken(privateKey, token, [site.id, ownAddress(config, site)])
}

/** Of the claims those that the site declares, where it does. */
async function knownClaims(
  { database }: Scope,
  site: Site,
  { unsigned, ...signed }: VisitorClaims,
): Promise<VisitorClaims> {
  const claims = unsigned === undefined ? signed : { ...signed, unsigned }
  if (Object.keys(claims).length === 0) return claims
  const schema = await database.prisma.adaptiveSchema.findUnique({ where: { siteId: site.id } })
  return claimsAgainst(schema, claims)
}
