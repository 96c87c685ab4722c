import type { JSONDocument } from '../../../page-format/types.ts'
import { type IncludingBody, shownBody, shownMarkdownOf } from '../../content/shown-markdown.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'

/** A page body with the reusable contents that it includes. */
export interface WholeBody extends IncludingBody {
  /** Parts of the body are visible to some visitors only. */
  readonly isConditional: boolean
}

/**
 * Returns the tree of a body for a visitor: with reusable contents inserted, and without the parts whose conditions
 * do not hold.
 */
export const visibleDocument = (whole: WholeBody, claims: VisitorClaims): JSONDocument =>
  shownBody(whole, (condition) => conditionHolds(condition, claims))

/** Returns the Markdown of a body for a visitor. */
export const visibleMarkdown = (whole: WholeBody, claims: VisitorClaims): string =>
  shownMarkdownOf(whole, (condition) => conditionHolds(condition, claims))
