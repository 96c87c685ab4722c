import { SignJWT } from 'jose'
import type { Member } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { publishingAuthOf } from './service.ts'

/** How long a member may visit with one token; every ping gives a new one. */
const lifetimeSeconds = 3600

/**
 * A token with which a member of an organization visits the site that the configuration names, as if the owners of that
 * site had signed it. Null where the configuration names none, or one that is not there.
 */
export async function memberVisitorToken(
  { config, database }: Context,
  { userId, organizationId, role }: Member,
): Promise<string | null> {
  if (config.memberSite === undefined) return null
  const site = await database.prisma.site.findUnique({ where: { id: config.memberSite } })
  if (!site) return null
  const user = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const { privateKey } = await publishingAuthOf(database, site.id)
  const claims = {
    name: user.displayName,
    organization: organizationId,
    role: role?.toLowerCase() ?? 'guest',
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(site.id)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(new TextEncoder().encode(privateKey))
}
