import type { Where } from '../graph/sql/where.ts'

/** Returns the condition for a title that contains the text, ignoring case. Without a text, all rows match. */
export const withTitle = (search: string | null | undefined): Where =>
  search == null ? {} : { title: { contains: search, mode: 'insensitive' } }
