import { findVisible } from '../graph/declare/model-reads.ts'
import type { ModelRef } from '../graph/declare/model-types.ts'
import type { Context } from '../request/context.ts'
import type { ModelTypes } from './builder.ts'

/** The options of a field with the row whose id another member has, of an object that is no row. Null if the viewer may not see it. */
export const visibleField = <Name extends keyof ModelTypes & string, Key extends string>(
  target: ModelRef<Name>,
  key: Key,
  description: string,
) => ({
  type: target,
  nullable: true as const,
  description,
  resolve: ({ [key]: id }: { readonly [Member in Key]: string | null }, _args: object, context: Context) =>
    id === null ? null : findVisible(target, context, id),
})
