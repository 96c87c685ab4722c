import { type Limits, singleLine } from '../../base/validation.ts'

export const userLimits = {
  displayName: { minLength: 1, maxLength: 64, ...singleLine },
  photoURL: { maxLength: 2048, format: 'uri' },
} as const satisfies Record<string, Limits>
