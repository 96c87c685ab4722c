import { builder } from './builder.ts'

export const OrderDirectionEnum = builder.enumType('OrderDirection', {
  description: 'Which end of a list comes first.',
  values: {
    ASC: { description: 'The least or earliest first.' },
    DESC: { description: 'The greatest or latest first.' },
  } as const,
})
