import type { SecretStore } from '../../access/installation-secrets.ts'
import { sealText } from '../../access/sealed-texts.ts'
import { isPlainHttp } from '../../base/plain-http.ts'
import { brokenRule } from '../../base/rules.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import {
  createProvider,
  deleteProvider,
  loadProvider,
  type SharedFields,
  updateProvider,
} from '../identity-providers/service.ts'
import { defaultScopes } from './limits.ts'

export interface OidcProviderAddress {
  oidcProviderId: string
  /** The organization that it must belong to. */
  organizationId?: string | null
}

const addressOf = ({ oidcProviderId, organizationId }: OidcProviderAddress) =>
  ({ kind: 'OIDC', id: oidcProviderId, organizationId }) as const

/** Loads a provider of an organization that the viewer administers. */
export const loadOidcProvider = (context: Context, address: OidcProviderAddress): Promise<IdentityProvider> =>
  loadProvider(context, addressOf(address))

export interface OidcProviderFields extends SharedFields {
  issuer?: string | null
  clientId?: string | null
  clientSecret?: string | null
  scopes?: readonly string[] | null
  groupsClaim?: string | null
}

export async function createOidcProvider(
  context: Context,
  organizationId: string,
  input: OidcProviderFields & { label: string },
): Promise<IdentityProvider> {
  const columns = await columnsOf(context, { ...input, scopes: input.scopes ?? defaultScopes })
  return createProvider(context, { kind: 'OIDC', type: 'OidcProvider', organizationId }, input, () => columns)
}

export async function updateOidcProvider(
  context: Context,
  address: OidcProviderAddress,
  input: OidcProviderFields,
): Promise<IdentityProvider> {
  const columns = await columnsOf(context, input)
  return updateProvider(context, addressOf(address), input, () => columns)
}

export const deleteOidcProvider = (
  context: Context,
  address: OidcProviderAddress,
): Promise<IdentityProvider> => deleteProvider(context, addressOf(address))

/** Null does not change members that cannot be removed. An empty text disables the provider. */
const columnsOf = async (context: Context, input: OidcProviderFields) => ({
  issuer: input.issuer == null ? undefined : acceptedIssuer(input.issuer),
  clientId: input.clientId ?? undefined,
  clientSecret: input.clientSecret == null ? undefined : await sealed(context.database, input.clientSecret),
  scopes: input.scopes == null ? undefined : acceptedScopes(input.scopes),
  groupsClaim: input.groupsClaim === '' ? null : input.groupsClaim,
})

const sealed = async (database: SecretStore, secret: string): Promise<string> =>
  secret === '' ? '' : sealText(database, secret)

function acceptedIssuer(given: string): string {
  if (given !== '' && !isPlainHttp(given)) throw brokenRule('issuer', 'NOT_ISSUER')
  return given
}

function acceptedScopes(given: readonly string[]): string[] {
  if (!given.includes('openid')) throw brokenRule('scopes', 'OPENID_MISSING')
  return [...given]
}
