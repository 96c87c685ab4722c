import { type SiteVisit, visitOf } from '../../access/viewer.ts'
import type { Body } from '../../formats/body/documents.ts'
import { referenceTo, relativeAddress } from '../../formats/body/page-paths.ts'
import { parsedOnMainThread } from '../../formats/body/parsing/main-thread.ts'
import { hasExpressions, type PageVariables } from '../../formats/body/variables.ts'
import { relativeUrls, withTargets } from '../../formats/page/model/document-references.ts'
import { withKeys } from '../../formats/page/model/node-keys.ts'
import { shownDocument } from '../../formats/page/model/shown-document.ts'
import type { ContentRef, JSONDocument } from '../../formats/page/types.ts'
import { JsonText } from '../../graph/nested/json-text.ts'
import { type Context, ownerOf } from '../../request/context.ts'
import { runContentJob } from '../../workers/content-threads.ts'
import { readIncluded } from './included-bodies.ts'
import { contentLoaders } from './loaders.ts'
import { documentOf } from './page-bodies.ts'
import { readVariablesFor } from './page-variables.ts'
import { treeTextOf } from './parse-bodies.ts'
import {
  type Evaluation,
  evaluatedFor,
  mayBeShownInParts,
  type ShownTo,
  shownMarkdownOf,
  shownTo,
} from './shown-markdown.ts'
import type { ShownBodyJob } from './shown-markdown-job.ts'

const jobModule = new URL('./shown-markdown-job.ts', import.meta.url)

export interface TreeOptions {
  /** Whether reusable contents stand in the place of the references to them. */
  readonly dereferenced?: boolean
  /** The expressions that authors read as their texts. Visitors are always shown the texts of all. */
  readonly evaluated?: Evaluation | undefined
  /** Whether all nodes have a key. */
  readonly keys?: boolean | null
  /** The page with the body, which its relative URLs begin at. */
  readonly pageId?: string
  /** The front matter of the page, which has its variables. */
  readonly frontMatter?: string | null
}

/** Returns for whom a body is shown. Undefined for authors who read expressions as they are. */
const readerOf = (
  visit: SiteVisit | undefined,
  evaluated: Evaluation | undefined,
  variables: PageVariables | undefined,
): ShownTo | undefined => {
  if (visit) return shownTo(visit.holds, visit.claims, variables)
  return evaluated && variables && evaluatedFor(evaluated, variables)
}

/**
 * Returns the tree of a body of a revision. Visitors of a site see the parts whose conditions hold for them, and nothing
 * that is kept without being shown; everybody else sees all of it, with the texts of expressions if they are asked for.
 */
export async function shownTree(
  context: Context,
  body: Body,
  revisionId: string | null,
  { dereferenced = false, evaluated, keys, pageId, frontMatter = null }: TreeOptions = {},
): Promise<JSONDocument> {
  const owner = ownerOf(context)
  const document = await linkedDocument(context, await documentOf(body, owner), { revisionId, pageId })
  const included =
    dereferenced && revisionId !== null
      ? await readIncluded(context.database.query, revisionId, [body])
      : new Map<string, Body>()
  const visit = visitOf(context.viewer)
  if (!dereferenced && !visit && !evaluated) return keys ? withKeys(document) : document
  const trees = new Map(
    await Promise.all(
      [...included].map(async ([id, reusable]) => [id, await documentOf(reusable, owner)] as const),
    ),
  )
  const variables =
    (visit || evaluated) && revisionId !== null
      ? await readVariablesFor(context.database.query, { revisionId, frontMatter }, [
          body,
          ...included.values(),
        ])
      : undefined
  const shown = shownDocument(document, {
    ...readerOf(visit, evaluated, variables),
    ...(dereferenced && { reusable: (id) => trees.get(id) }),
  })
  return keys ? withKeys(shown) : shown
}

/**
 * Returns the tree of a body as JSON, where it is that of the Markdown: nothing is added to it, and no relative URL may lead to
 * another page. Undefined if it is not, or must be waited for. Not for visitors of a site.
 */
export function plainTreeText(
  { markdown, nodes }: Body,
  { dereferenced, evaluated, keys }: TreeOptions,
): JsonText | undefined {
  if (nodes || dereferenced || evaluated || keys) return undefined
  const tree = treeTextOf(markdown)
  return tree && !tree.hasRelativeUrls ? new JsonText(tree.json) : undefined
}

/**
 * Returns the tree of a page with references to the pages that its relative URLs lead to in the revision: those of links
 * that were written before there was such a page.
 */
async function linkedDocument(
  context: Context,
  document: JSONDocument,
  { revisionId, pageId }: { readonly revisionId: string | null; readonly pageId: string | undefined },
): Promise<JSONDocument> {
  if (revisionId === null || pageId === undefined) return document
  const addresses = relativeUrls(document).flatMap((url) => {
    const address = relativeAddress(url)
    return address ? [{ url, address }] : []
  })
  const { relativeTargets } = contentLoaders(context)
  const targets = new Map<string, ContentRef>()
  await Promise.all(
    addresses.map(async ({ url, address }) => {
      const target = await relativeTargets.load({ revisionId, pageId, paths: address.paths })
      if (target !== undefined) targets.set(url, referenceTo(target, address))
    }),
  )
  return targets.size === 0 ? document : withTargets(document, targets)
}

/**
 * Returns the Markdown of a body of a revision. For visitors of a site it has reusable contents in place, only the parts
 * whose conditions hold for them, and nothing that is kept without being shown. For authors it has what they ask for.
 */
export async function shownMarkdown(
  context: Context,
  body: Body,
  revisionId: string,
  {
    dereferenced = false,
    evaluated,
    frontMatter = null,
  }: Pick<TreeOptions, 'dereferenced' | 'evaluated' | 'frontMatter'> = {},
): Promise<string> {
  const visit = visitOf(context.viewer)
  const hasTexts = visit !== undefined || evaluated !== undefined
  const isInPlace = visit !== undefined || dereferenced
  const isEvaluated = hasTexts && hasExpressions(body)
  if (!isEvaluated && !(isInPlace && mayBeShownInParts(body))) return body.markdown
  const { query } = context.database
  const reusable = isInPlace ? await readIncluded(query, revisionId, [body]) : undefined
  const bodies = [body, ...(reusable?.values() ?? [])]
  const variables = hasTexts ? await readVariablesFor(query, { revisionId, frontMatter }, bodies) : undefined
  const whole = { body, ...(reusable && { reusable }), ...(variables && { variables }) }
  const reader = readerOf(visit, evaluated, variables)
  const texts = bodies.map(({ markdown }) => markdown)
  return (
    parsedOnMainThread(texts, () => shownMarkdownOf(whole, reader)) ??
    runContentJob<ShownBodyJob, string>(
      jobModule,
      { ...whole, claims: visit?.claims, evaluated },
      {
        owner: ownerOf(context),
        answer: async (conditions) => ({
          answer: (conditions as readonly string[]).filter((condition) => visit?.holds(condition)),
        }),
      },
    )
  )
}
