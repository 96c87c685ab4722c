import { type Limits, singleLine } from '../../graphql/validation.ts'

export const spaceLimits = {
  /** The slug or id of a specification, or the key of one of its pages. */
  sourceName: { minLength: 1, maxLength: 200 },
  title: { maxLength: 50, ...singleLine },
  titleFilter: { maxLength: 512 },
  emoji: { minLength: 1, maxLength: 50 },
  icon: { maxLength: 2048, format: 'uri' },
} as const satisfies Record<string, Limits>
