import type { GraphQLAnswer } from '../support/app.ts'
import type { RandomDocument } from './random-documents.ts'

/** Addresses and tokens of visitors are signed anew each time, and requests have ids. */
export const steady = (value: unknown): string =>
  (JSON.stringify(value) ?? '')
    .replace(/\?(expires|preview|signature)=[^"]*/g, '')
    .replace(/lsg_[\w.-]+/g, '')
    .replace(/"requestId":"[^"]*"/g, '')

/** Returns the path of the object around a field that its error made a null of; undefined if only the field is null. */
function pathOfNull(data: unknown, path: readonly (string | number)[]): string | undefined {
  let value = data
  for (const [index, key] of path.slice(0, -1).entries()) {
    value = (value as Record<string, unknown> | null | undefined)?.[key]
    if (value === null || value === undefined) return `null at ${path.slice(0, index + 1).join('.')}`
  }
  return undefined
}

/** Fields whose values depend on the clock, and on what each server has counted by then. */
const unsteadyFields = new Set(['RateLimit.remaining', 'RateLimit.resetAt'])

/** Returns the data without the values of unsteady fields. Each key is of one field only. */
const withoutUnsteady = (data: unknown, fields: RandomDocument['fields']): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value) =>
      unsteadyFields.has(fields.get(key) ?? '') ? typeof value : value,
    ),
  )

/**
 * Returns the parts of an answer that must be equal: the data in its order, the errors in any order, and the cost.
 * Where an error replaced an object by null, the reported errors in it and the cost depend on the timing.
 */
export function comparable(
  { data, errors = [], extensions }: GraphQLAnswer & { extensions?: { cost?: unknown } },
  fields: RandomDocument['fields'] = new Map(),
): string {
  if (data && !extensions?.cost) throw new Error('an answer does not state its cost')
  const nulls = errors.map(({ path = [] }) => pathOfNull(data, path))
  const faults = [...new Set(errors.map((error, index) => nulls[index] ?? steady(error)))].sort()
  const isCutShort = nulls.some((path) => path !== undefined)
  return [steady(withoutUnsteady(data, fields)), ...faults, isCutShort ? '' : steady(extensions)].join('\n')
}
