import type { RunStatement } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Body, StoredDocument } from '../../formats/body/documents.ts'
import {
  expressionClass,
  hasExpressions,
  type Variables,
  variablesOf,
  variablesOfPage,
} from '../../formats/body/variables.ts'
import type { Names } from '../../formats/expressions/evaluate.ts'
import { expressionText } from '../../formats/expressions/expression-text.ts'
import { shownDocument } from '../../formats/page/model/shown-document.ts'
import { type HeadingSection, headingSections } from '../../formats/page/read/heading-sections.ts'
import { queueComputedIndexing } from '../content/computed/indexing-queue.ts'
import type { WrittenContent } from '../content/events.ts'
import { documentOf, type IndexOutcome, indexesOf } from '../content/page-bodies.ts'
import { queueExpressionIndexing } from './expression-queue.ts'
import { type PageWords, readPageWords } from './page-words.ts'
import { writeBatches } from './write-pages.ts'

/**
 * Limits of a batch of pages, whose words are in memory at the same time and are counted without a break: 100,000 bytes take
 * about 25 ms, in which others wait.
 */
const batchLimits = { pages: 50, bytes: 100_000 } as const

const wordsPerStatement = 20_000

interface PageRow {
  readonly pageId: string
  readonly title: string
  readonly description: string | null
  readonly documentId: string | null
  readonly frontMatter: string | null
  readonly size: number
  /** Whether it stands for pages, or has a text, that other content determines. */
  readonly isComputed: boolean
  /** Whether it is a page of its own. */
  readonly isStored: boolean
}

/** The primary content of a space. */
interface Content {
  readonly spaceId: string
  readonly branchId: string
}

/**
 * Indexes the pages that a revision changed, or all pages if the space was never indexed. If variables changed, so did the
 * texts of pages with expressions: few are indexed at once, and many by a job, because nobody else can write meanwhile.
 */
export async function indexWrittenPages(
  transaction: Transaction,
  {
    spaceId,
    branchId,
    sequence,
    searchedAt,
    copiedFrom,
    hasNewVariables,
    pageIds,
    documents,
  }: WrittenContent,
): Promise<void> {
  const content = { spaceId, branchId }
  if (copiedFrom) return indexCopy(transaction, content, copiedFrom, pageIds)
  if (!searchedAt) return indexSpace(transaction, content)
  if (pageIds.length > 0) await indexPages(transaction, content, pageIds, documents)
  if (!hasNewVariables) return
  const run = transaction.query
  const expressive = await pagesWithExpressions(run, branchId, { limit: batchLimits.pages + 1 })
  if (expressive.length > batchLimits.pages) await queueExpressionIndexing(transaction, spaceId, sequence)
  else await indexPages(transaction, content, expressive)
}

/** Indexes a copy of a space: its pages have the same words as those of the original, as far as those are indexed. */
async function indexCopy(
  transaction: Transaction,
  content: Content,
  original: Required<WrittenContent>['copiedFrom'],
  pageIds: readonly string[],
): Promise<void> {
  const run = transaction.query
  const copied = await copyIndex(run, content, original)
  const left = pageIds.filter((id) => !copied.has(id))
  if (left.length > 0) await indexPages(transaction, content, left)
  await transaction.space.update({ where: { id: content.spaceId }, data: { searchedAt: new Date() } })
}

/**
 * Copies what is indexed of the original, and returns the ids of the pages. The pages that were written since the copy was
 * taken are left out, and those with expressions and computed ones, which are indexed by jobs. One statement sees the index as
 * it was with these pages.
 */
