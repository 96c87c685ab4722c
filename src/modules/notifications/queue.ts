import { addJobBy } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import { type Context, memberOf } from '../../request/context.ts'
import type { MergedChangeRequest } from '../change-requests/events.ts'
import type { Mentioning, WrittenText } from '../comments/events.ts'
import type { RequestedReviews, SubmittedReview } from '../reviews/events.ts'
import type { QueuedKind } from './kinds.ts'
import { maximumRecipients } from './limits.ts'

export const notificationTask = 'mail-notifications'

/** Queues a mail to the users whom a comment or a reply mentions. */
export const tellMentioned = (
  transaction: Transaction,
  { context, commentId, replyId, mentioned }: Mentioning,
): Promise<void> =>
  tell(transaction, context, 'MENTION', replyId ?? commentId, 'SELECT unnest($4::text[])', [mentioned])

/** Queues a mail to all who wrote in the thread of a reply. */
export const tellOfReply = (
  transaction: Transaction,
  { context, commentId, replyId }: WrittenText & { readonly replyId: string },
): Promise<void> =>
  tell(
    transaction,
    context,
    'REPLY',
    replyId,
    `SELECT "postedById" FROM (
       SELECT "postedById", "postedAt" FROM "Comment" WHERE id = $4
       UNION ALL
       SELECT "postedById", "postedAt" FROM "CommentReply" WHERE "commentId" = $4
     ) texts GROUP BY "postedById" ORDER BY max("postedAt") DESC`,
    [commentId],
  )

/** Queues a mail to each user whose review was requested. */
export async function tellReviewers(
  transaction: Transaction,
  { context, requests }: RequestedReviews,
): Promise<void> {
  for (const { id, userId } of requests)
    await tell(transaction, context, 'REVIEW_REQUEST', id, 'SELECT $4::text', [userId])
}

/** Queues a mail to the author of a change request that was reviewed. */
export const tellAuthor = (
  transaction: Transaction,
  { context, review, changeRequest }: SubmittedReview,
): Promise<void> =>
  tell(transaction, context, 'REVIEW', review.id, 'SELECT $4::text', [changeRequest.createdById])

/** Queues a mail to the author of a merged change request, and to all who reviewed it or were asked to. */
export const tellOfMerge = (
  transaction: Transaction,
  { context, changeRequest: { id, createdById } }: MergedChangeRequest,
): Promise<void> =>
  tell(
    transaction,
    context,
    'MERGE',
    id,
    `SELECT $4::text
     UNION SELECT "reviewerId" FROM "Review" WHERE "changeRequestId" = $5
     UNION SELECT "userId" FROM "RequestedReviewer" WHERE "changeRequestId" = $5`,
    [createdById, id],
  )

/**
 * Adds what users are told, but the user who did it, and the job that sends mails. Whether they want it and may read it is checked
 * when it is sent. Does nothing where mail is off.
 */
async function tell(
  transaction: Transaction,
  context: Context,
  kind: QueuedKind,
  objectId: string,
  recipients: string,
  values: readonly unknown[],
): Promise<void> {
  if (!context.config.mail) return
  const [added] = await transaction.query<{ count: number }>(
    `WITH recipient ("userId") AS (${recipients}), added AS (
       INSERT INTO "Notification" ("userId", kind, "objectId")
       SELECT id, $1::"NotificationKind", $2 FROM "User"
       WHERE id IN (SELECT "userId" FROM recipient WHERE "userId" <> $3 LIMIT ${maximumRecipients})
       ORDER BY id
       ON CONFLICT DO NOTHING RETURNING 1)
     SELECT count(*)::int AS count FROM added`,
    [kind, objectId, memberOf(context).userId, ...values],
  )
  // Each event has its own job: with a common key, writers would wait for each other.
  if (added && added.count > 0)
    await addJobBy(transaction.query, notificationTask, {}, `${notificationTask} ${objectId}`)
}
