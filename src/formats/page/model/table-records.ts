import type { GridView, Table, TableData, TableRecord } from '../types.ts'

/** Returns the records of a table with their ids, in order. */
export const orderedRecords = ({ records }: TableData): [id: string, record: TableRecord][] =>
  Object.entries(records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : Number(a.orderIndex > b.orderIndex),
  )

/** Returns whether a table has a header to show, which one without any title has not. */
export const hasHeader = ({ data, fragments }: Table, { hideHeader, columns }: GridView): boolean =>
  !hideHeader &&
  columns.some(
    (id) =>
      data.definition[id]?.title.trim() ||
      // Links, images and marks of a title are in the fragment with the name of the column.
      fragments.some(({ fragment, nodes }) => fragment === id && nodes.length > 0),
  )
