import { queryIn } from '../../database/transaction-statements.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { StoredDocument } from './documents.ts'
import { documentsStored } from './events.ts'

/** Limits the characters per statement, because PostgreSQL limits the size of one JSON value. */
const bytesPerStatement = 8_000_000

/**
 * Stores the bodies that do not exist yet, and publishes `documentsStored` for those. Rows are written in the order of
 * their ids so that transactions storing the same bodies do not deadlock; for the same reason a transaction calls this
 * once, with all its bodies.
 */
export async function storeDocuments(
  transaction: Prisma.TransactionClient,
  documents: readonly StoredDocument[],
): Promise<void> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const chunk of chunksOf(sorted)) {
    const rows = chunk.map(({ id, markdown, nodes }) => ({ id, markdown, nodes }))
    const stored = await queryIn<{ id: string }>(
      transaction,
      `INSERT INTO "Document" (id, markdown, nodes)
       SELECT id, markdown, nodes FROM json_populate_recordset(NULL::"Document", $1::json)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [JSON.stringify(rows)],
    )
    const isNew = new Set(stored.map(({ id }) => id))
    await documentsStored.publish(
      transaction,
      chunk.filter(({ id }) => isNew.has(id)),
    )
  }
}

function chunksOf(documents: readonly StoredDocument[]): StoredDocument[][] {
  const chunks: StoredDocument[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const document of documents) {
    if (size > bytesPerStatement) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(document)
    size += document.markdown.length
  }
  return chunks
}
