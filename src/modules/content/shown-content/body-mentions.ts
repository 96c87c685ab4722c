import { AppError } from '../../../base/errors.ts'
import { yieldToEventLoop } from '../../../base/yield-to-event-loop.ts'
import { boundedCache } from '../../../caches/bounded-cache.ts'
import type { RunStatement } from '../../../database/rows.ts'
import type { Body } from '../../../formats/body/documents.ts'
import { shownDocument } from '../../../formats/page/model/shown-document.ts'
import { walkDocument } from '../../../formats/page/model/walk-document.ts'
import type { JSONDocument } from '../../../formats/page/types.ts'
import { sizeOf } from '../../../request/cost.ts'
import { isContentTimeout } from '../../../workers/content-threads.ts'
import { documentOf } from '../page-bodies.ts'
import { mayBeShownInParts } from '../shown-markdown.ts'
import { bytesOfId, idsIn, type Mentions, mentionsOfText, mentionsOfTree } from './mentions.ts'

/** A visitor who reads bodies, and the means to read them. */
export interface Showing {
  readonly run: RunStatement
  /** For whom it is parsed, by whom the limit of parsing counts. */
  readonly owner: string
  /** Returns whether a condition holds for the visitor. */
  readonly holds: (condition: string) => boolean
}

/** The conditions of a body, which never changes. */
const conditionsKept = boundedCache<string, readonly string[]>('bodyConditions', (conditions) =>
  sizeOf(conditions),
)

/** The ids that visitors are shown in a body, by its id and the conditions that hold. */
const mentionsKept = boundedCache<string, Mentions>(
  'bodyMentions',
  (mentions, key) => key.length + bytesOfId * idsIn(mentions),
)

const keyOf = (documentId: string, conditions: readonly string[], holds: Showing['holds']): string =>
  conditions.length === 0 ? documentId : `${documentId} ${JSON.stringify(conditions.filter(holds))}`

function keptMentions(documentId: string, { holds }: Showing): Mentions | undefined {
  const conditions = conditionsKept.get(documentId)
  return conditions && mentionsKept.get(keyOf(documentId, conditions, holds))
}

/** Returns the conditions of bodies that were read; undefined if those of one are not known any more. */
export function knownConditions(documentIds: Iterable<string>): readonly string[] | undefined {
  const all = new Set<string>()
  for (const id of documentIds) {
    const conditions = conditionsKept.get(id)
    if (!conditions) return undefined
    for (const condition of conditions) all.add(condition)
  }
  return [...all]
}

/** Maximum bodies in memory at once. */
const bodiesAtOnce = 100

/** Returns what a visitor is shown of bodies, by their ids. */
export async function readBodyMentions(
  showing: Showing,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Mentions>> {
  const found = new Map<string, Mentions>()
  const unknown: string[] = []
  for (const id of new Set(documentIds)) {
    const kept = keptMentions(id, showing)
    if (kept) found.set(id, kept)
    else unknown.push(id)
  }
  for (let start = 0; start < unknown.length; start += bodiesAtOnce) {
    const rows = await showing.run<Body & { id: string }>(
      'SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1::text[])',
      [unknown.slice(start, start + bodiesAtOnce)],
    )
    for (const { id, ...body } of rows)
      found.set(id, await mentionsOfBody(id, body, showing).catch(nothingShown))
    await yieldToEventLoop()
  }
  return found
}

/** A body that cannot be read within the limits is shown to nobody. What stands for its mentions is not kept. */
function nothingShown(error: unknown): Mentions {
  const isRefused = error instanceof AppError && error.code === 'BAD_USER_INPUT'
  if (!isRefused && !isContentTimeout(error)) throw error
  return mentionsOfText('')
}

async function mentionsOfBody(id: string, body: Body, { owner, holds }: Showing): Promise<Mentions> {
  const isWhole = !body.nodes && !mayBeShownInParts(body) && !/openapi|\{%-?\s*update\b/.test(body.markdown)
  const tree = isWhole ? undefined : await documentOf(body, owner)
  const conditions = tree ? conditionsOf(tree) : []
  const mentions = tree ? mentionsOfTree(shownDocument(tree, { holds })) : mentionsOfText(body.markdown)
  conditionsKept.set(id, conditions)
  mentionsKept.set(keyOf(id, conditions, holds), mentions)
  return mentions
}

function conditionsOf(tree: JSONDocument): string[] {
  const conditions = new Set<string>()
  for (const node of walkDocument(tree))
    if (node.object === 'block' && node.type === 'if') conditions.add(node.data.expression)
  return [...conditions]
}
