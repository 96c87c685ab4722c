import type { RunStatement } from '../../database/rows.ts'
import type { FileVersion, PageVersion, ReusableContentVersion } from '../../generated/prisma/client.ts'
import type { Cost } from '../../request/cost.ts'
import {
  type ContentModel,
  identityColumns,
  pointParameters,
  pointRow,
  type RevisionPoint,
  rowOfBranch,
  validAt,
} from './revision-rows.ts'

/** The content of a revision of a change request that differs from its base, and what it is in the base. */
export interface BranchChanges {
  readonly earlier: ChangedContent
  readonly later: ChangedContent
  /** The number of rows that were read. */
  readonly rows: number
}

interface ChangedContent {
  /** With all pages above the changed ones. One that is unchanged is the same object in both. */
  readonly pages: ReadonlyMap<string, PageVersion>
  readonly files: ReadonlyMap<string, FileVersion>
  readonly reusable: ReadonlyMap<string, ReusableContentVersion>
}

/** Returns whether a revision is the one whose content the branch of another overlays. */
export const isBaseOf = (base: RevisionPoint, { baseBranchId, baseSequence }: RevisionPoint): boolean =>
  base.baseBranchId === null && base.branchId === baseBranchId && base.sequence === baseSequence

/**
 * Reads what a revision of a change request changes of its base. Only objects with a row of its own branch can differ, so
 * that the rest of the content is not read. Stops at the limit of the operation, if it has one.
 */
export async function readBranchChanges(
  run: RunStatement,
  revision: RevisionPoint,
  cost?: Cost,
): Promise<BranchChanges> {
  const limit = cost?.rowsToStopAt ?? null
  const read = async <Row extends object>(model: ContentModel) => {
    const rows = await run<ChangedRow<Row>>(statements[model], [...pointParameters(revision), limit])
    return rows.map(({ side, ...row }) => ({ side, row }))
  }
  const [pages, files, reusable] = await Promise.all([
    read<PageVersion>('PageVersion'),
    read<FileVersion>('FileVersion'),
    read<ReusableContentVersion>('ReusableContentVersion'),
  ])
  const rows = pages.length + files.length + reusable.length
  cost?.readRows(rows)
  const contentOf = (side: 'base' | 'own'): ChangedContent => ({
    pages: rowsOfSide(pages, side, 'pageId'),
    files: rowsOfSide(files, side, 'fileId'),
    reusable: rowsOfSide(reusable, side, 'reusableId'),
  })
  return { earlier: contentOf('base'), later: contentOf('own'), rows }
}

/** Where a row is valid: in the branch, in the base, or in both where the branch has no other. */
type Side = 'own' | 'base' | 'both'

type ChangedRow<Row> = Row & { readonly side: Side }

function rowsOfSide<Row extends { readonly deleted: boolean }>(
  changed: readonly { readonly side: Side; readonly row: Row }[],
  wanted: 'base' | 'own',
  identity: keyof Row,
): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>()
  for (const { side, row } of changed)
    if (!row.deleted && (side === wanted || side === 'both')) rows.set(row[identity] as string, row)
  return rows
}

/** Returns SQL for the row `v` that an object has in the base of the revision `r`. */
const inBase = (model: ContentModel, identity: string): string =>
  `LATERAL (${rowOfBranch(model, 'r."baseBranchId"', 'r."baseSequence"', identity)}) v`

/** Common table expressions for the rows of the branch, and for those that they hide. */
const changedRows = (model: ContentModel): string => `
  r AS MATERIALIZED (SELECT * FROM ${pointRow('r', 1)}),
  own AS MATERIALIZED (
    SELECT v.* FROM r JOIN "${model}" v ON ${validAt('v', 'r."branchId"', 'r.sequence')} LIMIT $5),
  base AS MATERIALIZED (
    SELECT v.* FROM r CROSS JOIN own o CROSS JOIN ${inBase(model, `o."${identityColumns[model]}"`)}
    WHERE NOT v.deleted)`

const selectChanged = `SELECT 'own' AS side, o.* FROM own o UNION ALL SELECT 'base' AS side, b.* FROM base b`

const changes = (model: ContentModel): string => `WITH ${changedRows(model)} ${selectChanged} LIMIT $5`

/** A page that has a row of the branch begins a line of its own, so that all others above are in the base. */
const changesOfPages = `WITH RECURSIVE ${changedRows('PageVersion')},
  above AS (
    SELECT v.id, v."pageId", v."parentId" FROM r
    CROSS JOIN (SELECT "parentId" FROM own WHERE NOT deleted UNION SELECT "parentId" FROM base) s
    CROSS JOIN ${inBase('PageVersion', 's."parentId"')} WHERE NOT v.deleted
    UNION
    SELECT v.id, v."pageId", v."parentId" FROM r
    CROSS JOIN above a CROSS JOIN ${inBase('PageVersion', 'a."parentId"')} WHERE NOT v.deleted)
  ${selectChanged} UNION ALL
  SELECT 'both' AS side, v.* FROM above a JOIN "PageVersion" v ON v.id = a.id
  WHERE a."pageId" NOT IN (SELECT "pageId" FROM own) LIMIT $5`

const statements: Readonly<Record<ContentModel, string>> = {
  PageVersion: changesOfPages,
  FileVersion: changes('FileVersion'),
  ReusableContentVersion: changes('ReusableContentVersion'),
}
