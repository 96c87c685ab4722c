import { invalidInput } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'

/** Emojis that an update adds to or removes from the viewer's own reactions. */
export interface ReactionChanges {
  readonly addedReactions?: readonly string[] | null
  readonly removedReactions?: readonly string[] | null
}

type Target = { readonly commentId: string } | { readonly replyId: string }

/** Adds and removes reactions of a user. Idempotent. */
export async function changeReactions(
  transaction: Transaction,
  target: Target,
  userId: string,
  { addedReactions, removedReactions }: ReactionChanges,
): Promise<void> {
  const added = [...new Set(addedReactions ?? [])]
  const removed = [...new Set(removedReactions ?? [])]
  if (added.some((emoji) => removed.includes(emoji)))
    throw invalidInput('addedReactions', 'has a reaction that is also in removedReactions')
  if (removed.length > 0)
    await transaction.commentReaction.deleteMany({ where: { ...target, userId, emoji: { in: removed } } })
  if (added.length > 0)
    await transaction.commentReaction.createMany({
      data: added.map((emoji) => ({ id: newId('CommentReaction'), ...target, userId, emoji })),
      skipDuplicates: true,
    })
}
