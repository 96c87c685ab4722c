import { inExistingOrganization } from '../access/existing-organization.ts'
import { startAddress } from '../modules/identity-providers/addresses.ts'
import { serverClient } from '../modules/oidc/client.ts'
import { activeProviders } from '../modules/organizations/single-sign-on.ts'
import type { Visit } from './visit.ts'

/** A sign-in with an account that a person has at an identity provider. */
export interface SignInButton {
  readonly label: string
  readonly address: string
}

export interface OrganizationToEnter {
  readonly id: string
  readonly title: string
  /** Whether it is open only to those who sign in with its identity provider. */
  readonly sso: boolean
  readonly buttons: readonly SignInButton[]
}

/** Returns the organization that somebody wants to enter, with its identity providers; null if there is none. */
export async function organizationToEnter(
  { config, database }: Visit,
  organizationId: string,
): Promise<OrganizationToEnter | null> {
  const organization = await database.prisma.organization.findFirst({
    where: { id: organizationId, deletedAt: null },
    select: { id: true, title: true, sso: true },
  })
  if (!organization) return null
  const providers = await database.prisma.identityProvider.findMany({
    where: { organizationId, ...activeProviders, ...inExistingOrganization },
    orderBy: { id: 'asc' },
  })
  const buttons = providers.map((provider) => ({
    label: provider.label,
    address: startAddress(config, provider),
  }))
  return { ...organization, buttons }
}

/** Returns the button of the provider of the whole server, if there is one. */
export function serverButtons({ config }: Visit): readonly SignInButton[] {
  const client = serverClient(config)
  return client ? [{ label: client.label, address: client.addresses.startURL }] : []
}
