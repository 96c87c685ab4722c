import type { Limits } from '../../graphql/validation.ts'

export const siteSearchLimits = {
  siteSpaces: { maxItems: 1000 },
} as const satisfies Record<string, Limits>

/** The maximum number of tags in one call to the renderer. */
export const maximumTagsOfCall = 200

/** How long a call of the renderer may take, and the size of its reply. */
export const callTimeoutMs = 5000
export const maximumReplyBytes = 65_536
