import type { Body } from '../../formats/body/documents.ts'
import { type BodyIndex, indexOfTree } from '../../formats/body/indexed-text.ts'
import type { ParseOutcome } from '../../formats/body/parsing/body-job.ts'
import type { JSONDocument } from '../../formats/page/types.ts'
import type { Refusal } from '../../workers/messages.ts'
import { parseBodies, treeOfMarkdown, validateTree } from './parse-bodies.ts'

export type BodyFormat = 'DOCUMENT' | 'MARKDOWN'

/**
 * Returns the node tree of a body: the stored one, or else the one parsed from its Markdown, which is done for the owner
 * in a thread if it is large.
 */
export const documentOf = ({ markdown, nodes }: Body, owner: string): JSONDocument | Promise<JSONDocument> =>
  (nodes as JSONDocument | null | undefined) ?? treeOfMarkdown(markdown, owner)

/** Returns the body for a node tree that a client sent at `path`. Throws if the tree is invalid. */
export const bodyOfTree = (value: unknown, path: string | undefined, owner: string): Promise<Body> =>
  validateTree(value, path, owner)

/** The index data of a body, or the reason why it cannot be read. */
export type IndexOutcome = { readonly index: BodyIndex } | { readonly refusal: Refusal }

/** Returns what the indexes keep of bodies, in the same order. */
export async function indexesOf(bodies: readonly Body[], owner: string): Promise<IndexOutcome[]> {
  const unread = bodies.filter(({ index, nodes }) => !index && !nodes)
  const outcomes = await parseBodies(
    unread.map(({ markdown }) => markdown),
    owner,
  )
  const parsed = new Map(unread.map((body, position) => [body, outcomes[position] as ParseOutcome]))
  return bodies.map((body) => {
    if (body.index) return { index: body.index }
    const outcome = parsed.get(body)
    if (!outcome) return { index: indexOfTree(body.nodes as JSONDocument) }
    return 'parsed' in outcome ? { index: outcome.parsed.index } : outcome
  })
}
