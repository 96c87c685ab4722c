import { addJobBy } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import { type Context, memberOf, ownerOf } from '../../request/context.ts'
import type { StoredBody } from './bodies.ts'
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
 * Queues a mail to each user whom a text mentions and the text before it did not. Nothing where mail is off, and none to its
 * author.
 */
export async function queueMentions(
  context: Context,
  transaction: Transaction,
  at: Omit<Mention, 'userId'>,
  { body, before }: { readonly body: StoredBody; readonly before?: StoredBody },
): Promise<void> {
  if (!context.config.mail) return
  const owner = ownerOf(context)
  const known = before ? await mentionedUserIds(before, owner) : []
  const told = new Set([...known, memberOf(context).userId])
  const users = (await mentionedUserIds(body, owner)).filter((userId) => !told.has(userId))
  for (const userId of users.slice(0, maximumMails)) {
    const mention: Mention = { ...at, userId }
    const key = `${mailMentionTask} ${at.replyId ?? at.commentId} ${userId}`
    await addJobBy(transaction.query, mailMentionTask, mention, key, { maxAttempts: 5 })
  }
}
