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
import { certificatePem } from './certificates.ts'

export interface SamlProviderAddress {
  samlProviderId: string
  /** The organization that it must belong to. */
  organizationId?: string | null
}

const addressOf = ({ samlProviderId, organizationId }: SamlProviderAddress) =>
  ({ kind: 'SAML', id: samlProviderId, organizationId }) as const

/** Loads a provider of an organization that the viewer administers. */
export const loadSamlProvider = (context: Context, address: SamlProviderAddress): Promise<IdentityProvider> =>
  loadProvider(context, addressOf(address))

export interface SamlProviderFields extends SharedFields {
  entityID?: string | null
  certificate?: string | null
  ssoURL?: string | null
  singleLogoutURL?: string | null
}

export const createSamlProvider = (
  context: Context,
  organizationId: string,
  input: SamlProviderFields & { label: string },
): Promise<IdentityProvider> =>
  createProvider(context, { kind: 'SAML', type: 'SamlProvider', organizationId }, input, () =>
    columnsOf(input),
  )

export const updateSamlProvider = (
  context: Context,
  address: SamlProviderAddress,
  input: SamlProviderFields,
): Promise<IdentityProvider> => updateProvider(context, addressOf(address), input, () => columnsOf(input))

export const deleteSamlProvider = (
  context: Context,
  address: SamlProviderAddress,
): Promise<IdentityProvider> => deleteProvider(context, addressOf(address))

const columnsOf = ({ entityID, certificate, ssoURL, singleLogoutURL }: SamlProviderFields) => ({
  // Null does not change members that cannot be removed.
  entityId: entityID ?? undefined,
  certificate: certificate == null ? undefined : acceptedCertificate(certificate),
  ssoUrl: ssoURL ?? undefined,
  sloUrl: singleLogoutURL === undefined ? undefined : acceptedLogoutURL(singleLogoutURL ?? ''),
})

function acceptedCertificate(given: string): string {
  const pem = certificatePem(given)
  if (pem === null) throw brokenRule('certificate', 'NOT_CERTIFICATE')
  return pem
}

function acceptedLogoutURL(given: string): string {
  if (given !== '' && !/^https?:$/.test(URL.parse(given)?.protocol ?? ''))
    throw brokenRule('singleLogoutURL', 'NOT_WEB_ADDRESS')
  return given
}
