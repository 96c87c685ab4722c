import type { RunStatement } from '../../../database/rows.ts'
import { malformedConditions } from '../../../formats/page/model/malformed-conditions.ts'
import { walkDocument } from '../../../formats/page/model/walk-document.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { pageAndAbove, pathOfClimb } from '../../content/page-climb.ts'
import { pagesOfKeys, parametersOfKeys } from '../../content/page-reads.ts'
import type { PageResult } from '../../search/service.ts'
import type { SpacePages } from './space-pages.ts'

/** A visitor who searches, and the means to read what was found. */
export interface Finding {
  readonly run: RunStatement
  /** For whom it is parsed, by whom the limit of parsing counts. */
  readonly owner: string
  /** Returns whether a condition holds for the visitor. */
  readonly holds: (condition: string) => boolean
  readonly pagesOf: (revisionId: string) => Promise<SpacePages>
}

type FoundPage = Pick<PageResult, 'pageId' | 'revisionId' | 'computed'>

/**
 * Returns the paths of those of the pages that a search may give the visitor: the others are hidden, excluded from search,
 * or have parts that the visitor is not shown.
 */
export async function findablePaths<Page extends FoundPage>(
  finding: Finding,
  pages: readonly Page[],
): Promise<ReadonlyMap<Page, string>> {
  const entries = await readEntries(finding.run, pages)
  const paths = new Map<Page, string>()
  for (const [index, page] of pages.entries()) {
    const entry = entries[index] ?? (page.computed ? await generatedEntry(page, finding) : undefined)
    if (entry && (await isFindable(entry, finding))) paths.set(page, entry.path)
  }
  return paths
}

interface FoundEntry {
  readonly path: string
  readonly isListed: boolean
  readonly markdown: string | null
}

/** Returns the properties of a computed page; undefined if there is none. */
async function generatedEntry(
  { pageId, revisionId }: FoundPage,
  { pagesOf }: Finding,
): Promise<FoundEntry | undefined> {
  const pages = await pagesOf(revisionId)
  const page = pages.byId.get(pageId)
  if (!page) return undefined
  const { isHidden, isUnlisted } = pages.visibility(page)
  return { path: page.path ?? '', isListed: !isHidden && !isUnlisted, markdown: null }
}

/**
 * Returns whether the visitor may find a page. The search index contains the parts of pages that conditions hide, so
 * a page with conditions is found only by visitors for whom all of them hold, and one with a malformed condition by none.
 */
async function isFindable({ isListed, markdown }: FoundEntry, { owner, holds }: Finding): Promise<boolean> {
  if (!isListed) return false
  if (markdown === null) return true
  const document = await documentOf({ markdown }, owner)
  if (malformedConditions(document).length > 0) return false
  for (const node of walkDocument(document))
    if (node.object === 'block' && node.type === 'if' && !holds(node.data.expression)) return false
  return true
}

/**
 * Reads for pages the path, whether the page and its ancestors are listed, and the body if it has conditions. Runs
 * one statement.
 */
async function readEntries(
  run: RunStatement,
  pages: readonly FoundPage[],
): Promise<(FoundEntry | undefined)[]> {
  const rows = await run<FoundEntry & { n: number }>(
    `SELECT k.n::int AS n, t.path, t."isListed", d.markdown
     FROM ${pagesOfKeys} CROSS JOIN LATERAL (
       SELECT ${pathOfClimb} AS path, bool_and(NOT (t.hidden OR t."noIndex")) AS "isListed",
         min(t."documentId") FILTER (WHERE t.distance = 0) AS "documentId"
       FROM ${pageAndAbove('k.page', ['slug', 'hidden', 'noIndex', 'documentId'])} t HAVING count(*) > 0) t
     LEFT JOIN "Document" d ON d.id = t."documentId" AND d.markdown ~* '\\{\\s*%[-+~]?\\s*(if|els|elif|end-?if)'`,
    parametersOfKeys(pages),
  )
  const entries = new Array<FoundEntry | undefined>(pages.length)
  for (const { n, ...entry } of rows) entries[n - 1] = entry
  return entries
}
