import { documentToMarkdown } from '../../page-format/document-to-markdown.ts'
import { markdownToDocument } from '../../page-format/markdown-to-document.ts'
import { keepsSources, mayKeepSources } from '../../page-format/opaque.ts'
import { shownDocument } from '../../page-format/shown-document.ts'
import type { JSONDocument } from '../../page-format/types.ts'
import type { Body } from './documents.ts'
import { hasConditions, includedIds } from './included-bodies.ts'

/** A body with those that it includes, by the id of the reusable content. */
export interface IncludingBody {
  readonly body: Body
  readonly reusable: ReadonlyMap<string, Body>
}

/** Returns whether visitors may be shown another text than the stored one. */
export const mayBeShownInParts = (body: Body): boolean => hasParts(body) || mayKeepSources(body.markdown)

/** Returns whether a body has conditions or reusable contents. */
const hasParts = (body: Body): boolean => hasConditions(body) || includedIds(body).length > 0

/**
 * Returns the Markdown of a body with reusable contents in place, for visitors for whom some conditions hold: the stored text
 * unchanged, if it has no conditions, no reusable contents and nothing that is kept without being shown. Without `holds`
 * the conditions and what is kept stay.
 */
export function shownMarkdownOf(whole: IncludingBody, holds?: (condition: string) => boolean): string {
  const { body } = whole
  if (!mayBeShownInParts(body)) return body.markdown
  const tree = treeOf(body)
  if (!hasParts(body) && !keepsSources(tree)) return body.markdown
  return documentToMarkdown(shownBody(whole, holds, tree))
}

/** Returns the tree of a body with the reusable contents in place, and without the parts whose conditions do not hold. */
export const shownBody = (
  { body, reusable }: IncludingBody,
  holds: ((condition: string) => boolean) | undefined,
  tree = treeOf(body),
): JSONDocument =>
  shownDocument(tree, {
    ...(holds && { holds }),
    reusable: (id) => {
      const included = reusable.get(id)
      return included && treeOf(included)
    },
  })

export const treeOf = ({ markdown, nodes }: Body): JSONDocument =>
  (nodes as JSONDocument | undefined) ?? markdownToDocument(markdown)
