import { invalidInput } from '../../base/errors.ts'
import type { OrderColumn } from '../../graph/declare/keyset.ts'
import { type ListOrder, listOrder, type OrderBy } from '../../graph/declare/list-order.ts'

export type ContentOrderField = 'POSITION' | 'TITLE' | 'CREATED_AT' | 'UPDATED_AT'

/** Declares the orders of a list of spaces, of collections, or of both. */
export const contentOrder = (name: 'Space' | 'Collection' | 'Content'): ListOrder<ContentOrderField> =>
  listOrder(name, {
    fields: {
      POSITION: {
        description: 'By the position among the content of the same collection, or of the root.',
        columns: [{ column: 'position', type: 'text' }],
      },
      TITLE: {
        description: 'By title, ignoring case.',
        columns: [{ column: 'title', type: 'text', ignoreCase: true }],
      },
      CREATED_AT: {
        description: 'By the time of creation.',
        // Ids of one type sort by it.
        columns: name === 'Content' ? [{ column: 'createdAt', type: 'timestamptz' }] : [],
      },
      UPDATED_AT: {
        description: 'By the time of the last change.',
        columns: [{ column: 'updatedAt', type: 'timestamptz' }],
      },
    },
    direction: 'ASC',
  })

/** Returns the columns for a list of an organization. Positions are comparable among the children of one parent only. */
export function columnsInOrganization(
  order: ListOrder<ContentOrderField>,
  { orderBy, nested }: { orderBy?: OrderBy<ContentOrderField> | null; nested?: boolean | null },
): readonly OrderColumn[] {
  if (orderBy?.field === 'POSITION' && nested !== false)
    throw invalidInput('orderBy', 'can be POSITION only if nested is false')
  return order.columns(orderBy, nested === false ? 'POSITION' : 'CREATED_AT')
}
