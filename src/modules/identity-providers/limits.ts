import { type Limits, singleLine } from '../../base/validation.ts'

/** The maximum number of identity providers of an organization, of all kinds together. */
export const maximumIdentityProviders = 20

export const identityProviderLimits = {
  label: { minLength: 1, maxLength: 30, ...singleLine },
} as const satisfies Record<string, Limits>

/** The number of minutes in which a sign-in must be completed. */
export const signInMinutes = 10
