import type { Limits } from '../../base/validation.ts'

export const openAPISpecLimits = {
  slug: {
    minLength: 1,
    maxLength: 100,
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    patternRule: 'NOT_SPECIFICATION_SLUG',
  },
  sourceUrl: { maxLength: 2048, format: 'uri' },
  sourceText: { minLength: 1 },
} as const satisfies Record<string, Limits>

/** Maximum bytes of a request body that contains a document as text. */
export const maximumSourceBodyBytes = 20 * 1024 * 1024
