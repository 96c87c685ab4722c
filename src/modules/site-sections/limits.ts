import { type Limits, singleLine } from '../../base/validation.ts'
import { siteSpaceLimits } from '../site-spaces/limits.ts'
import { maximumPathLength } from '../sites/structure/paths.ts'

/** Maximum groups in one another. */
export const maximumGroupDepth = 3

export const sectionLimits = {
  titleOfNew: { minLength: 2, maxLength: 64, ...singleLine },
  title: { minLength: 2, maxLength: 128, ...singleLine },
  path: { minLength: 1, maxLength: maximumPathLength },
  condition: siteSpaceLimits.condition,
  icon: { maxLength: 50 },
  description: { maxLength: 256 },
} as const satisfies Record<string, Limits>

export const externalLinkLimits = {
  title: { minLength: 2, maxLength: 128, ...singleLine },
  description: { maxLength: 256 },
  icon: { maxLength: 50 },
  url: { maxLength: 2048, format: 'uri' },
  condition: siteSpaceLimits.condition,
} as const satisfies Record<string, Limits>

export const maximumExternalLinks = 500

export const sectionGroupLimits = {
  title: { minLength: 1, maxLength: 100, ...singleLine },
  icon: { maxLength: 50 },
  sections: { maxItems: 1000 },
} as const satisfies Record<string, Limits>
