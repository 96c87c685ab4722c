import type { Transaction } from '../../database/transactions.ts'
import type { BodyLink, BodyLinks } from '../../formats/body/body-links.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'
import { lastNames, relativeAddress } from '../../formats/body/page-paths.ts'
import { parseContentRef } from '../../formats/page/model/content-references.ts'
import { errorOf, type Refusal } from '../../workers/messages.ts'
import { type IndexOutcome, indexesOf } from '../content/page-bodies.ts'

/** Indexes the links of new bodies, in the transaction that stores them. Bodies never change, so once is enough. */
export async function indexStoredDocuments(
  transaction: Transaction,
  documents: readonly StoredDocument[],
): Promise<void> {
  const bodies = await readLinks(documents, throwRefusal)
  await insertLinks(transaction, bodies)
  // The anchors of a body that was parsed before were stored with it.
  await indexAnchors(
    transaction,
    bodies.filter((_body, position) => !documents[position]?.index),
  )
}

function throwRefusal(_document: StoredDocument, refusal: Refusal): never {
  throw errorOf(refusal)
}

export interface IndexedLinks extends BodyLinks {
  readonly documentId: string
}

/** Returns the links of bodies. Calls `onRefusal` for a body that cannot be read, which has none. */
export async function readLinks(
  documents: readonly StoredDocument[],
  onRefusal: (document: StoredDocument, refusal: Refusal) => void,
): Promise<IndexedLinks[]> {
  const outcomes = await indexesOf(documents, 'indexing')
  return documents.map((document, position) => {
    const outcome = outcomes[position] as IndexOutcome
    if ('refusal' in outcome) onRefusal(document, outcome.refusal)
    const { links, anchors, foldedAnchors } =
      'index' in outcome ? outcome.index : { links: [], anchors: [], foldedAnchors: [] }
    return { documentId: document.id, links, anchors, foldedAnchors }
  })
}

const rowsPerStatement = 5_000

/** Writes the links and anchors of bodies. Idempotent. */
export async function indexLinks(transaction: Transaction, bodies: readonly IndexedLinks[]): Promise<void> {
  await indexAnchors(transaction, bodies)
  await insertLinks(transaction, bodies)
}

async function insertLinks(transaction: Transaction, bodies: readonly IndexedLinks[]): Promise<void> {
  const rows = bodies.flatMap(({ documentId, links }) =>
    links.map((link, ordinal) => ({ documentId, ordinal, ...link, ...relativeColumns(link) })),
  )
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await transaction.query(
      `INSERT INTO "DocumentLink"
         ("documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section, paths, names)
       SELECT "documentId", ordinal, relation, kind, "targetId", "spaceId", anchor, url, section, paths, names
       FROM json_populate_recordset(NULL::"DocumentLink", $1::json)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows.slice(from, from + rowsPerStatement))],
    )
}

/** Returns where a relative URL leads once a page is there. It is resolved when it is read. */
function relativeColumns({ kind, relation, url, anchor }: BodyLink) {
  const address =
    kind === 'URL' && relation === 'REFERENCE' && url !== null ? relativeAddress(url) : undefined
  if (!address) return { paths: [], names: [], anchor }
  const { paths, fragment } = address
  const ref = parseContentRef(fragment)
  return { paths, names: lastNames(paths), anchor: ref.kind === 'anchor' ? ref.anchor : null }
}

async function indexAnchors(transaction: Transaction, bodies: readonly IndexedLinks[]): Promise<void> {
  const rows = bodies
    .filter(({ anchors }) => anchors.length > 0)
    .map(({ documentId, anchors, foldedAnchors }) => ({ id: documentId, anchors, foldedAnchors }))
  if (rows.length === 0) return
  await transaction.query(
    `UPDATE "Document" d SET anchors = n.anchors, "foldedAnchors" = n."foldedAnchors"
     FROM json_populate_recordset(NULL::"Document", $1::json) n WHERE n.id = d.id`,
    [JSON.stringify(rows)],
  )
}
