import { z } from 'zod'
import { mcpLimits } from './limits.ts'

/** The annotations of tools that change nothing. */
export const readsOnly = { readOnlyHint: true, openWorldHint: false } as const

export const cursor = z
  .string()
  .max(mcpLimits.cursorLength)
  .optional()
  .describe('The nextCursor of the answer before, for what follows it.')

/** Returns the argument that says how many items an answer may have. */
export const limitOf = (
  { default: standard, maximum }: { readonly default: number; readonly maximum: number },
  items: string,
) => z.number().int().min(1).max(maximum).default(standard).describe(`The most ${items} to return.`)
