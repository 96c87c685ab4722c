import { z } from 'zod'
import { invalidInput } from '../../../base/errors.ts'

/** Throws for members that are no part of a node and that say something: they would be lost when the node is stored. */
export function assertNothingLost(value: object, known: Iterable<string>, path: string): void {
  const names = new Set(known)
  for (const [name, member] of Object.entries(value))
    if (!names.has(name) && !isBlank(member))
      throw invalidInput(`${path}.${name.slice(0, 50)}`, 'is unknown here, and would be lost')
}

/** Members that say nothing by themselves, as those of the empty text that editors keep in blocks without text. */
const structural = new Set(['object', 'type', 'key', 'isVoid'])

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isBlank)
  if (typeof value !== 'object') return false
  return Object.entries(value).every(([name, member]) => structural.has(name) || isBlank(member))
}

/** Returns the names of the members that a schema of an object keeps. */
export function membersOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => membersOf(option as z.ZodType))
  return []
}
