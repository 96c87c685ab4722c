import { array, connection, number, object, text } from '../sql-json.ts'
import { optional, user } from './parts.ts'

/** Returns the Markdown of a comment or reply. It is null for one that was written as a tree. */
export const bodyOf = (alias: string): string =>
  object({
    markdown: `CASE WHEN ${alias}.document IS NULL THEN ${text(`${alias}.markdown`)} ELSE 'null' END`,
  })

/** Returns the first replies to the comment `c`, with what a screen shows of each besides its author and text. */
export const replies = (members: Readonly<Record<string, string>>): string =>
  connection({
    node: object({ id: text('y.id'), ...members, postedBy: optional('w.id', user('w')), body: bodyOf('y') }),
    id: 'y.id',
    from: '"CommentReply" y LEFT JOIN "User" w ON w.id = y."postedById" WHERE y."commentId" = c.id',
    order: 'y."postedAt", y.id',
    limit: 20,
    isCounted: false,
  })

/** The reactions to the comment `c`, by emoji. */
export const reactions = array(
  object({ emoji: text('x.emoji'), count: number('x.count') }),
  `(SELECT emoji, count(*) AS count, min(id) AS first FROM "CommentReaction" WHERE "commentId" = c.id GROUP BY emoji) x
   ORDER BY x.first`,
)
