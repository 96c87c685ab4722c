import type { Pool } from 'pg'
import type { Database } from '../../database/client.ts'
import type { ChangeRequest, FileVersion, Revision, Space } from '../../generated/prisma/client.ts'
import { readPageBodies } from './body-reads.ts'
import { readCompletePages } from './computed/complete-reads.ts'
import type { Body } from './documents-store.ts'
import type { PlacedPage } from './page-places.ts'
import { rowsIn } from './revision-rows.ts'

/** Everything that a revision holds, as an export needs it. */
export interface WholeRevision {
  readonly revision: Revision
  readonly space: Space
  /** The change request whose proposal the revision is. */
  readonly changeRequest: ChangeRequest | null
  /** In reading order. */
  readonly pages: readonly PlacedPage[]
  readonly files: readonly (FileVersion & { readonly size: number })[]
  /** By the id of the page. */
  readonly bodies: ReadonlyMap<string, Body>
}

/** Reads a revision with all bodies; null if it is not there, or its space is deleted. */
export async function readWholeRevision(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  revisionId: string,
): Promise<WholeRevision | null> {
  const found = await prisma.revision.findFirst({
    where: { id: revisionId, space: { deletedAt: null } },
    include: { space: true, branch: { include: { changeRequest: true } } },
  })
  if (!found) return null
  const { space, branch, ...revision } = found
  const pages = await readPages(pool, revisionId)
  const files = await pool.query<FileVersion & { size: number }>(
    `SELECT v.*, b.size FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('FileVersion', 'r')} v
     JOIN "Blob" b ON b.hash = v."blobHash" WHERE r.id = $1 ORDER BY v."fileId"`,
    [revisionId],
  )
  const bodies = await readPageBodies(pool, pages)
  return {
    revision,
    space,
    changeRequest: branch.changeRequest,
    pages,
    files: files.rows,
    bodies: new Map(pages.map(({ pageId }, index) => [pageId, bodies[index] as Body])),
  }
}

/** What computed pages stand for is a part of the whole; those that stand for nothing are not. */
async function readPages(pool: Pool, revisionId: string): Promise<PlacedPage[]> {
  const [pages = []] = await readCompletePages(pool, [revisionId])
  return pages.filter(({ type }) => type !== 'COMPUTED')
}

/** The pages that a reader asked for: all of them, one with those below it, or one alone. Empty if there is no such. */
export function selectPages(
  pages: readonly PlacedPage[],
  { pageId, only }: { readonly pageId?: string | null; readonly only?: boolean | null },
): readonly PlacedPage[] {
  if (!pageId) return pages
  const selected = new Set([pageId])
  return pages.filter((page) => {
    const isBelow = !only && page.parentId !== null && selected.has(page.parentId)
    if (isBelow) selected.add(page.pageId)
    return isBelow || page.pageId === pageId
  })
}
