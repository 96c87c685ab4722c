import type { Transaction } from '../../database/transactions.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'
import { documentsStored } from './events.ts'

/** Limits the characters per statement: to write them as JSON, in which others wait, takes about 20 ms. */
const charactersPerStatement = 1_000_000

/**
 * Stores the bodies that do not exist yet, and publishes `documentsStored` for those. Rows are written in the order of
 * their ids so that transactions storing the same bodies do not deadlock; for the same reason a transaction calls this
 * once, with all its bodies.
 */
export async function storeDocuments(
  transaction: Transaction,
  documents: readonly StoredDocument[],
): Promise<void> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const chunk of chunksOf(sorted)) {
    const isNew = await storeChunk(transaction, chunk)
    await documentsStored.publish(
      transaction,
      chunk.filter(({ id }) => isNew.has(id)),
    )
  }
}

/**
 * Stores the bodies that do not exist yet and returns their ids. Locks the others, which nothing may refer to, so that the
 * sweep does not delete them before the transaction refers to them. A body that the sweep deletes meanwhile is neither
 * stored nor locked at first.
 */
async function storeChunk(
  transaction: Transaction,
  chunk: readonly StoredDocument[],
): Promise<ReadonlySet<string>> {
  const isNew = new Set<string>()
  let left = chunk
  while (left.length > 0) {
    const rows = left.map(({ id, markdown, nodes, index }) => ({
      id,
      markdown,
      nodes,
      anchors: index?.anchors ?? [],
      foldedAnchors: index?.foldedAnchors ?? [],
    }))
    const found = await transaction.query<{ id: string; isNew: boolean }>(
      `WITH given AS (
           SELECT id, markdown, nodes, anchors, "foldedAnchors" FROM json_populate_recordset(NULL::"Document", $1::json)),
         stored AS (INSERT INTO "Document" (id, markdown, nodes, anchors, "foldedAnchors")
           SELECT id, markdown, nodes, anchors, "foldedAnchors" FROM given
           ON CONFLICT (id) DO NOTHING RETURNING id),
         kept AS (SELECT d.id FROM "Document" d WHERE d.id IN (SELECT id FROM given) ORDER BY d.id FOR KEY SHARE)
       SELECT id, TRUE AS "isNew" FROM stored UNION ALL SELECT id, FALSE FROM kept`,
      [JSON.stringify(rows)],
    )
    const known = new Set(found.map(({ id }) => id))
    for (const row of found) if (row.isNew) isNew.add(row.id)
    left = left.filter(({ id }) => !known.has(id))
  }
  return isNew
}

function chunksOf(documents: readonly StoredDocument[]): StoredDocument[][] {
  const chunks: StoredDocument[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const document of documents) {
    if (size > charactersPerStatement) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(document)
    size += document.markdown.length
  }
  return chunks
}
