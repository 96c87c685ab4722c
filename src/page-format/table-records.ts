import type { TableData, TableRecord } from './types.ts'

/** Returns the records of a table with their ids, in order. */
export const orderedRecords = ({ records }: TableData): [id: string, record: TableRecord][] =>
  Object.entries(records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : Number(a.orderIndex > b.orderIndex),
  )
