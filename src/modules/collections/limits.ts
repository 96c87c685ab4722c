import { type Limits, singleLine } from '../../graphql/validation.ts'

export const collectionLimits = {
  title: { maxLength: 50, ...singleLine },
  titleFilter: { maxLength: 512 },
  description: { maxLength: 100 },
} as const satisfies Record<string, Limits>
