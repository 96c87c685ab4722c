import type { EnumRef } from '@pothos/core'
import { builder, type GraphTypes } from './builder.ts'

/** A value: its description, or more than that. */
type Value = string | (PothosSchemaTypes.EnumValueConfig<GraphTypes> & { readonly description: string })

type ShapeOf<Values> = {
  [Name in keyof Values]: Values[Name] extends { readonly value: infer Given } ? Given : Name
}[keyof Values]

export const enumType = <const Values extends Readonly<Record<string, Value>>>(
  name: string,
  description: string,
  values: Values,
): EnumRef<GraphTypes, ShapeOf<Values>> =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries(values).map(([value, given]) => [
        value,
        typeof given === 'string' ? { description: given } : given,
      ]),
    ),
  }) as never
