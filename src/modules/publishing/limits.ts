import type { Limits } from '../../base/validation.ts'

/** Maximum length of the URL of a preview. */
export const maximumPreviewAddress = 2048

export const publishingLimits = {
  fallbackURL: { maxLength: 2048, format: 'uri' },
  logoutURL: { maxLength: 2048, format: 'uri' },
  claims: { maxLength: 8192 },
} as const satisfies Record<string, Limits>
