import type { Limits } from '../../graphql/validation.ts'

/** Maximum redirects of a site. */
export const maximumRedirects = 10_000

/** Maximum redirects that are followed one after the other. */
export const maximumHops = 10

export const redirectLimits = {
  source: {
    maxLength: 512,
    pattern: /^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/,
    patternHint: 'must be a path such as /old/page, percent-encoded, without a slash at the end',
  },
  redirects: { minItems: 1, maxItems: 1000 },
} as const satisfies Record<string, Limits>
