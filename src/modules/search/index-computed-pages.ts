import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import { readComputedBodies } from '../content/computed/bodies.ts'
import { readComputedPages } from '../content/computed/pages.ts'
import { type IndexOutcome, indexesOf } from '../content/page-bodies.ts'
import { rowsIn } from '../content/revision-rows.ts'
import { sectionsOf, writeWords } from './index-pages.ts'
import { indexingLimit } from './limits.ts'
import { type PageWords, readPageWords } from './page-words.ts'
import { writePages } from './write-pages.ts'

/**
 * SQL for the version of the computed pages of each space that has some: of the pages that stand for others or whose text
 * is computed, and of the specifications that they name.
 */
const versions = `
  SELECT b."spaceId", md5(string_agg(concat_ws(' ', v.id, o.id, o."lastVersionId"), ',' ORDER BY v.id, o.id)) AS version
  FROM "PageVersion" v
  JOIN "Branch" b ON b.id = v."branchId" AND b.kind = 'MAIN'
  JOIN "Space" s ON s.id = b."spaceId"
  LEFT JOIN "OpenAPISpec" o ON o."organizationId" = s."organizationId"
    AND v.computed #>> '{dependencies,spec,ref,spec}' IN (o.id, o.slug)
  WHERE v.computed IS NOT NULL AND v."endSequence" IS NULL AND NOT v.deleted
  GROUP BY b."spaceId"`

/** A space whose computed pages are not in the index as they are. */
interface OutdatedSpace {
  readonly spaceId: string
  readonly revisionId: string
  /** Null if it has none any more. */
  readonly version: string | null
}

const spacesPerRun = 1000

/**
 * Indexes the computed pages of all spaces in which they have changed, each in its own transaction. Returns the number of
 * spaces. Safe to interrupt, repeat and run concurrently.
 */
export async function indexComputedPages(database: Database): Promise<number> {
  const outdated = await database.query<OutdatedSpace>(
    `WITH version AS MATERIALIZED (${versions})
     SELECT s.id AS "spaceId", s."revisionId", v.version
     FROM version v FULL JOIN "ComputedSearch" c ON c."spaceId" = v."spaceId"
     JOIN "Space" s ON s.id = coalesce(v."spaceId", c."spaceId")
     WHERE s."searchedAt" IS NOT NULL AND c.version IS DISTINCT FROM v.version
     ORDER BY s.id LIMIT ${spacesPerRun}`,
    [],
  )
  for (const space of outdated) await indexSpace(database, space)
  return outdated.length
}

/** The pages whose words are in memory at the same time. */
const pagesPerBatch = 50

/**
 * Replaces what the index has of the computed pages of a space. Its content is not locked, because parsing takes a while:
 * what has changed meanwhile has another version, and is indexed by the next run.
 */
const indexSpace = (database: Database, { spaceId, revisionId, version }: OutdatedSpace): Promise<void> =>
  longTransaction(database, indexingLimit, async (transaction) => {
    const run = transaction.query
    await run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`computed-search ${spaceId}`])
    const pages = await readPages(run, spaceId, revisionId)
    await run('DELETE FROM "SearchPage" WHERE "spaceId" = $1 AND (computed OR "pageId" = ANY($2::text[]))', [
      spaceId,
      pages.map(({ pageId }) => pageId),
    ])
    const words = new Set<string>()
    for (let start = 0; start < pages.length; start += pagesPerBatch) {
      const batch = await readWords(database, spaceId, pages.slice(start, start + pagesPerBatch))
      for (const word of await writePages(run, { spaceId, pages: batch, computed: true })) words.add(word)
    }
    await writeVersion(transaction, spaceId, version)
    await writeWords(run, [...words].sort())
  })

async function writeVersion(
  { computedSearch }: Transaction,
  spaceId: string,
  version: string | null,
): Promise<void> {
  if (version === null) await computedSearch.deleteMany({ where: { spaceId } })
  else await computedSearch.upsert({ where: { spaceId }, create: { spaceId, version }, update: { version } })
}

/** A page with what its text is computed from. */
interface ComputedPage {
  readonly pageId: string
  readonly title: string
  readonly description: string | null
  readonly computed: unknown
  readonly seed: string
}

/** Reads the pages that computed pages stand for, and those of which only the text is computed. */
async function readPages(run: RunStatement, spaceId: string, revisionId: string): Promise<ComputedPage[]> {
  const [generated = new Map()] = await readComputedPages(run, [revisionId])
  const stored = await run<Omit<ComputedPage, 'seed'>>(
    `SELECT v."pageId", v.title, v.description, v.computed
     FROM "Revision" r CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', `v.type = 'DOCUMENT' AND v.computed IS NOT NULL`)} v
     WHERE r.id = $1 AND r."spaceId" = $2`,
    [revisionId, spaceId],
  )
  return [
    ...[...generated.values()].flat().map(({ pageId, title, description, computed, computedSeed }) => ({
      pageId,
      title,
      description,
      computed,
      seed: computedSeed ?? pageId,
    })),
    ...stored.map((page) => ({ ...page, seed: page.pageId })),
  ]
}

async function readWords(
  { query }: Database,
  spaceId: string,
  pages: readonly ComputedPage[],
): Promise<PageWords[]> {
  const bodies = await readComputedBodies(
    query,
    pages.map(({ computed, seed }) => ({ spaceId, computed, seed })),
  )
  const outcomes = await indexesOf(bodies, 'indexing')
  return pages.map(({ pageId, title, description }, index) => {
    const body = bodies[index] ?? { markdown: '' }
    const sections = sectionsOf(body, outcomes[index] as IndexOutcome)
    return readPageWords({ pageId, title, description, sections })
  })
}
