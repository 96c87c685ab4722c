import type { Body } from '../../formats/body/documents.ts'
import { hasExpressions, type PageVariables } from '../../formats/body/variables.ts'
import { dependsOnClaims, expressionText } from '../../formats/expressions/expression-text.ts'
import { keepsSources, mayKeepSources } from '../../formats/page/model/opaque.ts'
import { type Showing, shownDocument } from '../../formats/page/model/shown-document.ts'
import { markdownToDocument } from '../../formats/page/read/markdown-to-document.ts'
import type { JSONDocument } from '../../formats/page/types.ts'
import { documentToMarkdown } from '../../formats/page/write/document-to-markdown.ts'
import { hasConditions, includedIds } from './included-bodies.ts'

/** A body with those that it includes, by the id of the reusable content. Without them the references stay. */
export interface IncludingBody {
  readonly body: Body
  readonly reusable?: ReadonlyMap<string, Body>
  /** The variables that expressions name, of the page with the body. */
  readonly variables?: PageVariables
}

/** The visitor for whom a body is shown, or the author, who sees the conditions themselves. */
export type ShownTo = Pick<Showing, 'holds' | 'evaluate'>

/** The expressions of a body that an author reads as their texts: all of them, or those that depend on no visitor. */
export type Evaluation = 'ALL' | 'DETERMINISTIC_ONLY'

/** Returns whether visitors may be shown another text than the stored one. */
export const mayBeShownInParts = (body: Body): boolean => hasParts(body) || mayKeepSources(body.markdown)

/** Returns whether a body has conditions or reusable contents. */
const hasParts = (body: Body): boolean => hasConditions(body) || includedIds(body).length > 0

/** Returns the visitor with these claims. Without variables, which only bodies with expressions need, these stay. */
export const shownTo = (
  holds: NonNullable<ShownTo['holds']>,
  claims: Readonly<Record<string, unknown>>,
  variables: PageVariables | undefined,
): ShownTo => ({
  holds,
  ...(variables && { evaluate: (expression) => expressionText(expression, { ...variables, claims }) }),
})

/** Returns the author who reads these expressions as their texts, as a visitor without claims does. */
export const evaluatedFor = (evaluated: Evaluation, variables: PageVariables): ShownTo => ({
  evaluate: (expression) =>
    evaluated === 'DETERMINISTIC_ONLY' && dependsOnClaims(expression)
      ? undefined
      : expressionText(expression, { ...variables, claims: {} }),
})

/**
 * Returns the Markdown of a body with the known reusable contents in place, for visitors for whom some conditions hold: the
 * stored text unchanged, if it has no conditions, expressions, reusable contents and nothing that is kept without being shown.
 * For authors, or without a visitor, these stay.
 */
export function shownMarkdownOf(whole: IncludingBody, visitor?: ShownTo): string {
  const { body } = whole
  const isEvaluated = visitor?.evaluate !== undefined && hasExpressions(body)
  if (!mayBeShownInParts(body) && !isEvaluated) return body.markdown
  const tree = treeOf(body)
  if (!hasParts(body) && !keepsSources(tree) && !isEvaluated) return body.markdown
  return documentToMarkdown(shownBody(whole, visitor, tree))
}

/** Returns the tree of a body with the reusable contents in place, and without the parts whose conditions do not hold. */
export const shownBody = (
  { body, reusable }: IncludingBody,
  visitor: ShownTo | undefined,
  tree = treeOf(body),
): JSONDocument =>
  shownDocument(tree, {
    ...visitor,
    ...(reusable && {
      reusable: (id) => {
        const included = reusable.get(id)
        return included && treeOf(included)
      },
    }),
  })

export const treeOf = ({ markdown, nodes }: Body): JSONDocument =>
  (nodes as JSONDocument | undefined) ?? markdownToDocument(markdown)
