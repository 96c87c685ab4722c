import { authorizeOrganization } from '../../access/authorize.ts'
import { assertMayGrant } from '../../access/grants.ts'
import { roleInOrganization } from '../../access/viewer.ts'
import { invalidInput, notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Organization, SamlProvider } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { assertCanSignIn, lockSingleSignOn } from '../organizations/single-sign-on.ts'
import { certificatePem } from './certificates.ts'
import { maximumSamlProviders } from './limits.ts'
import { conflict, refusedInput } from './reasons.ts'
import { endSessionsOfProvider } from './sessions.ts'

type ProviderConfiguration = Pick<SamlProvider, 'entityId' | 'certificate' | 'ssoUrl'>

/** Returns whether members can sign in with the provider: all values for verifying its messages must be set. */
export const isActive = ({ entityId, certificate, ssoUrl }: ProviderConfiguration): boolean =>
  entityId !== '' && certificate !== '' && ssoUrl !== ''

async function administeredOrganization(context: Context, organizationId: string): Promise<Organization> {
  const organization = await loadOrganization(context, organizationId)
  authorizeOrganization(context, organization.id)
  return organization
}

/** Throws FORBIDDEN if the role that a provider gives to new members is more than the viewer holds. */
const assertMayGive = (context: Context, organizationId: string, { defaultRole }: ProviderFields): void =>
  assertMayGrant(roleInOrganization(viewerOf(context), organizationId), defaultRole ?? null)

export interface ProviderAddress {
  samlProviderId: string
  /** The organization that it must belong to. */
  organizationId?: string | null
}

/** Loads a provider of an organization that the viewer administers. */
export async function loadSamlProvider(
  context: Context,
  { samlProviderId, organizationId }: ProviderAddress,
): Promise<SamlProvider> {
  const { samlProvider } = context.database.prisma
  const owner =
    organizationId ?? (await samlProvider.findUnique({ where: { id: samlProviderId } }))?.organizationId
  if (owner === undefined) throw notFound()
  const organization = await administeredOrganization(context, owner)
  const provider = await samlProvider.findFirst({
    where: { id: samlProviderId, organizationId: organization.id },
  })
  if (!provider) throw notFound()
  return provider
}

export interface ProviderFields {
  label?: string | null
  entityID?: string | null
  certificate?: string | null
  ssoURL?: string | null
  defaultTeam?: string | null
  defaultRole?: Role | null
}

export interface CreateSamlProvider extends ProviderFields {
  label: string
}

export async function createSamlProvider(
  context: Context,
  organizationId: string,
  input: CreateSamlProvider,
): Promise<SamlProvider> {
  const { id } = await administeredOrganization(context, organizationId)
  assertMayGive(context, id, input)
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, id)
    if ((await transaction.samlProvider.count({ where: { organizationId: id } })) >= maximumSamlProviders)
      throw conflict('TOO_MANY_IDENTITY_PROVIDERS', { maximum: maximumSamlProviders })
    const columns = await columnsOf(transaction, id, input)
    return transaction.samlProvider.create({
      data: { ...columns, id: newId('SamlProvider'), organizationId: id, label: input.label },
    })
  })
}

export async function updateSamlProvider(
  context: Context,
  address: ProviderAddress,
  input: ProviderFields,
): Promise<SamlProvider> {
  const { id, organizationId } = await loadSamlProvider(context, address)
  assertMayGive(context, organizationId, input)
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, organizationId)
    const before = await transaction.samlProvider.findUnique({ where: { id } })
    if (!before) throw notFound()
    const data = await columnsOf(transaction, organizationId, input)
    const [changed] = await transaction.samlProvider.updateManyAndReturn({ where: { id }, data })
    if (!changed) throw notFound()
    return afterChange(transaction, before, changed)
  })
}

/**
 * Ends what a provider let in, if it is disabled or another provider takes its place. It has to work once more, if its
 * configuration changes.
 */
async function afterChange(
  transaction: Transaction,
  before: SamlProvider,
  changed: SamlProvider,
): Promise<SamlProvider> {
  if (!isActive(changed)) await assertCanSignIn(transaction, changed.organizationId)
  if (!isActive(changed) || changed.entityId !== before.entityId)
    await endSessionsOfProvider(transaction, changed.id)
  if (changed.workedAt === null || hasSameConfiguration(before, changed)) return changed
  return transaction.samlProvider.update({ where: { id: changed.id }, data: { workedAt: null } })
}

/** Returns whether messages of the provider are verified in the same way. */
export const hasSameConfiguration = (one: ProviderConfiguration, other: ProviderConfiguration): boolean =>
  one.entityId === other.entityId && one.certificate === other.certificate && one.ssoUrl === other.ssoUrl

/** Deletes a provider, and with it the sessions and tokens that came from it. */
export async function deleteSamlProvider(context: Context, address: ProviderAddress): Promise<SamlProvider> {
  const provider = await loadSamlProvider(context, address)
  const { id, organizationId } = provider
  return context.database.transaction(async (transaction) => {
    await lockSingleSignOn(transaction, organizationId)
    const { count } = await transaction.samlProvider.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    await assertCanSignIn(transaction, organizationId)
    return provider
  })
}

async function columnsOf(transaction: Transaction, organizationId: string, input: ProviderFields) {
  return {
    // Null does not change members that cannot be removed.
    label: input.label ?? undefined,
    entityId: input.entityID ?? undefined,
    certificate: input.certificate == null ? undefined : acceptedCertificate(input.certificate),
    ssoUrl: input.ssoURL ?? undefined,
    defaultTeamId: await acceptedTeam(transaction, organizationId, input.defaultTeam),
    defaultRole: input.defaultRole,
  }
}

function acceptedCertificate(given: string): string {
  const pem = certificatePem(given)
  if (pem === null) throw invalidInput('certificate', 'must be an X.509 certificate in PEM or base64')
  return pem
}

async function acceptedTeam(
  transaction: Transaction,
  organizationId: string,
  teamId: string | null | undefined,
): Promise<string | null | undefined> {
  if (teamId == null) return teamId
  const team = await transaction.team.findFirst({ where: { id: teamId, organizationId } })
  if (!team) throw refusedInput('defaultTeam', 'TEAM_NOT_IN_ORGANIZATION')
  return team.id
}
