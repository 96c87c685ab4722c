import { inExistingOrganization } from '../../access/existing-organization.ts'
import type { Member } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { publishingAuthOf } from './service.ts'

/** Lifetime of a member's token. Every ping returns a new one. */
const lifetimeSeconds = 3600

/**
 * Returns a token with which a member of an organization visits the site named in the configuration, signed with the
 * key of that site. Returns null if the configuration names no site, or one that does not exist.
 */
export async function memberVisitorToken(
  { config, database }: Context,
  { userId, organizationId, role }: Member,
): Promise<string | null> {
  if (config.memberSite === undefined) return null
  const site = await database.prisma.site.findFirst({
    where: { id: config.memberSite, ...inExistingOrganization },
  })
  if (!site) return null
  const user = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const { privateKey } = await publishingAuthOf(database, site.id)
  const claims = {
    name: user.displayName,
    organization: organizationId,
    role: role?.toLowerCase() ?? 'guest',
  }
  const { SignJWT } = await import('jose')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(site.id)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(new TextEncoder().encode(privateKey))
}
