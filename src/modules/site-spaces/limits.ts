import type { Limits } from '../../graphql/validation.ts'
import { maximumPathLength } from '../sites/structure/paths.ts'

export const siteSpaceLimits = {
  path: { minLength: 1, maxLength: maximumPathLength },
  condition: { minLength: 1, maxLength: 1024 },
} as const satisfies Record<string, Limits>
