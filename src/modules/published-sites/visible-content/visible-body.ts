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

/** For whom a body is shown: a visitor with these claims, or its authors, who see what any visitor may see. */
export type Audience = VisitorClaims | 'authors'

const readerOf = ({ variables }: WholeBody, audience: Audience): ShownTo =>
  audience === 'authors'
    ? shownTo(() => true, {}, variables)
    : shownTo((condition) => conditionHolds(condition, audience), audience, variables)

/**
 * Returns the tree of a body for its readers: with reusable contents inserted, with the texts of expressions, and without the
 * parts whose conditions do not hold.
 */
export const visibleDocument = (whole: WholeBody, audience: Audience): JSONDocument =>
  shownBody(whole, readerOf(whole, audience))

export const visibleMarkdown = (whole: WholeBody, claims: VisitorClaims): string =>
  shownMarkdownOf(whole, readerOf(whole, claims))
