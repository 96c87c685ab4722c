import { inExistingOrganization } from '../../access/existing-organization.ts'
import type { Database } from '../../database/client.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import type {
  ChangeRequest,
  FileVersion,
  ReusableContentVersion,
  Revision,
  Space,
} from '../../generated/prisma/client.ts'
import { readPageBodies } from './body-reads.ts'
import { readCompletePages } from './computed/complete-reads.ts'
import type { LocatedPage } from './located-content.ts'
import { rowsIn } from './revision-rows.ts'

/** The pages and files of a revision, for exports. */
export interface WholeRevision {
  readonly revision: Revision
  readonly space: Space
  readonly changeRequest: ChangeRequest | null
  /** In reading order. */
  readonly pages: readonly LocatedPage[]
  readonly files: readonly (FileVersion & { readonly size: number })[]
}

/** Reads a revision without its bodies. Returns null if it does not exist or its space or organization is deleted. */
export async function readWholeRevision(
  { prisma, query }: Pick<Database, 'prisma' | 'query'>,
  revisionId: string,
): Promise<WholeRevision | null> {
  const found = await prisma.revision.findFirst({
    where: { id: revisionId, space: { deletedAt: null, ...inExistingOrganization } },
    include: { space: true, branch: { include: { changeRequest: true } } },
  })
  if (!found) return null
  const { space, branch, ...revision } = found
  const pages = await readPages(query, revisionId)
  const files = await query<FileVersion & { size: number }>(
    `SELECT v.*, b.size FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('FileVersion', 'r')} v
     JOIN "Blob" b ON b.hash = v."blobHash" WHERE r.id = $1 ORDER BY v."fileId"`,
    [revisionId],
  )
  return { revision, space, changeRequest: branch.changeRequest, pages, files }
}

export type BodiesByPage = ReadonlyMap<string, Body>

export async function readBodies(run: RunStatement, pages: readonly LocatedPage[]): Promise<BodiesByPage> {
  const bodies = await readPageBodies(run, pages)
  return new Map(pages.map(({ pageId }, index) => [pageId, bodies[index] as Body]))
}

export type WholeReusableContent = ReusableContentVersion & { readonly markdown: string }

/** Reads the reusable contents of a revision with their bodies. */
export const readReusableContents = (
  run: RunStatement,
  revisionId: string,
): Promise<readonly WholeReusableContent[]> =>
  run<WholeReusableContent>(
    `SELECT v.*, coalesce(d.markdown, '') AS markdown
     FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('ReusableContentVersion', 'r')} v
     LEFT JOIN "Document" d ON d.id = v."documentId" WHERE r.id = $1 ORDER BY v."reusableId"`,
    [revisionId],
  )

/** Reads the pages with computed pages expanded; computed pages without a specification are left out. */
async function readPages(query: Database['query'], revisionId: string): Promise<LocatedPage[]> {
  const [pages = []] = await readCompletePages(query, [revisionId])
  return pages.filter(({ type }) => type !== 'COMPUTED')
}

/**
 * Returns the requested pages: all of them, one with its descendants, or with `only` just that one. Empty if the page
 * does not exist.
 */
export function selectPages(
  pages: readonly LocatedPage[],
  { pageId, only }: { readonly pageId?: string | null; readonly only?: boolean | null },
): readonly LocatedPage[] {
  if (!pageId) return pages
  const selected = new Set([pageId])
  return pages.filter((page) => {
    const isBelow = !only && page.parentId !== null && selected.has(page.parentId)
    if (isBelow) selected.add(page.pageId)
    return isBelow || page.pageId === pageId
  })
}