async function copyIndex(
  run: RunStatement,
  { spaceId, branchId }: Content,
  original: Required<WrittenContent>['copiedFrom'],
): Promise<ReadonlySet<string>> {
  const rows = await run<{ pageId: string }>(
    `WITH page AS MATERIALIZED (
       SELECT p."pageId", p.title, p.vector
       FROM "Space" s JOIN "SearchPage" p ON p."spaceId" = s.id
       JOIN "PageVersion" o ON o."branchId" = $2 AND o."pageId" = p."pageId" AND o."endSequence" IS NULL
       LEFT JOIN "Document" d ON d.id = o."documentId"
       WHERE s.id = $1 AND s."searchedAt" IS NOT NULL AND NOT p.computed AND o.computed IS NULL AND NOT o.deleted
         AND o.sequence <= $3 AND o.type IN ('DOCUMENT', 'GROUP') AND coalesce(strpos(d.markdown, $4), 0) = 0
         AND EXISTS (SELECT 1 FROM "PageVersion" c WHERE c."branchId" = $6 AND c."pageId" = p."pageId")),
     copied AS (
       INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector) SELECT $5, "pageId", title, vector FROM page),
     sections AS (
       INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, anchor, title, body)
       SELECT $5, c."pageId", c.ordinal, c.anchor, c.title, c.body
       FROM page JOIN "SearchSection" c ON c."spaceId" = $1 AND c."pageId" = page."pageId")
     SELECT "pageId" FROM page`,
    [original.spaceId, original.branchId, original.sequence, expressionClass, spaceId, branchId],
  )
  return new Set(rows.map(({ pageId }) => pageId))
}

/** Returns the ids of the current pages of a branch whose bodies may have expressions, up to a limit. */
export async function pagesWithExpressions(
  run: RunStatement,
  branchId: string,
  { limit = null }: { readonly limit?: number | null } = {},
): Promise<string[]> {
  const rows = await run<{ pageId: string }>(
    `SELECT v."pageId" FROM "PageVersion" v JOIN "Document" d ON d.id = v."documentId"
     WHERE v."branchId" = $1 AND v."endSequence" IS NULL AND NOT v.deleted AND strpos(d.markdown, $2) > 0
     LIMIT $3`,
    [branchId, expressionClass, limit],
  )
  return rows.map(({ pageId }) => pageId)
}

/** Indexes all pages of a space. The caller holds the lock of its branch. */
export async function indexSpace(transaction: Transaction, content: Content): Promise<void> {
  const pages = await transaction.pageVersion.findMany({
    where: { branchId: content.branchId, endSequence: null, deleted: false },
    select: { pageId: true },
  })
  await transaction.searchPage.deleteMany({ where: { spaceId: content.spaceId } })
  await transaction.computedSearch.deleteMany({ where: { spaceId: content.spaceId } })
  const pageIds = pages.map(({ pageId }) => pageId)
  await indexPages(transaction, content, pageIds)
  await transaction.space.update({ where: { id: content.spaceId }, data: { searchedAt: new Date() } })
}

/** Indexes the current versions of pages, and removes deleted pages from the index. The caller holds the lock of their branch. */
export async function indexPages(
  transaction: Transaction,
  content: Content,
  pageIds: readonly string[],
  documents: readonly StoredDocument[] = [],
): Promise<void> {
  const run = transaction.query
  const known = new Map(documents.map((document) => [document.id, document]))
  const rows = await takeFromIndex(run, content, pageIds)
  if (rows.some(({ isComputed }) => isComputed)) await queueComputedIndexing(transaction)
  const batches = batchesOf(rows.filter(({ isStored }) => isStored))
  const words = await writeBatches(run, batches, async (batch, runNext) => ({
    spaceId: content.spaceId,
    pages: await readWords(runNext, content, batch, known),
  }))
  await writeWords(run, [...words].sort())
}

/** Removes pages from the index, and returns those that are to be indexed anew. */
const takeFromIndex = (run: RunStatement, { spaceId, branchId }: Content, pageIds: readonly string[]) =>
  run<PageRow>(
    `WITH removed AS (DELETE FROM "SearchPage" WHERE "spaceId" = $3 AND "pageId" = ANY($2::text[]))
     SELECT v."pageId", v.title, v.description, v."documentId", v."frontMatter",
       coalesce(octet_length(d.markdown) + coalesce(pg_column_size(d.nodes), 0), 0) AS size,
       v.computed IS NOT NULL AS "isComputed", v.type IN ('DOCUMENT', 'GROUP') AND NOT v.deleted AS "isStored"
     FROM "PageVersion" v LEFT JOIN "Document" d ON d.id = v."documentId"
     WHERE v."branchId" = $1 AND v."pageId" = ANY($2::text[]) AND v."endSequence" IS NULL
       AND (v.computed IS NOT NULL OR v.type IN ('DOCUMENT', 'GROUP') AND NOT v.deleted)`,
    [branchId, pageIds, spaceId],
  )

