import type { RunStatement } from '../../database/rows.ts'
import type { Cost } from '../../graphql/cost.ts'
import { readContentRows } from './content-reads.ts'
import type { ContentSnapshot } from './content-snapshot.ts'
import type { Body } from './documents.ts'
import { type ContentModel, identityColumns, type RevisionPoint } from './revision-rows.ts'

/** The columns for the revisions in which a row is valid, which a state leaves out. */
interface RowColumns {
  readonly id: string
  readonly branchId: string
  readonly sequence: number
  readonly endSequence: number | null
  readonly deleted: boolean
}

/**
 * Reads the complete content of revisions, without bodies. Rows that revisions share become the same object in each
 * snapshot, so that comparisons of unchanged content are cheap. Stops at the limit of the operation, if it has one.
 */
export async function readSnapshots<const Points extends readonly RevisionPoint[]>(
  run: RunStatement,
  points: Points,
  cost?: Cost,
): Promise<{ [Index in keyof Points]: ContentSnapshot }> {
  const seen = new Map<string, object>()
  const read = async <Model extends ContentModel>(model: Model, point: RevisionPoint) => {
    const rows = await readContentRows(run, model, point, { limit: cost?.rowsToStopAt ?? null })
    cost?.readRows(rows.length)
    return rows
  }
  const snapshots: ContentSnapshot[] = []
  for (const point of points)
    snapshots.push({
      pages: statesOf(await read('PageVersion', point), 'pageId', seen),
      files: statesOf(await read('FileVersion', point), 'fileId', seen),
      reusable: statesOf(await read('ReusableContentVersion', point), 'reusableId', seen),
    })
  return snapshots as { [Index in keyof Points]: ContentSnapshot }
}

function statesOf<Row extends RowColumns, Identity extends keyof Row>(
  rows: readonly Row[],
  identity: Identity,
  seen: Map<string, object>,
): Map<string, Omit<Row, keyof RowColumns>> {
  const states = new Map<string, Omit<Row, keyof RowColumns>>()
  for (const { id, branchId: _, sequence: __, endSequence: ___, deleted: ____, ...columns } of rows) {
    const state = (seen.get(id) ?? columns) as Omit<Row, keyof RowColumns>
    seen.set(id, state)
    states.set((columns as unknown as Row)[identity] as string, state)
  }
  return states
}

/** Reads only those bodies that a merge needs: the ones that differ between its snapshots. */
export async function readBodies(
  run: RunStatement,
  { base, ours, theirs }: Record<'base' | 'ours' | 'theirs', ContentSnapshot>,
): Promise<Map<string, Body>> {
  const ids = new Set<string>()
  for (const part of ['pages', 'reusable'] as const)
    for (const id of new Set([...ours[part].keys(), ...theirs[part].keys()])) {
      const sides = [base, ours, theirs].map((snapshot) => snapshot[part].get(id)?.documentId ?? null)
      if (new Set(sides).size > 1) for (const side of sides) if (side !== null) ids.add(side)
    }
  const documents = await run<{ id: string; markdown: string; nodes: object | null }>(
    'SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1::text[])',
    [[...ids]],
  )
  return new Map(documents.map(({ id, markdown, nodes }) => [id, { markdown, nodes: nodes ?? undefined }]))
}

/** Reads the ids of the objects that the branch of a change request changed, added or deleted. */
export async function ownIdentities(
  run: RunStatement,
  branchId: string,
): Promise<Record<ContentModel, string[]>> {
  const idsOf = async (model: ContentModel) => {
    const rows = await run<{ id: string }>(
      `SELECT "${identityColumns[model]}" AS id FROM "${model}" WHERE "branchId" = $1 AND "endSequence" IS NULL`,
      [branchId],
    )
    return rows.map(({ id }) => id)
  }
  return {
    PageVersion: await idsOf('PageVersion'),
    FileVersion: await idsOf('FileVersion'),
    ReusableContentVersion: await idsOf('ReusableContentVersion'),
  }
}
