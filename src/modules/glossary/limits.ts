import { type Limits, singleLine } from '../../base/validation.ts'

export const maximumEntries = 10_000

export const glossaryLimits = {
  language: {
    maxLength: 20,
    pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
    patternRule: 'NOT_LANGUAGE',
  },
  term: { minLength: 1, maxLength: 255, ...singleLine },
  translations: { minItems: 1, maxItems: 100 },
  operations: { minItems: 1, maxItems: 1000 },
} as const satisfies Record<string, Limits>
