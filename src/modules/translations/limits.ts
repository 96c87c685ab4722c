import { type Limits, singleLine } from '../../base/validation.ts'

export const translationLimits = {
  title: { minLength: 1, maxLength: 100, ...singleLine },
  languages: { maxItems: 100, items: { maxLength: 100 } },
} as const satisfies Record<string, Limits>
