import { type Limits, singleLine } from '../../base/validation.ts'

/** Maximum levels of collections. An index has the ids of all collections above a space, and limits the size of a row. */
export const maximumLevels = 32

export const collectionLimits = {
  title: { maxLength: 50, ...singleLine },
  titleFilter: { maxLength: 512 },
  description: { maxLength: 100 },
} as const satisfies Record<string, Limits>
