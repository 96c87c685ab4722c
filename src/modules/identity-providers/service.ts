import { assertMayGrant } from '../../access/grants.ts'
import { roleInOrganization } from '../../access/viewer.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider, Prisma } from '../../generated/prisma/client.ts'
import type { IdentityProviderKind, Role } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { lockMembers } from '../members/membership.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { assertCanSignIn, lockSingleSignOn } from '../organizations/single-sign-on.ts'
import { hasSameConfiguration, isActive, isSameProvider } from './configuration.ts'
import { endMappings } from './group-mappings.ts'
import { maximumIdentityProviders } from './limits.ts'
import { conflict, refusedInput } from './reasons.ts'
import { endSessionsOfProvider } from './sessions.ts'

/** Throws FORBIDDEN if a role that a provider gives, to new members or to a group, is more than the viewer holds. */
function assertMayGive(
  context: Context,
  organizationId: string,
  { defaultRole, groupMappings }: SharedFields,
): void {
  const held = roleInOrganization(viewerOf(context), organizationId)
  for (const role of [defaultRole, ...(groupMappings ?? []).map(({ role }) => role)])
    assertMayGrant(held, role ?? null)
}

export interface ProviderAddress {
  readonly kind: IdentityProviderKind
  readonly id: string
  /** The organization that it must belong to. */
  readonly organizationId?: string | null | undefined
}

/** Loads a provider of an organization that the viewer administers. */
export async function loadProvider(
  context: Context,
  { kind, id, organizationId }: ProviderAddress,
): Promise<IdentityProvider> {
  const { identityProvider } = context.database.prisma
  const owner = organizationId ?? (await identityProvider.findFirst({ where: { id, kind } }))?.organizationId
  if (owner === undefined) throw notFound()
  const organization = await loadAuthorizedOrganization(context, owner)
  const provider = await identityProvider.findFirst({
    where: { id, kind, organizationId: organization.id },
  })
  if (!provider) throw notFound()
  return provider
}

/** The fields that providers of all kinds have. */
export interface SharedFields {
  label?: string | null
  defaultTeam?: string | null
  defaultRole?: Role | null
  /** Replace those before. Their effect begins with the next sign-in of each member. */
  groupMappings?: readonly GroupMappingInput[] | null
}

/** Gives the members of a group a role, or a team by its id, or both. */
export interface GroupMappingInput {
  readonly group: string
  readonly role?: Role | null
  readonly team?: string | null
}

type Columns = Omit<
  Prisma.IdentityProviderUncheckedUpdateInput,
  'id' | 'organizationId' | 'kind' | 'label' | 'defaultTeamId' | 'defaultRole' | 'createdAt' | 'workedAt'
>

/** Checks the fields of the protocol, and returns their columns. */
type OwnColumns = () => Columns

export interface NewProvider {
  readonly kind: IdentityProviderKind
  readonly organizationId: string
  /** The prefix of its id. */
  readonly type: 'SamlProvider' | 'OidcProvider'
}

export async function createProvider(
  context: Context,
  { kind, organizationId, type }: NewProvider,
  input: SharedFields & { readonly label: string },
  ownColumns: OwnColumns,
): Promise<IdentityProvider> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  assertMayGive(context, id, input)
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, id)
    const count = await transaction.identityProvider.count({ where: { organizationId: id } })
    if (count >= maximumIdentityProviders)
      throw conflict('TOO_MANY_IDENTITY_PROVIDERS', { maximum: maximumIdentityProviders })
    const columns = { ...ownColumns(), ...(await sharedColumns(transaction, id, input)) }
    const created = await transaction.identityProvider.create({
      data: {
        ...(columns as Prisma.IdentityProviderUncheckedCreateInput),
        id: newId(type),
        kind,
        organizationId: id,
        label: input.label,
      },
    })
    await replaceMappings(transaction, created, input.groupMappings)
    return created
  })
}

export async function updateProvider(
  context: Context,
  address: ProviderAddress,
  input: SharedFields,
  ownColumns: OwnColumns,
): Promise<IdentityProvider> {
  const { id, organizationId } = await loadProvider(context, address)
  assertMayGive(context, organizationId, input)
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, organizationId)
    await lockMembers(transaction, organizationId)
    const before = orNotFound(await transaction.identityProvider.findUnique({ where: { id } }))
    const data = { ...ownColumns(), ...(await sharedColumns(transaction, organizationId, input)) }
    const changed = await transaction.identityProvider.update({ where: { id }, data })
    await replaceMappings(transaction, changed, input.groupMappings)
    return afterChange(transaction, before, changed)
  })
}

/**
 * Ends what a provider let in, if it is disabled or another provider takes its place. It has to work once more, if its
 * configuration changes.
 */
async function afterChange(
  transaction: Transaction,
  before: IdentityProvider,
  changed: IdentityProvider,
): Promise<IdentityProvider> {
  if (!isActive(changed)) await assertCanSignIn(transaction, changed.organizationId)
  if (!isActive(changed) || !isSameProvider(before, changed)) await endWhatProviderGave(transaction, changed)
  if (changed.workedAt === null || hasSameConfiguration(before, changed)) return changed
  return transaction.identityProvider.update({ where: { id: changed.id }, data: { workedAt: null } })
}

async function endWhatProviderGave(
  transaction: Transaction,
  { id, organizationId }: IdentityProvider,
): Promise<void> {
  await endSessionsOfProvider(transaction, id)
  await endMappings(transaction, organizationId, id)
}

/** Deletes a provider, and with it the sessions and tokens that came from it. */
export async function deleteProvider(context: Context, address: ProviderAddress): Promise<IdentityProvider> {
  const provider = await loadProvider(context, address)
  const { id, organizationId } = provider
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, organizationId)
    await lockMembers(transaction, organizationId)
    await endMappings(transaction, organizationId, id)
    const { count } = await transaction.identityProvider.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    await assertCanSignIn(transaction, organizationId)
    return provider
  })
}

async function sharedColumns(transaction: Transaction, organizationId: string, input: SharedFields) {
  return {
    // Null does not change what cannot be removed.
    label: input.label ?? undefined,
    defaultTeamId: await acceptedTeam(transaction, organizationId, input.defaultTeam, 'defaultTeam'),
    defaultRole: input.defaultRole,
  }
}

async function replaceMappings(
  transaction: Transaction,
  { id: providerId, organizationId }: IdentityProvider,
  mappings: SharedFields['groupMappings'],
): Promise<void> {
  if (mappings == null) return
  await transaction.groupMapping.deleteMany({ where: { providerId } })
  for (const [index, { group, role = null, team }] of mappings.entries()) {
    const teamId =
      (await acceptedTeam(transaction, organizationId, team, `groupMappings.${index}.team`)) ?? null
    if (role === null && teamId === null)
      throw brokenRule(`groupMappings.${index}`, 'GROUP_MAPPING_WITHOUT_TARGET')
    await transaction.groupMapping.create({
      data: { id: newId('OidcGroupMapping'), providerId, group, role, teamId },
    })
  }
}

async function acceptedTeam(
  transaction: Transaction,
  organizationId: string,
  teamId: string | null | undefined,
  path: string,
): Promise<string | null | undefined> {
  if (teamId == null) return teamId
  const team = await transaction.team.findFirst({ where: { id: teamId, organizationId } })
  if (!team) throw refusedInput(path, 'TEAM_NOT_IN_ORGANIZATION')
  return team.id
}
