import { graphHost } from '../host.ts'

let declared: ReturnType<typeof declare> | undefined

export const orderDirection = (): ReturnType<typeof declare> => {
  declared ??= declare()
  return declared
}

const declare = () =>
  graphHost().builder.enumType('OrderDirection', {
    description: 'The order of a list.',
    values: {
      ASC: { description: 'Ascending order: the lowest or earliest item comes first.' },
      DESC: { description: 'Descending order: the highest or latest item comes first.' },
    } as const,
  })
