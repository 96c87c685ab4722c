import type { SiteVisit } from '../../access/viewer.ts'
import { type Context, ownerOf } from '../../graphql/context.ts'
import { documentToMarkdown } from '../../page-format/document-to-markdown.ts'
import { withKeys } from '../../page-format/node-keys.ts'
import { keepsSources, mayKeepSources } from '../../page-format/opaque.ts'
import { shownDocument } from '../../page-format/shown-document.ts'
import type { JSONDocument } from '../../page-format/types.ts'
import type { Body } from './documents.ts'
import { hasConditions, includedIds, readIncluded } from './included-bodies.ts'
import { documentOf } from './page-bodies.ts'

/** The options of reading the tree of a body. */
export interface TreeOptions {
  /** Whether reusable contents stand in the place of the references to them. */
  readonly dereferenced?: boolean
  /** Whether all nodes have a key. */
  readonly keys?: boolean | null
}

const visitOf = ({ viewer }: Context): SiteVisit | undefined => viewer?.visit

/**
 * Returns the tree of a body of a revision. Visitors of a site see the parts whose conditions hold for them, and nothing
 * that is kept without being shown; everybody else sees all of it.
 */
export async function shownTree(
  context: Context,
  body: Body,
  revisionId: string | null,
  { dereferenced = false, keys }: TreeOptions = {},
): Promise<JSONDocument> {
  const owner = ownerOf(context)
  const document = await documentOf(body, owner)
  const included =
    dereferenced && revisionId !== null
      ? await readIncluded(context.database.pool, revisionId, [body])
      : new Map<string, Body>()
  const visit = visitOf(context)
  if (!dereferenced && !visit) return keys ? withKeys(document) : document
  const trees = new Map(
    await Promise.all(
      [...included].map(async ([id, reusable]) => [id, await documentOf(reusable, owner)] as const),
    ),
  )
  const shown = shownDocument(document, {
    ...(visit && { holds: visit.holds }),
    ...(dereferenced && { reusable: (id) => trees.get(id) }),
  })
  return keys ? withKeys(shown) : shown
}

/**
 * Returns the Markdown of a body of a revision. For visitors of a site it has reusable contents in place, only the parts
 * whose conditions hold for them, and nothing that is kept without being shown.
 */
export async function shownMarkdown(context: Context, body: Body, revisionId: string): Promise<string> {
  if (!visitOf(context)) return body.markdown
  const isWhole = !hasConditions(body) && includedIds(body).length === 0
  const isStored =
    isWhole && (!mayKeepSources(body.markdown) || !keepsSources(await documentOf(body, ownerOf(context))))
  if (isStored) return body.markdown
  return documentToMarkdown(await shownTree(context, body, revisionId, { dereferenced: true }))
}
