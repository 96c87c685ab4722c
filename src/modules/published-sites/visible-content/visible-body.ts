import { documentToMarkdown } from '../../../page-format/document-to-markdown.ts'
import { markdownToDocument } from '../../../page-format/markdown-to-document.ts'
import { keepsSources, mayKeepSources } from '../../../page-format/opaque.ts'
import { shownDocument } from '../../../page-format/shown-document.ts'
import type { JSONDocument } from '../../../page-format/types.ts'
import type { Body } from '../../content/documents.ts'
import { includedIds } from '../../content/included-bodies.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'

/** A page body with the reusable contents that it includes. */
export interface WholeBody {
  readonly body: Body
  /** Bodies of reusable contents, by id. */
  readonly reusable: ReadonlyMap<string, Body>
  /** Parts of the body are visible to some visitors only. */
  readonly isConditional: boolean
}

/**
 * Returns the tree of a body for a visitor: with reusable contents inserted, and without the parts whose conditions
 * do not hold.
 */
export const visibleDocument = (
  { body, reusable }: WholeBody,
  claims: VisitorClaims,
  tree = treeOf(body),
): JSONDocument =>
  shownDocument(tree, {
    holds: (condition) => conditionHolds(condition, claims),
    reusable: (id) => {
      const included = reusable.get(id)
      return included && treeOf(included)
    },
  })

/**
 * Returns the Markdown of a body for a visitor: the stored text unchanged, if it has no conditions, no reusable contents and
 * nothing that is kept without being shown.
 */
export function visibleMarkdown(whole: WholeBody, claims: VisitorClaims): string {
  const { body, isConditional } = whole
  const isStored = !isConditional && includedIds(body).length === 0
  if (isStored && !mayKeepSources(body.markdown)) return body.markdown
  const tree = treeOf(body)
  if (isStored && !keepsSources(tree)) return body.markdown
  return documentToMarkdown(visibleDocument(whole, claims, tree))
}

export const treeOf = ({ markdown, nodes }: Body): JSONDocument =>
  (nodes as JSONDocument | undefined) ?? markdownToDocument(markdown)
