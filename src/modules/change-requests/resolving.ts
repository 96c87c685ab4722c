import { inputFault, invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import { faultsOf, type Limits } from '../../base/validation.ts'
import { type RunStatement, selectRow } from '../../database/rows.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Body, StoredDocument } from '../../formats/body/documents.ts'
import { contentLimits, variableLimits } from '../../formats/body/limits.ts'
import type { Variables, VariableValue } from '../../formats/body/variables.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import {
  type Decision,
  decideContent,
  type ObjectConflict,
  type UpdatedContent,
} from '../../formats/merge/decisions.ts'
import { mergeBodies } from '../../formats/merge/merge-bodies.ts'
import { mergeContent } from '../../formats/merge/merge-content.ts'
import { isVariableField } from '../../formats/merge/merge-front-matter.ts'
import { conflict as refusal } from '../../formats/reasons.ts'
import type { ChangeRequest, ContentConflict, Revision } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { differences } from '../content/differences.ts'
import { parseBodies, parsedOf } from '../content/parse-bodies.ts'
import {
  addRevision,
  contentTransactionMs,
  type OpenRevision,
  openRevision,
  type RevisionChanges,
} from '../content/revision-writer.ts'
import { readBodies, readSnapshots } from '../content/snapshots.ts'
import { openConflicts } from './conflict-records.ts'
import { currentChangeRequest, updateInTransaction } from './merging.ts'
import { assertActive, type ChangeRequestAddress } from './policy.ts'
import { refusedInput } from './reasons.ts'
import { contentOf, loadChangeRequestFor } from './service.ts'

export interface GivenDecision {
  readonly conflict: string
  readonly resolution: Decision['resolution']
  readonly text?: string | null
}

export interface GivenDecisions {
  readonly decisions?: readonly GivenDecision[] | null
  /** Decides all conflicts that `decisions` does not name. */
  readonly others?: Exclude<Decision['resolution'], 'TEXT'> | null
}

export interface ResolveReport {
  readonly changeRequest: ChangeRequest
  /** The newest revision of the change request, which has the decisions. */
  readonly revisionId: string
  readonly conflictIds: readonly string[]
}

/**
 * Resolves conflicts of a change request: all that are named, or none. The resolved content becomes a new revision of the
 * change request, and the conflicts stay on record. Conflicts of a merge, which wrote nothing, are brought into the change
 * request by an update first.
 */
export async function resolveConflicts(
  context: Context,
  address: ChangeRequestAddress,
  given: GivenDecisions,
): Promise<ResolveReport> {
  const found = await loadChangeRequestFor(context, address)
  assertActive(found)
  const { userId } = memberOf(context)
  const limits = { spaceId: found.spaceId, milliseconds: contentTransactionMs }
  return spaceTransaction(context.database, limits, async (transaction) => {
    // Locks the content, which the conflicts are about.
    await openRevision(transaction, contentOf(found))
    const decisions = await openDecisions(transaction, found, given, userId)
    const proposal = await openRevision(transaction, contentOf(found))
    if (decisions.some(({ resolution }) => resolution !== 'THEIRS'))
      await writeDecisions(proposal, found, decisions, userId)
    await recordDecisions(transaction, decisions, userId)
    const changeRequest = await currentChangeRequest(transaction, found.id)
    return {
      changeRequest,
      revisionId: changeRequest.revisionId,
      conflictIds: decisions.map(({ conflict }) => conflict.id),
    }
  })
}

type OpenDecision = Decision & { readonly conflict: ContentConflict }

/** Returns the decisions with their conflicts, all of which are then in the content of the change request. */
async function openDecisions(
  transaction: Transaction,
  found: ChangeRequest,
  given: GivenDecisions,
  userId: string,
): Promise<OpenDecision[]> {
  let open = await openConflicts(transaction, found.id)
  if (open.some(({ revisionId }) => revisionId === null)) {
    await updateInTransaction(transaction, found, userId)
    open = await openConflicts(transaction, found.id)
  }
  const byId = new Map(open.map((conflict) => [conflict.id, conflict]))
  const decisions = (given.decisions ?? []).map(({ conflict: id, resolution, text }, index) => {
    const conflict = byId.get(id)
    if (!conflict) throw refusedInput(`decisions.${index}.conflict`, 'CONFLICT_NOT_OPEN')
    byId.delete(id)
    if (resolution === 'TEXT') assertText(conflict, text, `decisions.${index}.text`)
    return { conflict, resolution, text: text ?? '' }
  })
  const { others } = given
  if (!others) return decisions
  return [...decisions, ...[...byId.values()].map((conflict) => ({ conflict, resolution: others, text: '' }))]
}

/** The fields that a new text can be decided for, with their limits. */
const textLimits: Readonly<Record<string, Limits>> = {
  title: contentLimits.title,
  slug: contentLimits.slug,
  emoji: contentLimits.emoji,
  icon: contentLimits.icon,
  description: contentLimits.description,
  name: contentLimits.fileName,
  contentType: contentLimits.contentType,
}

const limitsOfText = ({ kind, object, field }: ContentConflict): Limits | undefined => {
  if (object === 'VARIABLE' || isVariableField(field)) return { maxLength: variableLimits.value }
  return kind === 'FIELD' ? textLimits[field ?? ''] : undefined
}

function assertText(
  conflict: ContentConflict,
  text: string | null | undefined,
  path: string,
): asserts text is string {
  if (text == null) throw brokenRule(path, 'REQUIRED')
  if (conflict.kind === 'BODY') return
  const limits = limitsOfText(conflict)
  if (!limits) throw invalidInput(path, 'is possible only for a body and for a field that is a text')
  const [fault] = faultsOf(limits, text, [])
  if (fault) throw inputFault({ ...fault, path })
}

