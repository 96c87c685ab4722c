import type { Where } from '../database/where.ts'

/** Returns the condition of an argument `title`, which ignores case. Without the argument, all rows match. */
export const withTitle = (title: string | null | undefined): Where =>
  title == null ? {} : { title: { contains: title, mode: 'insensitive' } }
