import { authorizeOrganization, organizationsWith } from '../../access/authorize.ts'
import {
  includesOrganizationInSql,
  organizationOfScopes,
  scopesIncludeOrganization,
  scopesWithoutOrganization,
} from '../../access/tokens.ts'
import type { Viewer } from '../../access/viewer.ts'
import { invalidInput, notFound, orNotFound } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
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
  /** The organization for which it is revoked. Defaults to the only one that the viewer may revoke it for. */
  readonly organizationId?: string | null
  readonly tokenId: string
}

/**
 * Revokes a token of a member for the organization, with immediate effect. A token that is limited to the organization is
 * revoked altogether. Any other stays valid for the rest that its user has access to, of which no admin here decides.
 */
export async function revokeMemberToken(
  context: Context,
  { organizationId, tokenId }: MemberTokenAddress,
): Promise<{ readonly revokedTokenId: string; readonly organization: string }> {
  const owner = organizationId ?? (await organizationOfToken(context, tokenId))
  const { id: organization } = await loadOrganization(context, owner)
  authorizeOrganization(context, organization)
  const where = {
    id: tokenId,
    ...unexpired(),
    user: { memberships: { some: { organizationId: organization } } },
  }
  const { apiToken } = context.database.prisma
  const found = orNotFound(await apiToken.findFirst({ where, select: { userId: true } }))
  return context.database.transaction(async (transaction) => {
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
    return { revokedTokenId: token.id, organization }
  })
}

/** Returns the organization for which the viewer may revoke a token. Throws if there is none, or several. */
async function organizationOfToken(context: Context, tokenId: string): Promise<string> {
  const viewer = viewerOf(context)
  const token = await context.database.prisma.apiToken.findFirst({
    where: { AND: [{ id: tokenId }, tokensOfMembers(viewer)] },
    include: { user: { include: { memberships: true } } },
  })
  const administered = new Set(organizationsWith(viewer, 'organization:administer'))
  const [owner, another] = (token?.user.memberships ?? [])
    .map(({ organizationId }) => organizationId)
    .filter((id) => administered.has(id) && scopesIncludeOrganization(token?.scopes ?? [], id))
  if (owner === undefined) throw notFound()
  if (another !== undefined)
    throw invalidInput('organizationId', 'is required, because the token has access to several organizations')
  return owner
}
