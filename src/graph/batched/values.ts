import type { GraphQLLeafType } from 'graphql'

export type MaybePromise<Value> = Value | Promise<Value>

/** An error in the place of a value. */
export class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as Promise<unknown> | null | undefined)?.then === 'function'

/** Waits for values, with a failure in the place of each that is rejected. */
export const settled = (values: readonly unknown[]): Promise<unknown[]> =>
  Promise.all(
    values.map((value) =>
      isPromise(value) ? value.then(undefined, (error: unknown) => new Failure(error)) : value,
    ),
  )

/** Returns a leaf as it is in the answer. Throws if its type cannot express it. */
export function serialized(leaf: GraphQLLeafType, value: unknown): unknown {
  const result = leaf.serialize(value)
  if (result === undefined || result === null)
    throw new Error(
      `Expected \`${leaf.name}.serialize\` to return non-nullable value, returned: ${String(result)}`,
    )
  return result
}
