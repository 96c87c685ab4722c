import { AppError } from '../../base/errors.ts'
import { type Body, identifyDocument, type StoredDocument } from '../body/documents.ts'
import { parseBody } from '../body/parsing/parsed-body.ts'
import { withLineFeeds } from '../page/model/normalize-text.ts'
import { isBalanced } from './balance.ts'
import { type LineConflict, mergeMarkdown } from './merge-lines.ts'

/** The ids of the bodies of one page on the three sides; null for an empty body. */
export interface BodySides {
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
}

/** Returns a name of the sides, under which what they merge to can be kept. */
export const sidesKey = ({ base, ours, theirs }: BodySides): string => `${base} ${ours} ${theirs}`

export interface MergedBody {
  readonly documentId: string | null
  /** The merged body, if no side has it. */
  readonly created?: StoredDocument
  readonly conflicts: readonly LineConflict[]
}

const empty: Body = { markdown: '' }

/** Merges the bodies of a page. Conflicting lines are taken from theirs. */
export function mergeBody(sides: BodySides, bodies: ReadonlyMap<string, Body>): MergedBody {
  const { base, ours, theirs } = sides
  if (ours === theirs || ours === base) return { documentId: theirs, conflicts: [] }
  if (theirs === base) return { documentId: ours, conflicts: [] }
  const texts = { base: bodyOf(base, bodies), ours: bodyOf(ours, bodies), theirs: bodyOf(theirs, bodies) }
  return mergeTexts(texts) ?? { documentId: theirs, conflicts: [wholeBody(texts)] }
}

/** Returns a body of one side. Bodies that were stored long ago may have other line endings than those of the other sides. */
function bodyOf(id: string | null, bodies: ReadonlyMap<string, Body>): Body {
  if (id === null) return empty
  const body = bodies.get(id)
  if (!body) throw new Error(`the body ${id} was not read for the merge`)
  return { ...body, markdown: withLineFeeds(body.markdown) }
}

type Bodies = Record<keyof BodySides, Body>

/** Merges bodies line by line. Returns undefined if that is impossible, so that one body must be chosen as a whole. */
function mergeTexts({ base, ours, theirs }: Bodies): MergedBody | undefined {
  // A node tree may hold information that Markdown cannot represent.
  if (base.nodes || ours.nodes || theirs.nodes) return undefined
  const merged = mergeMarkdown(base.markdown, ours.markdown, theirs.markdown)
  const isTorn =
    !isBalanced(merged.text) && [base, ours, theirs].every(({ markdown }) => isBalanced(markdown))
  const body = isTorn ? undefined : readable(merged.text, [ours, theirs])
  if (!body) return undefined
  const created = identifyDocument(body)
  return { documentId: created?.id ?? null, created, conflicts: merged.conflicts }
}

/** Returns the body of merged Markdown, or undefined if it is invalid: two texts within the limits may exceed them. */
function readable(markdown: string, sides: readonly Body[]): Body | undefined {
  // A text of one side was parsed when that side was written.
  const known = sides.find((side) => side.markdown === markdown)
  if (known) return known
  try {
    return { markdown, index: parseBody(markdown).index }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const wholeBody = ({ base, ours, theirs }: Bodies): LineConflict => ({
  base: { line: 1, markdown: base.markdown },
  ours: { line: 1, markdown: ours.markdown },
  theirs: { line: 1, markdown: theirs.markdown },
})
