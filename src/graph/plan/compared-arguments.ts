import { comparedExtension } from '../declare/connection.ts'
import { graphHost } from '../host.ts'
import type { FieldPlan } from './field-plan.ts'

// A list can declare that it only compares the id in an argument with a column. Its statement is compiled with a marker in the
// place of the id, and used for all ids.

type Arguments = Readonly<Record<string, unknown>>

/** An argument of a list that it only compares. */
export interface ComparedArgument {
  readonly field: FieldPlan
  readonly name: string
}

/** Returns the arguments of a list that it only compares, whether or not they are given. */
export const comparedArgumentsOf = (field: FieldPlan): readonly ComparedArgument[] =>
  field.field.args.flatMap(({ name, extensions }) => (extensions[comparedExtension] ? [{ field, name }] : []))

/** Returns the id in an argument as the resolver of the list gets it, without its context; undefined if it has none. */
export function comparedId(args: Arguments, { name }: ComparedArgument): string | undefined {
  const value = args[name]
  return typeof value === 'string' ? graphHost().normalizeId(value) || undefined : undefined
}

/** Returns the marker of an argument, which no text of the database can be: it has a null character. */
export const markerOf = ({ field, name }: ComparedArgument): string => `\u0000${field.path} ${name}`

/** Returns the arguments of a list with markers in the place of the ids that it only compares. */
export function withMarkers(field: FieldPlan, args: Arguments): Arguments {
  const compared = comparedArgumentsOf(field).filter((argument) => comparedId(args, argument) !== undefined)
  return compared.length === 0
    ? args
    : { ...args, ...Object.fromEntries(compared.map((argument) => [argument.name, markerOf(argument)])) }
}
