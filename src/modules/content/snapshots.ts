import { getOrCreate } from '../../base/get-or-create.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { ContentSnapshot } from '../../formats/merge/content-snapshot.ts'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { arrayParameter } from '../../graph/sql/array-parameter.ts'
import type { Cost } from '../../request/cost.ts'
import { readContentRows } from './content-reads.ts'
import {
  type ContentModel,
  identityColumns,
  pointParameters,
  pointRow,
  type RevisionPoint,
  rowsIn,
} from './revision-rows.ts'

/** The columns for the revisions in which a row is valid, which a state leaves out. */
type RowColumns = Pick<PageVersion, 'id' | 'branchId' | 'sequence' | 'endSequence' | 'deleted'>

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
  for (const row of rows) {
    const state = getOrCreate(seen, row.id, () => stateOf(row)) as Omit<Row, keyof RowColumns>
    states.set(row[identity] as string, state)
  }
  return states
}

/** The row of an object that is valid in a revision, and where the object is in the tree if it is a page. */
interface OutlineRow {
  readonly model: ContentModel
  readonly isLater: boolean
  readonly id: string
  readonly identity: string
  readonly parentId: string | null
  readonly position: string | null
}

/**
 * Reads two revisions for their comparison, in one statement and one for each model with differences: all columns of those
 * objects only whose rows differ. Any other is the same object in both snapshots; of a page it has the place in the tree.
 * Stops at the limit of the operation, if it has one.
 */
export async function readDifferences(
  run: RunStatement,
  earlier: RevisionPoint | null,
  later: RevisionPoint,
  cost?: Cost,
): Promise<{ readonly earlier: ContentSnapshot; readonly later: ContentSnapshot; readonly rows: number }> {
  const outline = await readOutlines(run, earlier, later, cost)
  const read = async (model: ContentModel) => {
    const ofModel = outline.filter((row) => row.model === model)
    const states = await readStates(run, model, differingIds(ofModel))
    const statesOfSide = (isLater: boolean) =>
      new Map(
        ofModel
          .filter((row) => row.isLater === isLater)
          .map((row) => [row.identity, getOrCreate(states, row.id, () => outlineState(row))]),
      )
    return { earlier: statesOfSide(false), later: statesOfSide(true) }
  }
  const [pages, files, reusable] = await Promise.all([
    read('PageVersion'),
    read('FileVersion'),
    read('ReusableContentVersion'),
  ])
  const snapshotOf = (side: 'earlier' | 'later') =>
    ({ pages: pages[side], files: files[side], reusable: reusable[side] }) as unknown as ContentSnapshot
  return { earlier: snapshotOf('earlier'), later: snapshotOf('later'), rows: outline.length }
}

const outlineState = ({ identity, parentId, position }: OutlineRow): object => ({
  pageId: identity,
  parentId,
  position,
})

async function readOutlines(
  run: RunStatement,
  earlier: RevisionPoint | null,
  later: RevisionPoint,
  cost: Cost | undefined,
): Promise<readonly OutlineRow[]> {
  const points = earlier ? [later, earlier] : [later]
  const models = Object.keys(identityColumns) as ContentModel[]
  const selects = points.flatMap((point, index) =>
    models.map((model) => {
      const place =
        model === 'PageVersion' ? 'v."parentId", v.position' : 'NULL AS "parentId", NULL AS position'
      return `SELECT '${model}' AS model, ${point === later} AS "isLater", v.id, v."${identityColumns[model]}" AS identity, ${place}
       FROM ${pointRow('r', 1 + 4 * index)} CROSS JOIN LATERAL ${rowsIn(model, 'r')} v`
    }),
  )
  const rows = await run<OutlineRow>(
    `${selects.join(' UNION ALL ')} LIMIT $${1 + 4 * points.length}::bigint`,
    [...points.flatMap(pointParameters), cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  return rows
}

/** Returns the ids of the rows of objects that have another row in the other revision. */
function differingIds(outline: readonly OutlineRow[]): string[] {
  const byIdentity = Map.groupBy(outline, ({ identity }) => identity)
  return [...byIdentity.values()].flatMap(([one, other]) =>
    one && other && one.id !== other.id ? [one.id, other.id] : [],
  )
}

async function readStates(
  run: RunStatement,
  model: ContentModel,
  ids: readonly string[],
): Promise<Map<string, object>> {
  const states = new Map<string, object>()
  if (ids.length === 0) return states
  const rows = await run<RowColumns>(
    `SELECT t.* FROM "${model}" t WHERE t.id = ANY(${arrayParameter('$1')})`,
    [ids],
  )
  for (const row of rows) states.set(row.id, stateOf(row))
  return states
}

/** Returns a row without the columns for the revisions in which it is valid. */
function stateOf<Row extends RowColumns>(row: Row): Omit<Row, keyof RowColumns> {
  const { id: _, branchId: __, sequence: ___, endSequence: ____, deleted: _____, ...state } = row
  return state
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
