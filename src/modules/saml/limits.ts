import type { Limits } from '../../graphql/validation.ts'

/** How many identity providers an organization may have. */
export const maximumSamlProviders = 20

export const samlLimits = {
  label: { minLength: 1, maxLength: 30 },
  entityID: { maxLength: 1024 },
  certificate: { maxLength: 10_000 },
  ssoURL: { maxLength: 2048, format: 'uri' },
} as const satisfies Record<string, Limits>

/** How long an identity provider may take to answer a sign-in. */
export const signInMinutes = 10

export const sessionHours = 12

/** How far the clock of an identity provider may be off. */
export const clockSkewSeconds = 60

/** The largest form that is taken from an identity provider. */
export const maximumFormBytes = 1_048_576
