import type { Limits } from '../../base/validation.ts'

/** The accepted deviation of a provider's clock. */
export const clockSkewSeconds = 120

/** The bounds of every request to a provider. */
export const fetchLimits = { maxBytes: 1_048_576, timeoutMs: 10_000, maxRedirects: 0 }

/** The time for which the addresses of a provider are kept. */
export const discoveryMs = 3_600_000

/** The maximum size of a logout token, with its form. */
export const maximumLogoutBytes = 65_536

/** The seconds for which a logout token is accepted that has no expiration time. */
export const logoutTokenSeconds = 600

export const defaultScopes: readonly string[] = ['openid', 'profile', 'email']

export const oidcLimits = {
  // Its form is checked where it is stored, because an empty one disables the provider.
  issuer: { maxLength: 2048 },
  clientId: { maxLength: 512 },
  clientSecret: { maxLength: 4096 },
  scopes: {
    maxItems: 50,
    items: { maxLength: 256, pattern: /^[\x21\x23-\x5b\x5d-\x7e]+$/, patternRule: 'NOT_SCOPE' },
  },
  groupsClaim: { maxLength: 200 },
  groupMappings: { maxItems: 100 },
  group: { minLength: 1, maxLength: 256 },
} as const satisfies Record<string, Limits>
