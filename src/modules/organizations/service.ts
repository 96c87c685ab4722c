import { authorizeOrganization } from '../../access/authorize.ts'
import { assertMayGrant } from '../../access/grants.ts'
import {
  addMembership,
  type Member,
  roleInOrganization,
  tokenAllowsOrganization,
} from '../../access/viewer.ts'
import type { Config, OrganizationCreators } from '../../base/config.ts'
import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { selectRow } from '../../database/rows.ts'
import { isUniqueViolation } from '../../database/violations.ts'
import { type Organization, Prisma } from '../../generated/prisma/client.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { type MergeRulesInput, storedMergeRules } from './merge-rules.ts'
import { insertOrganization } from './new-organization.ts'
import { readableOrganizations } from './policy.ts'
import { assertNotOfServer, provesName } from './proven-names.ts'
import { conflict, forbidden, refusedInput } from './reasons.ts'
import { assertSignedInWithProvider, lockSingleSignOn } from './single-sign-on.ts'
import { storedLogo } from './uploaded-logos.ts'

/** Loads an organization. Throws NOT_FOUND if the viewer may not see it. */
export async function loadOrganization(context: Context, id: string): Promise<Organization> {
  const where = { AND: [{ id }, readableOrganizations(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Organization', where))
}

/** Loads an organization on which the viewer has the permission of the operation. Throws FORBIDDEN for who may only see it. */
export async function loadAuthorizedOrganization(context: Context, id: string): Promise<Organization> {
  const organization = await loadOrganization(context, id)
  authorizeOrganization(context, organization.id)
  return organization
}

export interface CreateOrganization {
  title: string
  emailDomains?: string[] | null
  type?: Organization['type'] | null
  useCase?: Organization['useCase']
}

const creatorsInWords: Readonly<Record<OrganizationCreators, string>> = {
  members: 'only members of an organization who are not guests',
  admins: 'only admins of an organization',
  nobody: 'nobody',
}

/** Throws FORBIDDEN unless the operator lets the viewer create organizations. Guests never may. */
function assertMayCreate({ organizationCreators }: Config, { memberships }: Member): void {
  const roles = [...memberships.values()]
  const may = {
    members: roles.some((role) => role !== null),
    admins: roles.includes('ADMIN'),
    nobody: false,
  }
  if (!may[organizationCreators])
    throw forbidden('ORGANIZATION_CREATION_RESTRICTED', { creators: creatorsInWords[organizationCreators] })
}

/** Creates an organization with the caller as its admin. Throws FORBIDDEN unless the operator lets the caller. */
export async function createOrganization(context: Context, input: CreateOrganization): Promise<Organization> {
  assertMayCreate(context.config, memberOf(context))
  return addOrganization(context, input)
}

/** Creates an organization with the caller as its admin, whomever the operator lets create some. */
export async function addOrganization(context: Context, input: CreateOrganization): Promise<Organization> {
  const viewer = memberOf(context)
  const id = newId('Organization')
  const emailDomains = normalizeDomains(input.emailDomains ?? [])
  for (const domain of emailDomains) assertNotOfServer(context.config, 'emailDomains', domain)
  if (!tokenAllowsOrganization(viewer, id)) throw forbidden('SESSION_CANNOT_CREATE_ORGANIZATION')
  const organization = await context.database.transaction((transaction) =>
    insertOrganization(transaction, viewer.userId, {
      id,
      title: input.title,
      emailDomains,
      type: input.type ?? 'BUSINESS',
      useCase: input.useCase ?? null,
    }),
  )
  addMembership(viewer, organization.id, 'ADMIN')
  return organization
}

export interface UpdateOrganization {
  title?: string | null
  emailDomains?: string[] | null
  hostname?: string | null
  defaultRole?: Organization['defaultRole']
  defaultContent?: { type: 'SITE'; site: string } | null
  logo?: string | null
  requiresSSO?: boolean | null
  hasAIEnabled?: boolean | null
  hasInviteLinksEnabled?: boolean | null
  mergeRules?: MergeRulesInput | null
}

export async function updateOrganization(
  context: Context,
  organizationId: string,
  input: UpdateOrganization,
): Promise<Organization> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  assertMayGrant(roleInOrganization(viewerOf(context), organization.id), input.defaultRole ?? null)
  const data = await organizationChanges(context, organization, input)
  const where = { id: organization.id }
  try {
    if (!input.requiresSSO || organization.sso)
      return await context.database.transaction((transaction) =>
        transaction.organization.update({ where, data }),
      )
    return await context.database.transaction(async (transaction) => {
      await lockSingleSignOn(transaction, organization.id)
      await assertSignedInWithProvider(transaction, memberOf(context), organization.id)
      return transaction.organization.update({ where, data })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('HOSTNAME_TAKEN', { owner: 'organization' })
    throw error
  }
}

async function organizationChanges(context: Context, organization: Organization, input: UpdateOrganization) {
  // Null does not change members that cannot be removed.
  const data: Prisma.OrganizationUncheckedUpdateInput = {
    title: input.title ?? undefined,
    sso: input.requiresSSO ?? undefined,
    ai: input.hasAIEnabled ?? undefined,
    inviteLinks: input.hasInviteLinksEnabled ?? undefined,
    hostname: input.hostname ?? undefined,
    defaultRole: input.defaultRole,
    logo: input.logo && storedLogo(context.config, input.logo),
  }
  if (input.mergeRules)
    data.mergeRules =
      ((await storedMergeRules(
        context,
        organization.id,
        input.mergeRules,
        'NONE',
      )) as Prisma.InputJsonObject) ?? Prisma.DbNull
  if (input.emailDomains)
    Object.assign(data, await emailDomainsOf(context, organization, normalizeDomains(input.emailDomains)))
  if (input.defaultContent !== undefined)
    data.defaultSiteId = input.defaultContent
      ? await siteForDefaultContent(context, organization.id, input.defaultContent.site)
      : null
  return data
}

/** Returns the columns for email domains. Of those that were not proven before, it looks up whether they are now. */
async function emailDomainsOf(
  context: Context,
  { id, emailDomains: before, provenEmailDomains: provenBefore }: Organization,
  emailDomains: string[],
) {
  for (const domain of emailDomains)
    if (!before.includes(domain)) assertNotOfServer(context.config, 'emailDomains', domain)
  const proven = await Promise.all(
    emailDomains.map((domain) => provenBefore.includes(domain) || provesName(context, id, domain)),
  )
  return { emailDomains, provenEmailDomains: emailDomains.filter((_, index) => proven[index]) }
}

async function siteForDefaultContent(context: Context, organizationId: string, siteId: string) {
  const site = await context.database.prisma.site.findFirst({ where: { id: siteId, organizationId } })
  if (!site) throw refusedInput('defaultContent.site', 'SITE_NOT_IN_ORGANIZATION')
  return site.id
}

const normalizeDomains = (domains: readonly string[]) => [...new Set(domains.map((d) => d.toLowerCase()))]
