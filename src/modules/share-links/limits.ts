import { type Limits, singleLine } from '../../base/validation.ts'

/** Maximum share links of a site, active or not. */
export const maximumShareLinks = 100

export const shareLinkLimits = {
  name: { maxLength: 50, ...singleLine },
  search: { maxLength: 512 },
} as const satisfies Record<string, Limits>
