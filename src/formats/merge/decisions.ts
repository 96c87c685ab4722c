import { isDeepStrictEqual } from 'node:util'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { type Body, identifyDocument, type StoredDocument } from '../body/documents.ts'
import { type MemberPath, withMembers } from '../body/front-matter.ts'
import { conflict as refusal } from '../reasons.ts'
import type { ContentSnapshot, PageState } from './content-snapshot.ts'
import { memberOfField } from './merge-front-matter.ts'
import { type LineConflict, mergeMarkdown } from './merge-lines.ts'
import { childrenByParent, survivingAncestor } from './page-forest.ts'
import { positionAfterSiblings } from './siblings.ts'
import type { ContentConflict, MergeInput } from './types.ts'

/** A conflict about an object of the content, and not about a variable of the space. */
export interface ObjectConflict extends ContentConflict {
  readonly object: Exclude<ContentConflict['object'], 'VARIABLE'>
}

export interface Decision<Conflict extends ContentConflict = ContentConflict> {
  readonly conflict: Conflict
  readonly resolution: 'OURS' | 'THEIRS' | 'BASE' | 'TEXT'
  /** With TEXT: what a body has in place of the conflicting lines, or a field in place of its value. */
  readonly text: string
}

/** The update that left the conflicts: its three sides, and the content that it wrote. */
export interface UpdatedContent extends MergeInput {
  readonly written: ContentSnapshot
}

/** The content that the update wrote, and the same with the decisions. Their difference is what the decisions change. */
export interface DecidedContent {
  readonly before: ContentSnapshot
  readonly after: ContentSnapshot
  /** The bodies of both that may not be stored yet, by id. They are not parsed, so that they may be invalid. */
  readonly created: ReadonlyMap<string, StoredDocument>
}

/** The states of the objects of one type on one side of a merge, or in the draft of its result, by id. */
type States = Map<string, { documentId?: string | null; updatedAt?: Date; gitOid: string | null }>
type Draft = Record<keyof ContentSnapshot, States>

interface Deciding {
  readonly update: UpdatedContent
  readonly before: Draft
  readonly after: Draft
  readonly created: Map<string, StoredDocument>
  readonly decidedAt: Date
}

const partOf = { PAGE: 'pages', FILE: 'files', REUSABLE_CONTENT: 'reusable' } as const

/**
 * Returns what decisions about the conflicts of an update change in the content that it wrote. Other requests are answered
 * between long bodies. Throws if a side that was chosen does not have the object, or if a conflict is not one of the update.
 */
export async function decideContent(
  update: UpdatedContent,
  decisions: readonly Decision<ObjectConflict>[],
  decidedAt: Date,
): Promise<DecidedContent> {
  const deciding: Deciding = {
    update,
    before: draftOf(update.written),
    after: draftOf(update.written),
    created: new Map(),
    decidedAt,
  }
  // The update kept theirs already.
  const changing = decisions.filter(({ resolution }) => resolution !== 'THEIRS')
  const ofBodies = changing.filter(({ conflict }) => conflict.kind === 'BODY')
  for (const decision of changing) if (decision.conflict.kind !== 'BODY') decideObject(deciding, decision)
  await decideBodies(deciding, ofBodies)
  const { before, after, created } = deciding
  return {
    before: before as unknown as ContentSnapshot,
    after: after as unknown as ContentSnapshot,
    created,
  }
}

const draftOf = ({ pages, files, reusable }: ContentSnapshot): Draft => ({
  pages: new Map(pages),
  files: new Map(files),
  reusable: new Map(reusable),
})

const statesOf = (snapshot: ContentSnapshot, { object }: ObjectConflict): States =>
  snapshot[partOf[object]] as unknown as States

function change({ after, decidedAt }: Deciding, { object, objectId }: ObjectConflict, columns: object): void {
  const states = after[partOf[object]]
  const state = states.get(objectId)
  if (!state) throw refusal('CONFLICT_SIDE_MISSING')
  states.set(objectId, { ...state, ...columns, ...(object === 'PAGE' && { updatedAt: decidedAt }) })
}

