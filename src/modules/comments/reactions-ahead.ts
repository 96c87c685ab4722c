import { columnsExtension } from '../../graph/declare/connection.ts'
import { aheadExtension, aheadOf, type ReadAhead } from '../../graph/declare/prefetch.ts'
import type { Reaction } from './loaders.ts'

/** The numbers of reactions to a comment or reply, without the users. */
export const reactionsAhead = (target: 'commentId' | 'replyId') => ({
  [columnsExtension]: ['id'],
  [aheadExtension]: {
    members: ['emoji', 'count'],
    forItems: true,
    inSql: (column) => `(
  SELECT coalesce(json_agg(x ORDER BY x.first), '[]') FROM (
    SELECT emoji, count(*) AS count, min(id) AS first FROM "CommentReaction"
    WHERE "${target}" = ${column('id')} GROUP BY emoji) x)`,
  } satisfies ReadAhead,
})

/** Returns the reactions that were read ahead, without the users; undefined if none were. */
export const reactionsAheadOf = (row: object): Reaction[] | undefined =>
  aheadOf<readonly Omit<Reaction, 'users'>[]>(row)?.map(({ emoji, count }) => ({ emoji, count, users: [] }))
