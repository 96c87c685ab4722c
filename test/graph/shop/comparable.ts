import type { GraphQLFormattedError } from 'graphql'
import type { Answer } from './open-shop.ts'

/** Returns where an error made a null of more than its own field; undefined if it did not. */
function placeOfNull(data: unknown, { path = [] }: GraphQLFormattedError): string | undefined {
  let value = data
  for (const [index, key] of path.entries()) {
    if (value === null || value === undefined) return `null at ${path.slice(0, index).join('.')}`
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return undefined
}

/**
 * Returns the parts of an answer that must be equal: the data in its order, the errors, and the cost. Which errors are told in what
 * is a null, and what that has cost, depends on the timing.
 */
export function comparable({ data, errors, spent }: Answer) {
  const nulls = errors.map((error) => placeOfNull(data, error))
  const told = errors.map((error, index) => nulls[index] ?? JSON.stringify(error))
  return {
    data: JSON.stringify(data, null, 1),
    errors: [...new Set(told)].sort(),
    spent: nulls.some((place) => place !== undefined) ? undefined : spent,
  }
}
