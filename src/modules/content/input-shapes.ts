import type { z } from 'zod'
import { invalidInput } from '../../base/errors.ts'

/** Parses a value that a client sent at `path` in the request. Throws with the first issue. */
export function readShape<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidInput([path, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is invalid')
}
