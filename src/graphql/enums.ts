import { builder } from './builder.ts'

export const OrderDirectionEnum = builder.enumType('OrderDirection', {
  description: 'The order of a list.',
  values: {
    ASC: { description: 'Ascending order: the lowest or earliest item comes first.' },
    DESC: { description: 'Descending order: the highest or latest item comes first.' },
  } as const,
})
