import type { IdentityProvider } from '../../generated/prisma/client.ts'

const configurationColumns = [
  'entityId',
  'certificate',
  'ssoUrl',
  'issuer',
  'clientId',
  'clientSecret',
] as const satisfies readonly (keyof IdentityProvider)[]

type Configuration = Pick<IdentityProvider, 'kind' | (typeof configurationColumns)[number]>

/** Returns whether all values are set for verifying the messages of a SAML provider. */
export const isSamlConfigured = ({
  entityId,
  certificate,
  ssoUrl,
}: Pick<Configuration, 'entityId' | 'certificate' | 'ssoUrl'>): boolean =>
  entityId !== '' && certificate !== '' && ssoUrl !== ''

/** Returns whether all values are set for signing in with a provider of OpenID Connect. */
export const isOidcConfigured = ({
  issuer,
  clientId,
  clientSecret,
}: Pick<Configuration, 'issuer' | 'clientId' | 'clientSecret'>): boolean =>
  issuer !== '' && clientId !== '' && clientSecret !== ''

/** Returns whether members can sign in with the provider. */
export const isActive = (provider: Configuration): boolean =>
  provider.kind === 'SAML' ? isSamlConfigured(provider) : isOidcConfigured(provider)

/** Returns whether messages of the provider are verified in the same way. */
export const hasSameConfiguration = (one: Configuration, other: Configuration): boolean =>
  configurationColumns.every((column) => one[column] === other[column])

/** Returns whether it is the same provider, although other values for verifying its messages may have changed. */
export const isSameProvider = (one: Configuration, other: Configuration): boolean =>
  one.entityId === other.entityId && one.issuer === other.issuer
