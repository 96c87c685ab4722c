import type { Prisma } from '../../generated/prisma/client.ts'
import type { JSONDocument } from '../content/documents/types.ts'
import type { StoredDocument } from '../content/documents-store.ts'
import { onDocumentsStored } from '../content/lifecycle.ts'
import { documentOf } from '../content/page-bodies.ts'
import { type BodyLinks, linksOfBody } from './body-links.ts'

/** A body never changes, so its links are noted once, in the transaction that stores it. */
onDocumentsStored((transaction, documents) => noteLinks(transaction, documents.map(readLinks)))

export interface NotedLinks extends BodyLinks {
  readonly documentId: string
}

export const readLinks = (document: StoredDocument): NotedLinks => ({
  documentId: document.id,
  ...linksOfBody(documentOf(document) as JSONDocument),
})

const rowsPerStatement = 5_000

/** Writes the links and anchors of bodies. Doing it again changes nothing. */
export async function noteLinks(
  transaction: Prisma.TransactionClient,
  bodies: readonly NotedLinks[],
): Promise<void> {
  await noteAnchors(transaction, bodies)
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

async function noteAnchors(
  transaction: Prisma.TransactionClient,
  bodies: readonly NotedLinks[],
): Promise<void> {
  const rows = bodies
    .filter(({ anchors }) => anchors.length > 0)
    .map(({ documentId, anchors }) => ({ id: documentId, anchors }))
  if (rows.length === 0) return
  await transaction.$executeRaw`
    UPDATE "Document" d SET anchors = n.anchors
    FROM json_populate_recordset(NULL::"Document", ${JSON.stringify(rows)}::json) n WHERE n.id = d.id`
}
