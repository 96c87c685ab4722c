import { orNotFound } from '../../base/errors.ts'
import { type RunStatement, selectRow } from '../../database/rows.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import { haveSameVariables, type Variables, variablesOf } from '../../formats/body/variables.ts'
import type { ContentSnapshot } from '../../formats/merge/content-snapshot.ts'
import { mergeBodies } from '../../formats/merge/merge-bodies.ts'
import { mergeContent } from '../../formats/merge/merge-content.ts'
import { mergeVariables } from '../../formats/merge/merge-variables.ts'
import type { MergeResult } from '../../formats/merge/types.ts'
import type { ChangeRequest, Revision } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { differences } from '../content/differences.ts'
import type { RevisionPoint } from '../content/revision-rows.ts'
import {
  addRevision,
  contentTransactionMs,
  type HeadRevision,
  type OpenRevision,
  openRevision,
  primaryContent,
} from '../content/revision-writer.ts'
import { ownIdentities, readBodies, readSnapshots } from '../content/snapshots.ts'
import { hasConflictsOfUpdate, openConflicts, recordConflicts } from './conflict-records.ts'
import { changeRequestMerged } from './events.ts'
import { assertMergeRules } from './merge-rules.ts'
import { assertActive, type ChangeRequestAddress } from './policy.ts'
import { changeChangeRequest, contentOf, loadChangeRequestFor } from './service.ts'

export interface MergeReport<Outcome> {
  readonly changeRequest: ChangeRequest
  /** The revision that the operation created, or else the newest one of the change request. */
  readonly revisionId: string
  readonly outcome: Outcome
}

/**
 * Merges a change request into the primary content of its space by a three-way merge with its base revision. Adds one
 * revision or, if there are conflicts, only records them. Conflicts that an update left must be decided first: the merge
 * would not find them again, and take the version of the change request without a word. Merges and live edits of a space
 * run one after the other.
 */
export async function mergeChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
): Promise<MergeReport<'MERGE' | 'CONFLICTS'>> {
  const found = await loadChangeRequestFor(context, address)
  assertActive(found)
  const limits = { spaceId: found.spaceId, milliseconds: contentTransactionMs }
  return spaceTransaction(context.database, limits, async (transaction) => {
    // Merging is allowed in a locked space, where change requests are the only way to edit.
    const primary = await openRevision(transaction, primaryContent(found.spaceId))
    const proposal = await openRevision(transaction, contentOf(found))
    await assertMergeRules(primary, {
      changeRequestId: found.id,
      isOutdated: proposal.head.baseSequence !== primary.head.sequence,
      userId: memberOf(context).userId,
    })
    const open = await openConflicts(transaction, found.id)
    if (hasConflictsOfUpdate(open)) return unchanged(transaction, found.id, 'CONFLICTS')
    const sides = await mergeSides(transaction, found.spaceId, primary.head, proposal.head)
    const { merged } = sides
    await recordConflicts(transaction, found.id, open, { conflicts: merged.conflicts, revisionId: null })
    if (merged.conflicts.length > 0) return unchanged(transaction, found.id, 'CONFLICTS')
    const revision = await writeMerge(
      primary,
      { ...sides, proposal: proposal.head },
      memberOf(context).userId,
    )
    const changeRequest = await changeChangeRequest(transaction, found.id, {
      status: 'MERGED',
      revisionMergedId: revision.id,
      mergedById: revision.createdById,
      mergedAt: revision.createdAt,
      updatedAt: revision.createdAt,
    })
    await changeRequestMerged.publish(transaction, { context, changeRequest })
    return { changeRequest, revisionId: revision.id, outcome: 'MERGE' }
  })
}

async function writeMerge(
  primary: OpenRevision,
  { ours, merged, variables, proposal }: MergedSides & { readonly proposal: HeadRevision },
  userId: string,
): Promise<Revision> {
  const { pages, files, reusable } = differences(merged, ours)
  const changes = { pages, files, reusable, variables, documents: [...merged.bodies.values()] }
  const { revision } = await addRevision(primary, primaryContent(primary.space.id), changes, userId, {
    type: 'MERGE',
    otherParents: [proposal.id],
  })
  return revision
}

/**
 * Merges the primary content of its space into a change request, whose base becomes the newest revision of the space.
 * For each conflict the change request keeps its own version, and the conflict is open until it is decided. While there
 * are such conflicts, nothing more is merged into it.
 */
export async function updateChangeRequestFromSpace(
  context: Context,
  address: ChangeRequestAddress,
): Promise<MergeReport<'UPDATE' | 'CONFLICTS'>> {
  const found = await loadChangeRequestFor(context, address)
  assertActive(found)
  const limits = { spaceId: found.spaceId, milliseconds: contentTransactionMs }
  return spaceTransaction(context.database, limits, (transaction) =>
    updateInTransaction(transaction, found, memberOf(context).userId),
  )
}

