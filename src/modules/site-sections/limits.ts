import { type Limits, singleLine } from '../../graphql/validation.ts'
import { siteSpaceLimits } from '../site-spaces/limits.ts'
import { maximumPathLength } from '../sites/structure/paths.ts'

export const sectionLimits = {
  titleOfNew: { minLength: 2, maxLength: 64, ...singleLine },
  title: { minLength: 2, maxLength: 128, ...singleLine },
  path: { minLength: 1, maxLength: maximumPathLength },
  condition: siteSpaceLimits.condition,
  icon: { maxLength: 50 },
  description: { maxLength: 256 },
} as const satisfies Record<string, Limits>

export const sectionGroupLimits = {
  title: { minLength: 1, maxLength: 100, ...singleLine },
  icon: { maxLength: 50 },
  sections: { maxItems: 1000 },
} as const satisfies Record<string, Limits>
