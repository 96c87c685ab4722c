import { boundedCache } from '../../caches/bounded-cache.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { arrayParameter } from '../../graph/sql/array-parameter.ts'
import type { Cost } from '../../request/cost.ts'
import { computedBodyOf, isComputedBody, readComputedBodies } from './computed/bodies.ts'

/** Limits the bodies per statement, because a body may be large. */
const bodiesPerStatement = 200

const emptyBody: Body = { markdown: '' }

/**
 * Bodies in Markdown by id, which follows from their content. Node trees are not remembered: they are objects, which code
 * could change.
 */
const remembered = boundedCache<string, DocumentRow>('bodies', ({ bytes }) => bytes, {
  maxEntrySize: 1_000_000,
})

/**
 * Reads the bodies of pages, in the order of the pages; empty for a page without a body. Reads none that exceeds the
 * limit of the operation.
 */
export async function readPageBodies(
  run: RunStatement,
  pages: readonly PageVersion[],
  cost?: Cost,
): Promise<Body[]> {
  const stored = await readDocuments(run, new Set(pages.flatMap(({ documentId }) => documentId ?? [])), cost)
  const computed = await readComputed(run, pages.filter(isComputedBody), cost)
  return pages.map(
    (page) =>
      computed.get(page) ?? (page.documentId === null ? undefined : stored.get(page.documentId)) ?? emptyBody,
  )
}

/** Reads the bodies of documents by their ids, in the same order; empty for an id that is not stored. */
export async function readDocumentBodies(
  run: RunStatement,
  ids: readonly string[],
  cost?: Cost,
): Promise<Body[]> {
  const documents = await readDocuments(run, new Set(ids), cost)
  return ids.map((id) => documents.get(id) ?? emptyBody)
}

type DocumentRow = Body & { id: string; bytes: number }

async function readDocuments(
  run: RunStatement,
  wanted: ReadonlySet<string>,
  cost: Cost | undefined,
): Promise<Map<string, Body>> {
  const documents = new Map<string, Body>()
  const keep = (rows: readonly DocumentRow[]) => {
    cost?.readBytes(rows.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { id, markdown, nodes } of rows) documents.set(id, nodes ? { markdown, nodes } : { markdown })
  }
  const known = [...wanted].flatMap((id) => remembered.get(id) ?? [])
  keep(known)
  for (const ids of chunksOf([...wanted].filter((id) => !documents.has(id)))) {
    // Sizes are known without reading the texts, and texts beyond the limit are not read.
    const rows = await run<DocumentRow>(
      `SELECT s.id, s.bytes, d.markdown, d.nodes FROM (
         SELECT id, size::int AS bytes, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS total FROM (
           SELECT id, octet_length(markdown) + coalesce(pg_column_size(nodes), 0) AS size
           FROM "Document" WHERE id = ANY(${arrayParameter('$1')})) sizes) s
       LEFT JOIN LATERAL (
         SELECT markdown, nodes FROM "Document" WHERE id = s.id AND s.total <= $2 OFFSET 0) d ON TRUE`,
      [ids, cost?.bytesLeft ?? Number.MAX_SAFE_INTEGER],
    )
    keep(rows)
    for (const row of rows) if (!row.nodes) remembered.set(row.id, row)
  }
  return documents
}

async function readComputed(
  run: RunStatement,
  pages: readonly PageVersion[],
  cost: Cost | undefined,
): Promise<Map<PageVersion, Body>> {
  const bodies = new Map<PageVersion, Body>()
  for (const chunk of chunksOf(pages)) {
    const read = await readComputedBodies(run, chunk.map(computedBodyOf))
    cost?.readBytes(read.reduce((sum, body) => sum + (body?.markdown.length ?? 0), 0))
    for (const [index, page] of chunk.entries()) bodies.set(page, read[index] ?? emptyBody)
  }
  return bodies
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += bodiesPerStatement)
    yield items.slice(start, start + bodiesPerStatement)
}
