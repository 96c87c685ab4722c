import type { Limits } from '../../base/validation.ts'

export const maximumRedirects = 10_000

/** Maximum redirects that are followed one after the other. */
export const maximumHops = 10

export const redirectLimits = {
  source: {
    maxLength: 512,
    pattern:
      /^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$/,
    patternRule: 'NOT_REDIRECT_SOURCE',
  },
  url: { maxLength: 2048 },
  path: { maxLength: 2048 },
  search: { maxLength: 512 },
  redirects: { minItems: 1, maxItems: 1000 },
  upserts: { minItems: 1, maxItems: 500 },
} as const satisfies Record<string, Limits>
