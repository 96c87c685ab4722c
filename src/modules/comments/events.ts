import { TransactionEvent } from '../../database/transaction-event.ts'
import type { Context } from '../../request/context.ts'

/** A comment, or one of its replies. */
export interface WrittenText {
  /** The context of its author. */
  readonly context: Context
  readonly commentId: string
  /** Null for the comment itself. */
  readonly replyId: string | null
}

/** A text with the users whom it mentions, and whom the text before it did not mention, but its author. */
export interface Mentioning extends WrittenText {
  readonly mentioned: readonly string[]
}

/** Published after a comment or a reply was written that mentions users. */
export const usersMentioned = new TransactionEvent<Mentioning>(
  'users mentioned',
  ({ mentioned }) => mentioned.length === 0,
)

/** Published after a reply was added to a comment. */
export const replyAdded = new TransactionEvent<WrittenText & { readonly replyId: string }>('reply added')
