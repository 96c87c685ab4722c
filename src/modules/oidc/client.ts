import { inExistingOrganization } from '../../access/existing-organization.ts'
import { SignInError } from '../../access/page-error.ts'
import { openSealedText } from '../../access/sealed-texts.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { providerAddress, startAddress } from '../identity-providers/addresses.ts'
import { isActive } from '../identity-providers/configuration.ts'
import type { Mapping } from '../identity-providers/group-mappings.ts'

/** The source of what the provider of the whole server gave. */
export const serverSource = 'server'

/** This server as a client of a provider. */
export interface OidcClient {
  /** Null for the provider of the whole server. */
  readonly provider: IdentityProvider | null
  /** The organization whose members are mapped to groups. Null if there is none. */
  readonly organizationId: string | null
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  readonly groupsClaim: string | null
  readonly mappings: readonly Mapping[]
  readonly addresses: ClientAddresses
}

/** The URLs of this server for a provider. */
export interface ClientAddresses {
  /**
   * Each provider has one of its own, so that no response of one is taken for that of another. That of the whole server is
   * the shortest.
   */
  readonly redirectURL: string
  readonly startURL: string
  readonly backchannelLogoutURL: string
}

export function clientAddresses(config: Pick<Config, 'baseUrl'>, providerId: string | null): ClientAddresses {
  const base = providerId === null ? `${config.baseUrl}/oidc` : providerAddress(config, 'OIDC', providerId)
  return {
    redirectURL: `${base}/callback`,
    startURL: providerId === null ? `${base}/login` : startAddress(config, { kind: 'OIDC', id: providerId }),
    backchannelLogoutURL: `${base}/backchannel-logout`,
  }
}

/** Returns this server as a client of the provider of the whole server; null if there is none. */
export function serverClient(config: Config): OidcClient | null {
  const { oidc } = config
  if (!oidc) return null
  return {
    provider: null,
    organizationId: oidc.organization ?? null,
    label: oidc.label,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    scopes: oidc.scopes,
    groupsClaim: oidc.groupsClaim ?? null,
    mappings: oidc.groupMappings.map(({ group, role, team }) => ({
      group,
      role: role ?? null,
      teamId: team ?? null,
    })),
    addresses: clientAddresses(config, null),
  }
}

/** Returns this server as a client of an organization's provider; null if there is none. Throws if it is not complete. */
export async function clientOfProvider(
  { config, database }: { readonly config: Config; readonly database: Database },
  providerId: string,
): Promise<OidcClient | null> {
  const found = await database.prisma.identityProvider.findFirst({
    where: { id: providerId, kind: 'OIDC', ...inExistingOrganization },
    include: { groupMappings: { orderBy: { id: 'asc' } } },
  })
  if (!found) return null
  const { groupMappings: mappings, ...provider } = found
  const { organizationId, label, issuer, clientId, clientSecret, scopes, groupsClaim } = provider
  if (!isActive(provider)) throw new SignInError(404, 'providerIncomplete')
  return {
    provider,
    organizationId,
    label,
    issuer,
    clientId,
    clientSecret: await openSealedText(database, clientSecret),
    scopes,
    groupsClaim,
    mappings,
    addresses: clientAddresses(config, providerId),
  }
}
