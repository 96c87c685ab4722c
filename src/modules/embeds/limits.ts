import type { Limits } from '../../base/validation.ts'
import type { FetchLimits } from '../../http/guarded-fetch.ts'

export const embedLimits = {
  url: { minLength: 1, maxLength: 2048, format: 'uri' },
} as const satisfies Record<string, Limits>

/** The limits of fetching a page that is not of a known provider. */
export const pageLimits = {
  maxBytes: 1_000_000,
  timeoutMs: 5_000,
  maxRedirects: 3,
} as const satisfies Omit<FetchLimits, 'owner' | 'allow'>

/** The time in milliseconds for which an embed is remembered. */
export const keptEmbedMs = 3_600_000

/** The most characters of a title that another server sent. */
export const maximumTitle = 200
