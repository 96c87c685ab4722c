import type { Prisma } from '../../generated/prisma/client.ts'
import type { JSONDocument } from '../../page-format/types.ts'
import type { StoredDocument } from '../content/documents.ts'
import { documentOf } from '../content/page-bodies.ts'
import { type BodyLinks, linksOfBody } from './body-links.ts'

/** Indexes the links of new bodies, in the transaction that stores them. Bodies never change, so once is enough. */
export const indexStoredDocuments = (
  transaction: Prisma.TransactionClient,
  documents: readonly StoredDocument[],
): Promise<void> => indexLinks(transaction, documents.map(readLinks))

export interface IndexedLinks extends BodyLinks {
  readonly documentId: string
}

export const readLinks = (document: StoredDocument): IndexedLinks => ({
  documentId: document.id,
  ...linksOfBody(documentOf(document) as JSONDocument),
})

const rowsPerStatement = 5_000

/** Writes the links and anchors of bodies. Idempotent. */
export async function indexLinks(
  transaction: Prisma.TransactionClient,
  bodies: readonly IndexedLinks[],
): Promise<void> {
  await indexAnchors(transaction, bodies)
  const rows = bodies.flatMap(({ documentId, links }) =>
    links.map((link, ordinal) => ({ documentId, ordinal, ...link })),
  )
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await transaction.$executeRaw`
      INSERT INTO "DocumentLink"
        ("documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section)
      SELECT "documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section
      FROM json_populate_recordset(
        NULL::"DocumentLink", ${JSON.stringify(rows.slice(from, from + rowsPerStatement))}::json)
      ON CONFLICT DO NOTHING`
}

async function indexAnchors(
  transaction: Prisma.TransactionClient,
  bodies: readonly IndexedLinks[],
): Promise<void> {
  const rows = bodies
    .filter(({ anchors }) => anchors.length > 0)
    .map(({ documentId, anchors }) => ({ id: documentId, anchors }))
  if (rows.length === 0) return
  await transaction.$executeRaw`
    UPDATE "Document" d SET anchors = n.anchors
    FROM json_populate_recordset(NULL::"Document", ${JSON.stringify(rows)}::json) n WHERE n.id = d.id`
}
