import type { JSONDocument } from '../../../formats/page/types.ts'
import {
  type IncludingBody,
  type ShownTo,
  shownBody,
  shownMarkdownOf,
  shownTo,
} from '../../content/shown-markdown.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'

/** A page body with the reusable contents that it includes. */
export interface WholeBody extends IncludingBody {
  readonly reusable: NonNullable<IncludingBody['reusable']>
  /** Parts of the body are visible to some visitors only, or have a text of their own for each. */
  readonly isConditional: boolean
}

const visitorOf = ({ variables }: WholeBody, claims: VisitorClaims): ShownTo =>
  shownTo((condition) => conditionHolds(condition, claims), claims, variables)

/**
 * Returns the tree of a body for a visitor: with reusable contents inserted, with the texts of expressions, and without the
 * parts whose conditions do not hold.
 */
export const visibleDocument = (whole: WholeBody, claims: VisitorClaims): JSONDocument =>
  shownBody(whole, visitorOf(whole, claims))

export const visibleMarkdown = (whole: WholeBody, claims: VisitorClaims): string =>
  shownMarkdownOf(whole, visitorOf(whole, claims))
