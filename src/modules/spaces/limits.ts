import { type Limits, singleLine } from '../../base/validation.ts'

export const spaceLimits = {
  /** The slug or id of a specification, or the key of one of its pages. */
  sourceName: { minLength: 1, maxLength: 200 },
  title: { maxLength: 50, ...singleLine },
  titleFilter: { maxLength: 512 },
  emoji: { minLength: 1, maxLength: 50 },
  icon: { maxLength: 2048, format: 'uri' },
  /** Of a language, a script and a region, which all functions for languages know. */
  language: {
    maxLength: 10,
    pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?$/,
    patternRule: 'NOT_LANGUAGE',
  },
} as const satisfies Record<string, Limits>
