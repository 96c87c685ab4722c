import { type Limits, singleLine } from '../../base/validation.ts'

export const changeRequestLimits = {
  search: { maxLength: 512 },
  subject: { maxLength: 100, ...singleLine },
  description: { maxLength: 100_000 },
  links: { maxItems: 10 },
  linkTitle: { maxLength: 128, ...singleLine },
  linkUrl: { maxLength: 2048, format: 'uri' },
  decisions: { minItems: 1, maxItems: 1000 },
  decisionText: { maxLength: 1_000_000 },
} as const satisfies Record<string, Limits>
