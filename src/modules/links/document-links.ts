import { queryIn } from '../../database/transaction-statements.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { BodyLinks } from '../content/body-links.ts'
import type { StoredDocument } from '../content/documents.ts'
import { indexOf } from '../content/page-bodies.ts'

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
  ...indexOf(document),
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
    await queryIn(
      transaction,
      `INSERT INTO "DocumentLink"
         ("documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section)
       SELECT "documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section
       FROM json_populate_recordset(NULL::"DocumentLink", $1::json)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows.slice(from, from + rowsPerStatement))],
    )
}

async function indexAnchors(
  transaction: Prisma.TransactionClient,
  bodies: readonly IndexedLinks[],
): Promise<void> {
  const rows = bodies
    .filter(({ anchors }) => anchors.length > 0)
    .map(({ documentId, anchors }) => ({ id: documentId, anchors }))
  if (rows.length === 0) return
  await queryIn(
    transaction,
    `UPDATE "Document" d SET anchors = n.anchors
     FROM json_populate_recordset(NULL::"Document", $1::json) n WHERE n.id = d.id`,
    [JSON.stringify(rows)],
  )
}
