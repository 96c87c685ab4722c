import type { Limits } from '../../base/validation.ts'

export const commentLimits = {
  markdown: { maxLength: 100_000 },
  node: { maxLength: 100 },
  reactions: { maxItems: 50, items: { minLength: 1, maxLength: 50 } },
} as const satisfies Record<string, Limits>
