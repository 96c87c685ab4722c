import type { InputRef } from '@pothos/core'
import { graphHost } from '../host.ts'
import type { Direction, OrderColumn } from './keyset.ts'
import { orderDirection } from './order-direction.ts'

/** The value of an argument `orderBy`. */
export interface OrderBy<Field extends string> {
  readonly field: Field
  readonly direction?: 'ASC' | 'DESC' | null
}

interface OrderField {
  readonly description: string
  /** The columns to order by. None for the order of creation, which is the order of ids. */
  readonly columns: readonly OrderColumn[]
  /** The direction if none is given, where it is not that of the other fields. */
  readonly direction?: 'ASC' | 'DESC'
}

/** The orders of a list, of which clients choose one with the argument `orderBy`. */
export interface ListOrder<Field extends string> {
  readonly input: InputRef<OrderBy<Field>>
  /** Returns the columns of the chosen field, or of `otherwise` without the argument. */
  columns(orderBy: OrderBy<Field> | null | undefined, otherwise: Field): readonly OrderColumn[]
  direction(orderBy: OrderBy<Field> | null | undefined): Direction
}

interface ListOrderOptions<Field extends string> {
  readonly fields: Readonly<Record<Field, OrderField>>
  /** The direction if none is given. */
  readonly direction: 'ASC' | 'DESC'
}

/** Declares the enumeration `<name>OrderField` and the input type `<name>Order`. */
export function listOrder<Field extends string>(
  name: string,
  { fields, direction: usual }: ListOrderOptions<Field>,
): ListOrder<Field> {
  const { builder, extensionsOfOrder } = graphHost()
  const field = builder.enumType(`${name}OrderField`, {
    description: `The fields by which a list of ${name} can be ordered.`,
    values: Object.fromEntries(
      Object.entries<OrderField>(fields).map(([value, { description }]) => [
        value,
        { description, extensions: { ...extensionsOfOrder?.(value) } },
      ]),
    ),
  })
  const others = Object.entries<OrderField>(fields).flatMap(([value, { direction }]) =>
    direction ? [`\`${direction}\` by \`${value}\``] : [],
  )
  const input = builder.inputType(`${name}Order`, {
    description: `The order of a list of ${name}.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'The field to order by.' }),
      direction: t.field({
        type: orderDirection(),
        ...(others.length === 0 && { required: true, defaultValue: usual }),
        description: `Whether the list ascends or descends.${
          others.length === 0 ? '' : ` Default: ${others.join(', ')}, \`${usual}\` otherwise.`
        }`,
      }),
    }),
  }) as unknown as InputRef<OrderBy<Field>>
  return {
    input,
    columns: (orderBy, otherwise) => fields[orderBy?.field ?? otherwise].columns,
    direction: (orderBy) => {
      const own = orderBy ? (orderBy.direction ?? fields[orderBy.field].direction) : null
      return (own ?? usual) === 'ASC' ? 'asc' : 'desc'
    },
  }
}
