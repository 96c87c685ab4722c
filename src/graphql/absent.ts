import type { TypeParam } from '@pothos/core'
import { builder, type GraphTypes } from './builder.ts'

interface AbsentMember {
  readonly type: TypeParam<GraphTypes>
  readonly nullable?: true
  readonly description: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Declares a type that clients know from the specification, and of which a self-hosted server never has a value. */
export const absentType = (
  name: string,
  description: string,
  members: Readonly<Record<string, AbsentMember>>,
) =>
  builder.objectRef<never>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(members).map(([member, options]) => [
          member,
          t.expose(member as never, options as never),
        ]),
      ),
  })

/** Returns the options of a computed field of a model that is always null. */
export const absent = <Type extends TypeParam<GraphTypes>>(type: Type, description: string) => ({
  type,
  nullable: true as const,
  description,
  from: [],
  resolve: () => null,
})
