import type { Context } from '../application.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import { graphHost, viewerOf } from '../host.ts'
import {
  type ComparedArgument,
  comparedArgumentsOf,
  comparedId,
  markerOf,
} from '../plan/compared-arguments.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { PlannedReads } from '../plan/policies.ts'
import { columnTypeOf, compileWhere, type Parameters, type Where } from '../sql/where.ts'

/** A parameter that is the value of a column by which a field of Query finds its row. */
interface Variable {
  readonly field: FieldPlan
  readonly column: string
  readonly index: number
}

/** Returns whether another value can take the place of one by which a row is found: an id, a name or a number. */
function isVariable(table: string, column: string, value: unknown): boolean {
  if (typeof value === 'string') return columnTypeOf(table, column).type === 'String'
  return typeof value === 'number' && columnTypeOf(table, column).type === 'Int'
}

/** Returns the values of the parameters of a statement for the rows that fields of Query find, and the arguments of lists. */
export type ValuesFor = (
  rows: PlannedReads['rows'],
  argumentsOf: (list: FieldPlan) => Readonly<Record<string, unknown>>,
) => readonly unknown[]

/** A parameter that is the id in an argument of a list. */
interface ComparedId {
  readonly argument: ComparedArgument
  readonly index: number
}

/**
 * The conditions of a statement by which fields of Query find their rows. The values of other requests can take the place of
 * those that it was compiled with, and the ids in the arguments of lists that of their markers.
 */
export class RowAddresses {
  readonly #parameters: Parameters
  readonly #variables: Variable[] = []
  #isReusable = true

  constructor(parameters: Parameters) {
    this.#parameters = parameters
  }

  /** Whether the same viewer can use the statement with other values. */
  get isReusable(): boolean {
    return this.#isReusable
  }

  /** Returns SQL for the condition by which a field finds its row `t`. */
  condition(field: FieldPlan, table: string, where: Where): string {
    const members = Object.entries(where)
    for (const [column, value] of members)
      if (!isVariable(table, column, value)) {
        this.#isReusable = false
        return compileWhere(table, where, 't', this.#parameters)
      }
    const conditions = members.map(([column, value]) => {
      const condition = `t."${column}" = ${this.#parameters.add(value)}`
      this.#variables.push({ field, column, index: this.#parameters.values.length - 1 })
      return condition
    })
    return conditions.join(' AND ') || 'TRUE'
  }

  /** Returns SQL for a value by which the query of a field finds its row. */
  value(field: FieldPlan, where: Where, name: string): string {
    const parameter = this.#parameters.add(where[name])
    this.#variables.push({ field, column: name, index: this.#parameters.values.length - 1 })
    return parameter
  }

  /** Returns the function for the values of all parameters, once the statement with some lists has them. */
  valuesFor(lists: Iterable<FieldPlan>): ValuesFor {
    const sent = this.#parameters.values.map(graphHost().reads.sentValue)
    const variables = this.#variables
    const compared = this.#comparedIn(lists)
    return (rows, argumentsOf) => {
      const found = [...sent]
      for (const { field, column, index } of variables) found[index] = rows.get(field)?.where[column]
      for (const { argument, index } of compared)
        found[index] = comparedId(argumentsOf(argument.field), argument)
      return found
    }
  }

  #comparedIn(lists: Iterable<FieldPlan>): ComparedId[] {
    const argumentsByMarker = new Map(
      [...lists].flatMap(comparedArgumentsOf).map((argument) => [markerOf(argument), argument] as const),
    )
    return this.#parameters.values.flatMap((value, index) => {
      const argument = argumentsByMarker.get(value as string)
      return argument ? [{ argument, index }] : []
    })
  }
}

/** Returns SQL for the row `t` that a field of Query finds, from what follows FROM. */
export function rowOfQuery(
  field: FieldPlan,
  table: string,
  row: PlannedRow,
  {
    addresses,
    parameters,
    context,
  }: { readonly addresses: RowAddresses; readonly parameters: Parameters; readonly context: Context },
): string {
  return row.inSql(table, viewerOf(context), parameters, {
    condition: () => addresses.condition(field, table, row.where),
    value: (name) => addresses.value(field, row.where, name),
  })
}
