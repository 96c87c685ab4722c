import type { RunStatement } from '../../database/rows.ts'
import type { FileVersion, PageVersion, ReusableContentVersion } from '../../generated/prisma/client.ts'
import type { TreePage } from './page-tree.ts'
import {
  type ContentModel,
  identityColumns,
  pointParameters,
  pointRow,
  type RevisionPoint,
  rowsIn,
} from './revision-rows.ts'

interface ContentRows {
  PageVersion: PageVersion
  FileVersion: FileVersion
  ReusableContentVersion: ReusableContentVersion
}

/** Reads the rows of a revision: those with the ids, or all, up to the limit. */
export function readContentRows<Model extends ContentModel>(
  run: RunStatement,
  model: Model,
  point: RevisionPoint,
  { ids, limit = null }: { readonly ids?: readonly string[]; readonly limit?: number | null } = {},
): Promise<readonly ContentRows[Model][]> {
  const condition = `($5::text[] IS NULL OR v."${identityColumns[model]}" = ANY($5::text[]))`
  return run<ContentRows[Model]>(
    `SELECT v.* FROM ${pointRow('r', 1)} CROSS JOIN LATERAL ${rowsIn(model, 'r', condition)} v LIMIT $6::bigint`,
    [...pointParameters(point), ids ?? null, limit],
  )
}

/** Reads the page tree of a revision: the structural columns of each page, without bodies. */
export const readOutline = (run: RunStatement, point: RevisionPoint): Promise<readonly TreePage[]> =>
  run<TreePage>(
    `SELECT v."pageId", v.type, v."parentId", v.position, v.slug
     FROM ${pointRow('r', 1)} CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r')} v`,
    pointParameters(point),
  )
