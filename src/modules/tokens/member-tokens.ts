import { authorizeOrganization, organizationsWith } from '../../access/authorize.ts'
import {
  includesOrganizationInSql,
  organizationOfScopes,
  scopesIncludeOrganization,
  scopesWithoutOrganization,
} from '../../access/tokens.ts'
import type { Viewer } from '../../access/viewer.ts'
import { notFound } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { lockTokens, unexpired } from './service.ts'

/** SQL for whether a token `t` is one of a member that gives access to the organization `p.k0`. */
export const tokensOfOrganization = `t."userId" IN (
  SELECT m."userId" FROM "Member" m WHERE m."organizationId" = p.k0)
  AND ${includesOrganizationInSql('t.scopes', 'p.k0')}`

/** Matches the active tokens of members of organizations that the viewer administers. */
export const tokensOfMembers = (viewer: Viewer): Prisma.ApiTokenWhereInput => ({
  ...unexpired(),
  user: {
    memberships: {
      some: { organizationId: { in: organizationsWith(viewer, 'organization:administer') } },
    },
  },
})

export interface MemberTokenAddress {
  readonly organizationId: string
  readonly tokenId: string
}

/**
 * Revokes a token of a member for the organization, with immediate effect. A token that is limited to the organization is
 * revoked altogether. Any other stays valid for the rest that its user has access to, of which no admin here decides.
 */
export async function revokeMemberToken(
  context: Context,
  { organizationId, tokenId }: MemberTokenAddress,
): Promise<string> {
  const { id: organization } = await loadOrganization(context, organizationId)
  authorizeOrganization(context, organization)
  const where = {
    id: tokenId,
    ...unexpired(),
    user: { memberships: { some: { organizationId: organization } } },
  }
  const { apiToken } = context.database.prisma
  const found = await apiToken.findFirst({ where, select: { userId: true } })
  if (!found) throw notFound()
  return context.database.prisma.$transaction(async (transaction) => {
    await lockTokens(transaction, found.userId)
    const token = await transaction.apiToken.findFirst({ where })
    if (!token || !scopesIncludeOrganization(token.scopes, organization)) throw notFound()
    const isOfOrganization = organizationOfScopes(token.scopes) === organization
    await transaction.apiToken.update({
      where: { id: token.id },
      data: isOfOrganization
        ? { revokedAt: new Date() }
        : { scopes: scopesWithoutOrganization(token.scopes, organization) },
    })
    return token.id
  })
}
