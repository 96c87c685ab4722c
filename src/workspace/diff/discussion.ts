import type { ReactNode } from 'react'
import type { LineQuote } from './line-quotes.ts'

/** A discussion about a changed page or one of its lines. */
export interface DiscussedThread {
  readonly id: string
  readonly quote: LineQuote | undefined
  /** Shows the thread; at its line, without what it quotes. */
  readonly show: (isAtLine: boolean) => ReactNode
}

/** The comments on changes, which the screen around shows. */
export interface Discussion {
  readonly threadsOf: (page: string) => readonly DiscussedThread[]
  /** Shows a field for a comment on a page, or on a line of it. Undefined for those who may not comment. */
  readonly write: ((page: string, quote: LineQuote | undefined, onClose: () => void) => ReactNode) | undefined
}
