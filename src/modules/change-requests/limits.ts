import { type Limits, singleLine } from '../../graphql/validation.ts'

export const changeRequestLimits = {
  subject: { maxLength: 100, ...singleLine },
  decisions: { minItems: 1, maxItems: 1000 },
  decisionText: { maxLength: 1_000_000 },
} as const satisfies Record<string, Limits>
