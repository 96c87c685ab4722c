import { selectRow } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type { ContentSnapshot } from '../../formats/merge/content-snapshot.ts'
import { mergeBodies } from '../../formats/merge/merge-bodies.ts'
import { mergeContent } from '../../formats/merge/merge-content.ts'
import { mergeVariables } from '../../formats/merge/merge-variables.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { differences } from './differences.ts'
import { badRequest, preconditionFailed } from './reasons.ts'
import type { OpenRevision, RevisionChanges } from './revision-writer.ts'
import type { RowChanges } from './row-writer.ts'
import { readBodies, readSnapshots } from './snapshots.ts'

/** The revision that a batch of changes starts from. Without one, the batch applies to the newest, whatever it is. */
export interface BatchBase {
  readonly baseRevisionId?: string | null
  /** The treatment of a batch whose base is no longer the newest revision. Defaults to REFUSE. */
  readonly ifStale?: 'REFUSE' | 'MERGE' | null
}

interface AppliedBatch<Result> {
  readonly changes: RevisionChanges
  readonly result: Result
}

/**
 * Applies a batch to the revision that it starts from. If that is not the newest any more, the batch is refused or, if the
 * caller asks for it, merged with what changed since. The content is locked, so that nothing changes in between.
 */
export async function applyToBase<Result>(
  open: OpenRevision,
  { baseRevisionId, ifStale }: BatchBase,
  apply: (open: OpenRevision) => Promise<AppliedBatch<Result>>,
): Promise<AppliedBatch<Result>> {
  if (!baseRevisionId || baseRevisionId === open.head.id) return apply(open)
  const { branchId, transaction } = open
  const base = await selectRow(transaction.query, 'Revision', { id: baseRevisionId, branchId })
  if (!base) throw badRequest('BASE_REVISION_UNKNOWN')
  if (ifStale !== 'MERGE') throw preconditionFailed('BASE_REVISION_STALE', { newest: open.head.id })
  const { changes, result } = await apply({ ...open, head: base })
  return { changes: await mergeWithNewest(open, base, changes), result }
}

/** Merges the changes of a batch (theirs) with what changed since its base revision (ours). */
async function mergeWithNewest(
  { transaction, head, space: { id: owner } }: OpenRevision,
  baseRevision: Revision,
  changes: RevisionChanges,
): Promise<RevisionChanges> {
  const run = transaction.query
  const [base, ours] = await readSnapshots(run, [baseRevision, head])
  const theirs = withChanges(base, changes)
  const { documents = [] } = changes
  const bodies = new Map<string, Body>(await readBodies(run, { base, ours, theirs }))
  for (const document of documents) bodies.set(document.id, document)
  const mergedBodies = await mergeBodies({ base, ours, theirs }, bodies, owner)
  const merged = await mergeContent({ base, ours, theirs, bodies, mergedBodies })
  const variables =
    changes.variables &&
    mergeVariables({
      base: variablesOf(baseRevision),
      ours: variablesOf(head),
      theirs: changes.variables,
    })
  const [first] = [...merged.conflicts, ...(variables?.conflicts ?? [])]
  if (first) throw preconditionFailed('BASE_REVISION_CONFLICTS', { title: first.title })
  const { pages, files, reusable } = differences(merged, ours)
  const used = new Set(pages.written.map(({ documentId }) => documentId))
  const written = [...documents, ...merged.bodies.values()].filter(({ id }) => used.has(id))
  return { pages, files, reusable, documents: written, ...(variables && { variables: variables.variables }) }
}

const emptyPage = {
  slug: null,
  emoji: null,
  frontMatter: null,
  heading: null,
  icon: null,
  description: null,
  layout: null,
  cover: null,
  target: null,
  computed: null,
  computedSeed: null,
  documentId: null,
  gitOid: null,
  gitPath: null,
}

const emptyFile = { width: null, height: null, gitOid: null, gitPath: null }

/** Returns content with the changes of a batch, which does not change reusable contents. */
const withChanges = (
  { pages, files, reusable }: ContentSnapshot,
  changes: RevisionChanges,
): ContentSnapshot => ({
  pages: withRows(pages, 'pageId', emptyPage, changes.pages),
  files: withRows(files, 'fileId', emptyFile, changes.files),
  reusable,
})

/** Returns states with the rows of a batch, whose absent columns are null in the database. */
function withRows<State extends object>(
  states: ReadonlyMap<string, State>,
  identity: string,
  empty: Partial<State>,
  { written = [], removed = [] }: RowChanges<object> = {},
): Map<string, State> {
  const changed = new Map(states)
  for (const row of written) {
    const present = Object.entries(row).filter(([, value]) => value !== undefined)
    const columns = Object.fromEntries(present) as Record<string, unknown>
    changed.set(columns[identity] as string, { ...empty, ...columns } as State)
  }
  for (const id of removed) changed.delete(id)
  return changed
}
