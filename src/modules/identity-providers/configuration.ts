import type { IdentityProvider } from '../../generated/prisma/client.ts'

const configurationColumns = [
  'entityId',
  'certificate',
  'ssoUrl',
] as const satisfies readonly (keyof IdentityProvider)[]

type Configuration = Pick<IdentityProvider, (typeof configurationColumns)[number]>

/** Returns whether members can sign in with the provider: all values for verifying its messages must be set. */
export const isActive = ({ entityId, certificate, ssoUrl }: Configuration): boolean =>
  entityId !== '' && certificate !== '' && ssoUrl !== ''

/** Returns whether messages of the provider are verified in the same way. */
export const hasSameConfiguration = (one: Configuration, other: Configuration): boolean =>
  configurationColumns.every((column) => one[column] === other[column])

/** Returns whether it is the same provider, although other values for verifying its messages may have changed. */
export const isSameProvider = (one: Configuration, other: Configuration): boolean =>
  one.entityId === other.entityId
