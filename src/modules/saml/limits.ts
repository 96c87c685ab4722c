import { type Limits, singleLine } from '../../base/validation.ts'

/** The maximum number of identity providers of an organization. */
export const maximumSamlProviders = 20

export const samlLimits = {
  label: { minLength: 1, maxLength: 30, ...singleLine },
  entityID: { maxLength: 1024 },
  certificate: { maxLength: 10_000 },
  ssoURL: { maxLength: 2048, format: 'uri' },
} as const satisfies Record<string, Limits>

/** The number of minutes in which a sign-in must be completed. */
export const signInMinutes = 10

export const sessionHours = 12

/** The maximum number of sessions of a user with one provider. A further sign-in ends the oldest. */
export const maximumSessions = 20

/** The accepted deviation of an identity provider's clock. */
export const clockSkewSeconds = 60

/** The maximum size of a form from an identity provider. */
export const maximumFormBytes = 1_048_576
