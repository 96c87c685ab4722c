import { type Limits, singleLine } from '../../base/validation.ts'
import { maximumPathLength } from '../sites/structure/paths.ts'

export const siteSpaceLimits = {
  path: { minLength: 1, maxLength: maximumPathLength },
  title: { minLength: 2, maxLength: 128, ...singleLine },
  condition: { minLength: 1, maxLength: 1024 },
} as const satisfies Record<string, Limits>
