import type { Limits } from '../../base/validation.ts'

export const siteSearchLimits = {
  siteSpaces: { maxItems: 1000 },
} as const satisfies Record<string, Limits>

/** The maximum number of changed objects that a receiver is told of in one call. Cloudflare takes up to 100 tags. */
export const maximumTagsOfCall = 100

/** How long a call of a receiver may take, and the size of its reply. */
export const callTimeoutMs = 5000
export const maximumReplyBytes = 65_536
