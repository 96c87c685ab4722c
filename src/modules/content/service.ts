import { notFound } from '../../errors.ts'
import type { FileVersion, Revision } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { loadSpace } from '../spaces/service.ts'
import type { Body } from './documents-store.ts'
import { contentLoaders } from './loaders.ts'
import type { PlacedPage } from './page-places.ts'
import { readPageByPath } from './page-reads.ts'
import { type RevisionAddress, revisionAt } from './policy.ts'

export async function loadRevision(context: Context, address: RevisionAddress): Promise<Revision> {
  const where = revisionAt(viewerOf(context), address)
  const revision = await context.database.prisma.revision.findFirst({ where })
  if (!revision) throw notFound()
  return revision
}

export async function loadPage(
  context: Context,
  address: RevisionAddress,
  pageId: string,
): Promise<PlacedPage> {
  const revision = await loadRevision(context, address)
  const page = await contentLoaders(context).pages.load({ revisionId: revision.id, pageId })
  if (!page) throw notFound()
  return page
}

export async function loadPageByPath(
  context: Context,
  address: RevisionAddress,
  path: string,
): Promise<PlacedPage> {
  const revision = await loadRevision(context, address)
  const page = await readPageByPath(context.database.pool, revision.id, path)
  if (!page) throw notFound()
  return page
}

export async function loadFile(
  context: Context,
  address: RevisionAddress,
  fileId: string,
): Promise<FileVersion> {
  const revision = await loadRevision(context, address)
  const file = await contentLoaders(context).files.load({ revisionId: revision.id, fileId })
  if (!file) throw notFound()
  return file
}

/** A body that some revision of the space has. Bodies are shared by spaces, so an id alone opens nothing. */
export async function loadDocument(context: Context, spaceId: string, documentId: string): Promise<Body> {
  const space = await loadSpace(context, spaceId)
  const { rows } = await context.database.pool.query<Body>(
    `SELECT d.markdown, d.nodes FROM "Document" d WHERE d.id = $2 AND (
       EXISTS (SELECT 1 FROM "PageVersion" v JOIN "Branch" b ON b.id = v."branchId"
               WHERE v."documentId" = d.id AND b."spaceId" = $1)
       OR EXISTS (SELECT 1 FROM "ReusableContentVersion" v JOIN "Branch" b ON b.id = v."branchId"
                  WHERE v."documentId" = d.id AND b."spaceId" = $1))`,
    [space.id, documentId],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}
