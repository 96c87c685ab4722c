import type { Pool } from 'pg'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { computedBodyOf, isComputedBody, readComputedBodies } from './computed/bodies.ts'
import type { Body } from './documents.ts'

/** Limits the bodies per statement, because a body may be large. */
const bodiesPerStatement = 200

const emptyBody: Body = { markdown: '' }

/** Reads the bodies of pages, in the order of the pages; empty for a page without a body. */
export async function readPageBodies(pool: Pool, pages: readonly PageVersion[]): Promise<Body[]> {
  const stored = await readDocuments(pool, new Set(pages.flatMap(({ documentId }) => documentId ?? [])))
  const computed = await readComputed(pool, pages.filter(isComputedBody))
  return pages.map(
    (page) =>
      computed.get(page) ?? (page.documentId === null ? undefined : stored.get(page.documentId)) ?? emptyBody,
  )
}

async function readDocuments(pool: Pool, wanted: ReadonlySet<string>): Promise<Map<string, Body>> {
  const documents = new Map<string, Body>()
  for (const ids of chunksOf([...wanted])) {
    const { rows } = await pool.query<Body & { id: string }>(
      'SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1)',
      [ids],
    )
    for (const { id, markdown, nodes } of rows) documents.set(id, nodes ? { markdown, nodes } : { markdown })
  }
  return documents
}

async function readComputed(pool: Pool, pages: readonly PageVersion[]): Promise<Map<PageVersion, Body>> {
  const bodies = new Map<PageVersion, Body>()
  for (const chunk of chunksOf(pages)) {
    const read = await readComputedBodies(pool, chunk.map(computedBodyOf))
    for (const [index, page] of chunk.entries()) bodies.set(page, read[index] ?? emptyBody)
  }
  return bodies
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += bodiesPerStatement)
    yield items.slice(start, start + bodiesPerStatement)
}
