import type { z } from 'zod'
import { invalidInput } from '../../errors.ts'

/** A value that a client gives, as the schema has it. Names its first fault; `path` is where the value stands. */
export function readShape<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidInput([path, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not understood')
}