/** Changes a member of the front matter of a page in the content with the decisions. */
function changeMember(
  deciding: Deciding,
  conflict: ObjectConflict,
  member: MemberPath,
  value: unknown,
): void {
  const page = deciding.after.pages.get(conflict.objectId) as { frontMatter?: string | null } | undefined
  change(deciding, conflict, { frontMatter: withMembers(page?.frontMatter ?? null, [[member, value]]) })
}

/** Returns the states of the side that a decision takes. */
const sideOf = ({ update }: Deciding, { conflict, resolution }: Decision<ObjectConflict>): States =>
  statesOf(resolution === 'OURS' ? update.ours : update.base, conflict)

function decideObject(deciding: Deciding, decision: Decision<ObjectConflict>): void {
  const { conflict, resolution, text } = decision
  const { field, objectId } = conflict
  const member = memberOfField(field)
  if (member) {
    const value = resolution === 'TEXT' ? text : resolution === 'OURS' ? conflict.ours : conflict.base
    changeMember(deciding, conflict, member, value ?? undefined)
    return
  }
  if (resolution === 'TEXT') {
    change(deciding, conflict, { [field as string]: text === '' ? null : text })
    return
  }
  const chosen = sideOf(deciding, decision).get(objectId)
  if (field !== 'deleted') {
    if (!chosen) throw refusal('CONFLICT_SIDE_MISSING')
    change(deciding, conflict, pick(chosen, columnsOf(conflict)))
  } else if (chosen) restore(deciding, decision, chosen)
  else remove(deciding, conflict)
}

/** The columns of the fields of conflicts that have several, or another name. */
const columns: Readonly<Record<string, readonly string[]>> = {
  place: ['parentId', 'position'],
  content: ['blobHash', 'width', 'height'],
}

const columnsOf = ({ field }: ObjectConflict): readonly string[] =>
  columns[field as string] ?? [field as string]

const pick = (state: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (state as Record<string, unknown>)[name]]))

/** Adds an object that the update left deleted, a page below its nearest ancestor that exists. */
function restore({ update, after }: Deciding, { conflict }: Decision<ObjectConflict>, chosen: object): void {
  const { object, objectId } = conflict
  if (object !== 'PAGE') {
    after[partOf[object]].set(objectId, chosen as never)
    return
  }
  const page = chosen as PageState
  const pages = after.pages as unknown as Map<string, PageState>
  const parentId = survivingAncestor(page, update.ours.pages, pages)
  const place =
    parentId === page.parentId ? {} : { parentId, position: positionAfterSiblings(pages, parentId) }
  pages.set(objectId, { ...page, ...place })
}

/** Deletes an object, a page with all pages below it. */
function remove({ after }: Deciding, { object, objectId }: ObjectConflict): void {
  const states = after[partOf[object]]
  if (object !== 'PAGE') {
    states.delete(objectId)
    return
  }
  const children = childrenByParent(states as unknown as Map<string, PageState>)
  const removed = [objectId]
  for (const id of removed) removed.push(...(children.get(id) ?? []).map(({ pageId }) => pageId))
  for (const id of removed) states.delete(id)
}

/** The characters of bodies that are merged before others run. */
const charactersBetweenYields = 100_000

async function decideBodies(
  deciding: Deciding,
  decisions: readonly Decision<ObjectConflict>[],
): Promise<void> {
  let length = 0
  for (const group of Map.groupBy(decisions, ({ conflict }) => conflict.objectId).values()) {
    const [{ conflict }] = group as [Decision<ObjectConflict>]
    for (const { markdown } of Object.values(textsOf(deciding.update, conflict))) length += markdown.length
    if (length > charactersBetweenYields) {
      await yieldToEventLoop()
      length = 0
    }
    decideBody(deciding, group)
  }
}