/** Splits pages into batches by the size of their texts. */
function batchesOf(pages: readonly PageRow[]): PageRow[][] {
  const batches: PageRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const page of pages) {
    if (bytes > batchLimits.bytes || (batches.at(-1)?.length ?? 0) >= batchLimits.pages) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(page)
    bytes += page.size
  }
  return batches
}

async function readWords(
  run: RunStatement,
  content: Content,
  pages: readonly PageRow[],
  known: ReadonlyMap<string, StoredDocument>,
): Promise<PageWords[]> {
  const documentIds = [...new Set(pages.flatMap(({ documentId }) => documentId ?? []))]
  const unknown = documentIds.filter((id) => !known.has(id))
  const stored = unknown.length > 0 ? await readDocuments(run, unknown) : []
  const documents = [...documentIds.flatMap((id) => known.get(id) ?? []), ...stored]
  const outcomes = await indexesOf(documents, 'indexing')
  const sections = new Map(
    documents.map((document, position) => [
      document.id,
      sectionsOf(document, outcomes[position] as IndexOutcome),
    ]),
  )
  const expressive = new Map(documents.filter(hasExpressions).map((document) => [document.id, document]))
  const space = expressive.size > 0 ? await variablesOfContent(run, content) : {}
  return Promise.all(
    pages.map(async ({ pageId, title, description, documentId, frontMatter }) => {
      const document = documentId === null ? undefined : expressive.get(documentId)
      const names = { space, page: variablesOfPage(frontMatter), claims: {} }
      return readPageWords({
        pageId,
        title,
        description,
        sections: document
          ? await sectionsWithTexts(document, names)
          : (documentId && sections.get(documentId)) || [],
      })
    }),
  )
}

/** Returns the variables of the space in the newest revision of its content. */
async function variablesOfContent(run: RunStatement, { branchId }: Content): Promise<Variables> {
  const [revision] = await run<Parameters<typeof variablesOf>[0]>(
    'SELECT variables FROM "Revision" WHERE "branchId" = $1 ORDER BY sequence DESC LIMIT 1',
    [branchId],
  )
  return revision ? variablesOf(revision) : {}
}

/** Returns the sections of a body with the texts of its expressions, as visitors without claims read them. */
async function sectionsWithTexts(body: Body, names: Names): Promise<readonly HeadingSection[]> {
  const tree = await documentOf(body, 'indexing')
  return headingSections(shownDocument(tree, { evaluate: (expression) => expressionText(expression, names) }))
}

const readDocuments = (run: RunStatement, ids: readonly string[]) =>
  run<StoredDocument>('SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1::text[])', [ids])

/** Returns the sections of a body. A body stored before a limit of the parser existed is indexed as plain text. */
export const sectionsOf = ({ markdown }: Body, outcome: IndexOutcome): readonly HeadingSection[] =>
  'index' in outcome ? outcome.index.sections : [{ title: '', level: 0, text: markdown }]

/**
 * Writes the words that are not indexed yet, or that the sweep has marked as unused. Concurrent writers of the same words wait for each other; running this
 * last and in sorted order prevents deadlocks.
 */
export async function writeWords(run: RunStatement, sorted: readonly string[]): Promise<void> {
  for (let start = 0; start < sorted.length; start += wordsPerStatement)
    await run(
      `INSERT INTO "SearchWord" (word)
       SELECT n.word FROM unnest($1::text[]) WITH ORDINALITY AS n(word, ordinal)
       WHERE NOT EXISTS (SELECT 1 FROM "SearchWord" w WHERE w.word = n.word AND w."unusedAt" IS NULL)
       ORDER BY n.ordinal ON CONFLICT (word) DO UPDATE SET "unusedAt" = NULL WHERE "SearchWord"."unusedAt" IS NOT NULL`,
      [sorted.slice(start, start + wordsPerStatement)],
    )
}