/** Updates a change request as part of a transaction, after which its content is locked. */
export async function updateInTransaction(
  transaction: Transaction,
  found: ChangeRequest,
  userId: string | null,
): Promise<MergeReport<'UPDATE' | 'CONFLICTS'>> {
  const proposal = await openRevision(transaction, contentOf(found))
  const open = await openConflicts(transaction, found.id)
  if (hasConflictsOfUpdate(open)) return unchanged(transaction, found.id, 'CONFLICTS')
  const { revision: primary } = await transaction.space.findUniqueOrThrow({
    where: { id: found.spaceId },
    include: { revision: true },
  })
  if (proposal.head.baseSequence === primary.sequence) return unchanged(transaction, found.id, 'UPDATE')
  const sides = await mergeSides(transaction, found.spaceId, primary, proposal.head)
  const { merged } = sides
  const revision = await writeUpdate(proposal, found, { ...sides, primary }, userId)
  await recordConflicts(transaction, found.id, open, {
    conflicts: merged.conflicts,
    revisionId: revision.id,
  })
  const changeRequest = await changeChangeRequest(transaction, found.id, {
    revisionMergedAncestorId: primary.id,
  })
  const outcome = merged.conflicts.length > 0 ? 'CONFLICTS' : 'UPDATE'
  return { changeRequest, revisionId: revision.id, outcome }
}

/** Returns a change request whose content stays as it is. */
async function unchanged<Outcome>(
  transaction: Transaction,
  id: string,
  outcome: Outcome,
): Promise<MergeReport<Outcome>> {
  const changeRequest = await currentChangeRequest(transaction, id)
  return { changeRequest, revisionId: changeRequest.revisionId, outcome }
}

/** Returns a change request that is locked, as this transaction has left it. */
export async function currentChangeRequest(transaction: Transaction, id: string): Promise<ChangeRequest> {
  return orNotFound(await selectRow(transaction.query, 'ChangeRequest', { id }))
}

/** Writes the rows that differ from the new base, and ends those that no longer do. */
async function writeUpdate(
  proposal: OpenRevision,
  changeRequest: ChangeRequest,
  { ours, merged, variables, primary }: MergedSides & { readonly primary: Revision },
  userId: string | null,
): Promise<Revision> {
  const { pages, files, reusable } = differences(merged, ours)
  const own = await ownIdentities(proposal.transaction.query, proposal.branchId)
  const changes = {
    pages: { ...pages, reverted: own.PageVersion },
    files: { ...files, reverted: own.FileVersion },
    reusable: { ...reusable, reverted: own.ReusableContentVersion },
    variables,
    documents: [...merged.bodies.values()],
    baseSequence: primary.sequence,
  }
  const { revision } = await addRevision(proposal, contentOf(changeRequest), changes, userId, {
    type: 'UPDATE',
    otherParents: [primary.id],
  })
  return revision
}

/** The primary content, and the result of a merge with it. */
interface MergedSides {
  readonly ours: ContentSnapshot
  readonly merged: MergeResult
  readonly variables: Variables
}

type Side = RevisionPoint & Pick<Revision, 'variables'>

/** Merges the content of a change request (theirs) with the primary content (ours) against their common base. */
async function mergeSides(
  transaction: Transaction,
  spaceId: string,
  primary: Side,
  proposal: Side,
): Promise<MergedSides> {
  const baseOfProposal: RevisionPoint = { ...primary, sequence: proposal.baseSequence ?? 0 }
  const run = transaction.query
  const [base, ours, theirs] = await readSnapshots(run, [baseOfProposal, primary, proposal])
  const bodies = await readBodies(run, { base, ours, theirs })
  const mergedBodies = await mergeBodies({ base, ours, theirs }, bodies, spaceId)
  const merged = await mergeContent({ base, ours, theirs, bodies, mergedBodies })
  const { variables, conflicts } = await mergedVariables(run, baseOfProposal, primary, proposal)
  return { ours, merged: { ...merged, conflicts: [...merged.conflicts, ...conflicts] }, variables }
}

/** Merges variables. Only where the sides differ, the base is read. */
async function mergedVariables(
  run: RunStatement,
  { branchId, sequence }: RevisionPoint,
  primary: Side,
  proposal: Side,
): Promise<ReturnType<typeof mergeVariables>> {
  const [ours, theirs] = [variablesOf(primary), variablesOf(proposal)]
  if (haveSameVariables(ours, theirs)) return { variables: ours, conflicts: [] }
  const base = await selectRow(run, 'Revision', { branchId, sequence })
  return mergeVariables({ base: base ? variablesOf(base) : {}, ours, theirs })
}
