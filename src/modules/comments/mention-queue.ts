import { addJobBy } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type Context, memberOf, ownerOf } from '../../request/context.ts'
import type { BodyColumns, StoredBody } from './bodies.ts'
import { mentionedUserIds } from './mentions.ts'

export const mailMentionTask = 'mail-mention'

/** The people whom one text tells by mail. Whoever is mentioned beyond them finds it in the workspace. */
const maximumMails = 50

/** A mention of a user in a comment, or in one of its replies. */
export interface Mention {
  readonly commentId: string
  readonly replyId: string | null
  readonly userId: string
}

/**
 * Returns whom a text mentions and the text before it did not, but its author. Nobody where mail is off. It reads the texts, so that
 * it comes before the transaction of a write.
 */
export async function newlyMentioned(
  context: Context,
  { markdown, document }: BodyColumns,
  before?: StoredBody,
): Promise<readonly string[]> {
  if (!context.config.mail) return []
  const owner = ownerOf(context)
  const known = before ? await mentionedUserIds(before, owner) : []
  const told = new Set([...known, memberOf(context).userId])
  const nodes = document === Prisma.DbNull ? null : (document as Prisma.JsonValue)
  const users = await mentionedUserIds({ markdown, document: nodes }, owner)
  return users.filter((userId) => !told.has(userId)).slice(0, maximumMails)
}

/** Queues a mail to each user who is mentioned in a comment or a reply. */
export async function queueMentions(
  transaction: Transaction,
  at: Omit<Mention, 'userId'>,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    const mention: Mention = { ...at, userId }
    const key = `${mailMentionTask} ${at.replyId ?? at.commentId} ${userId}`
    await addJobBy(transaction.query, mailMentionTask, mention, key, { maxAttempts: 5 })
  }
}