/** Decides conflicts of one body together, because their lines are numbered in the same texts. */
function decideBody(deciding: Deciding, decisions: readonly Decision<ObjectConflict>[]): void {
  const [{ conflict }] = decisions as [Decision<ObjectConflict>]
  const { update, before, after, decidedAt } = deciding
  const part = partOf[conflict.object]
  const written = before[part].get(conflict.objectId)
  if (!written) throw refusal('CONFLICT_OUTDATED')
  const whole = decisions.find((decision) => isWhole(update, decision.conflict))
  const documentIds = whole ? wholeBodies(deciding, whole) : mergedBodies(deciding, decisions)
  const dated = part === 'pages' ? { updatedAt: decidedAt } : {}
  before[part].set(conflict.objectId, { ...written, documentId: documentIds.before })
  const current = after[part].get(conflict.objectId)
  if (!current) return
  after[part].set(conflict.objectId, { ...current, ...dated, documentId: documentIds.after, gitOid: null })
}

interface DocumentIds {
  readonly before: string | null
  readonly after: string | null
}

/** Returns the side of a conflict in the order of `mergeMarkdown`. */
const hunksOf = ({ base, ours, theirs }: ObjectConflict | LineConflict) => ({ base, ours, theirs })

function textsOf({ base, ours, theirs, bodies }: UpdatedContent, conflict: ObjectConflict) {
  const bodyOf = (snapshot: ContentSnapshot): Body => {
    const documentId = statesOf(snapshot, conflict).get(conflict.objectId)?.documentId
    return (documentId == null ? undefined : bodies.get(documentId)) ?? { markdown: '' }
  }
  return { base: bodyOf(base), ours: bodyOf(ours), theirs: bodyOf(theirs) }
}

/** Returns whether a conflict is about a body as a whole, which then was not merged line by line. */
function isWhole(update: UpdatedContent, conflict: ObjectConflict): boolean {
  const { base, ours, theirs } = textsOf(update, conflict)
  const whole = ({ markdown }: Body) => ({ line: 1, markdown })
  if (!isDeepStrictEqual(hunksOf(conflict), { base: whole(base), ours: whole(ours), theirs: whole(theirs) }))
    return false
  const merged = mergeMarkdown(base.markdown, ours.markdown, theirs.markdown)
  const isMerged = merged.conflicts.length === 1 && isDeepStrictEqual(merged.conflicts[0], hunksOf(conflict))
  return Boolean(base.nodes || ours.nodes || theirs.nodes) || !isMerged
}

function wholeBodies(deciding: Deciding, decision: Decision<ObjectConflict>): DocumentIds {
  const { conflict, resolution, text } = decision
  const before = statesOf(deciding.update.theirs, conflict).get(conflict.objectId)?.documentId ?? null
  if (resolution === 'TEXT') return { before, after: create(deciding, text) }
  return { before, after: sideOf(deciding, decision).get(conflict.objectId)?.documentId ?? null }
}

function mergedBodies(deciding: Deciding, decisions: readonly Decision<ObjectConflict>[]): DocumentIds {
  const [{ conflict }] = decisions as [Decision<ObjectConflict>]
  const { base, ours, theirs } = textsOf(deciding.update, conflict)
  const pending = new Set(decisions)
  const merge = (choose?: Parameters<typeof mergeMarkdown>[3]) =>
    create(deciding, mergeMarkdown(base.markdown, ours.markdown, theirs.markdown, choose).text)
  const after = merge((found) => {
    const decided = [...pending].find((each) => isDeepStrictEqual(hunksOf(each.conflict), found))
    if (!decided) return 'THEIRS'
    pending.delete(decided)
    return decided.resolution === 'TEXT' ? { text: decided.text } : decided.resolution
  })
  if (pending.size > 0) throw refusal('CONFLICT_OUTDATED')
  return { before: merge(), after }
}

/** Adds a body that may not be stored yet. Returns its id; null if it is empty. */
function create({ created }: Deciding, markdown: string): string | null {
  const document = identifyDocument({ markdown })
  if (!document) return null
  created.set(document.id, document)
  return document.id
}
