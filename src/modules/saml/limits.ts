import type { Limits } from '../../base/validation.ts'

export const samlLimits = {
  entityID: { maxLength: 1024 },
  certificate: { maxLength: 10_000 },
  ssoURL: { maxLength: 2048, format: 'uri' },
  singleLogoutURL: { maxLength: 2048 },
} as const satisfies Record<string, Limits>

/** The accepted deviation of an identity provider's clock. */
export const clockSkewSeconds = 60

/** The seconds for which a request to end sessions is accepted after it was made. */
export const logoutSeconds = 600

/** The maximum size of a form from an identity provider. */
export const maximumFormBytes = 1_048_576