async function writeDecisions(
  proposal: OpenRevision,
  found: ChangeRequest,
  decisions: readonly OpenDecision[],
  userId: string,
): Promise<void> {
  const ofObjects = decisions.filter(isAboutObject)
  const changes = ofObjects.length > 0 ? await decidedContent(proposal, ofObjects, userId) : {}
  const variables = decidedVariables(variablesOf(proposal.head), decisions)
  await addRevision(proposal, contentOf(found), { ...changes, variables }, userId)
}

const isAboutObject = (decision: OpenDecision): decision is OpenDecision & Decision<ObjectConflict> =>
  decision.conflict.object !== 'VARIABLE'

/** Returns the variables of a change request with decisions, which are only about those that were not edited since. */
function decidedVariables(present: Variables, decisions: readonly OpenDecision[]): Variables {
  const variables: Record<string, VariableValue> = { ...present }
  for (const { conflict, resolution, text } of decisions) {
    if (conflict.object !== 'VARIABLE' || resolution === 'THEIRS') continue
    const { objectId: name, ours, theirs, base } = conflict
    if ((present[name] ?? null) !== theirs) throw refusal('CONFLICT_OUTDATED')
    const value =
      resolution === 'TEXT' ? text : ((resolution === 'OURS' ? ours : base) as VariableValue | null)
    if (value === null) delete variables[name]
    else variables[name] = value
  }
  return variables
}

/** Applies decisions to the content of a change request by a three-way merge, so that what was edited since is kept. */
async function decidedContent(
  proposal: OpenRevision,
  decisions: readonly (OpenDecision & Decision<ObjectConflict>)[],
  userId: string,
): Promise<RevisionChanges> {
  const run = proposal.transaction.query
  const update = await readUpdate(run, decisions)
  const decided = await decideContent(update, decisions, proposal.createdAt)
  const [theirs] = await readSnapshots(run, [proposal.head])
  const sides = { base: decided.before, ours: decided.after, theirs }
  const bodies = new Map<string, Body>([...(await readBodies(run, sides)), ...decided.created])
  const mergedBodies = await mergeBodies(sides, bodies, userId)
  const merged = await mergeContent({ ...sides, bodies, mergedBodies })
  if (merged.conflicts.length > 0) throw refusal('CONFLICT_OUTDATED')
  const changes = differences(merged, theirs)
  const used = new Set(
    [...changes.pages.written, ...changes.reusable.written].map(({ documentId }) => documentId),
  )
  const decidedBodies = [...decided.created.values()].filter(({ id }) => used.has(id))
  const documents = [...(await parsed(decidedBodies, userId)), ...merged.bodies.values()]
  return { ...changes, documents }
}

/** Returns bodies with what the indexes keep of them. Throws for a text that cannot be a body. */
async function parsed(documents: readonly StoredDocument[], owner: string): Promise<StoredDocument[]> {
  const outcomes = await parseBodies(
    documents.map(({ markdown }) => markdown),
    owner,
  )
  return documents.map((document, index) => ({
    ...document,
    index: parsedOf(outcomes[index] as (typeof outcomes)[number]).index,
  }))
}

/** Reads the update that left the conflicts. All open conflicts of a change request are of the same one. */
async function readUpdate(run: RunStatement, decisions: readonly OpenDecision[]): Promise<UpdatedContent> {
  const written = await readRevision(run, decisions[0]?.conflict.revisionId)
  const { base, ours, theirs } = sidesOfUpdate(
    await readRevision(run, written.parents[0]),
    await readRevision(run, written.parents[1]),
  )
  const snapshots = await readSnapshots(run, [base, ours, theirs, written])
  const sides = { base: snapshots[0], ours: snapshots[1], theirs: snapshots[2] }
  return { ...sides, written: snapshots[3], bodies: await readBodies(run, sides) }
}

/**
 * Returns the sides of an update by its parents. One from the space follows the change request, and its other parent is of the primary
 * content. One from a commit, which the change request shows, follows what that commit has, and before that what the commit had that
 * was shown last; its other parent is the change request with the edits of people.
 */
function sidesOfUpdate(followed: Revision, other: Revision): Record<'base' | 'ours' | 'theirs', Revision> {
  return followed.branchId === other.branchId
    ? { base: { ...followed, sequence: followed.sequence - 1 }, ours: followed, theirs: other }
    : { base: { ...other, sequence: followed.baseSequence ?? 0 }, ours: other, theirs: followed }
}

async function readRevision(run: RunStatement, id: string | null | undefined): Promise<Revision> {
  const revision = id == null ? null : await selectRow(run, 'Revision', { id })
  if (!revision) throw refusal('CONFLICT_OUTDATED')
  return revision
}

async function recordDecisions(
  transaction: Transaction,
  decisions: readonly OpenDecision[],
  userId: string,
): Promise<void> {
  if (decisions.length === 0) return
  const rows = decisions.map(({ conflict: { id }, resolution, text }) => ({
    id,
    resolution,
    text: resolution === 'TEXT' ? text : null,
  }))
  await transaction.query(
    `UPDATE "ContentConflict" c
     SET status = 'RESOLVED', resolution = d.resolution::"ConflictResolution", text = d.text,
       "resolvedAt" = now(), "resolvedById" = $2
     FROM json_to_recordset($1::json) AS d(id text, resolution text, text text) WHERE c.id = d.id`,
    [JSON.stringify(rows), userId],
  )
}
