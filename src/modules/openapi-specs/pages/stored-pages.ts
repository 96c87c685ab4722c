import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../database/transactions.ts'
import type { OpenAPIPageKind } from '../../../generated/prisma/enums.ts'
import type { SpecPage } from './write-pages.ts'

/** Returns whether these pages are the stored ones. Another version of Lectern may have written those differently. */
export async function areStoredPages(
  transaction: Transaction,
  specId: string,
  pages: readonly SpecPage[],
): Promise<boolean> {
  const stored = await transaction.query<StoredPage>(
    `SELECT key, "parentKey", lower(kind::text) AS kind, title, md5(markdown) AS digest
     FROM "OpenAPISpecPage" WHERE "specId" = $1 ORDER BY number`,
    [specId],
  )
  const written = pages.map(({ key, parentKey, kind, title, markdown }): StoredPage => {
    const digest = createHash('md5').update(markdown).digest('hex')
    return { key, parentKey, kind, title, digest }
  })
  return isDeepStrictEqual(stored, written)
}

type StoredPage = Omit<SpecPage, 'markdown'> & { readonly digest: string }

/** Limits the pages per statement, because a page may have hundreds of kilobytes. */
const pagesPerStatement = 50

/** Replaces the pages of a specification with those of a new version. */
export async function replaceSpecPages(
  transaction: Transaction,
  specId: string,
  pages: readonly SpecPage[],
): Promise<void> {
  await transaction.openAPISpecPage.deleteMany({ where: { specId } })
  const rows = pages.map(({ kind, ...page }, number) => ({
    ...page,
    specId,
    number,
    kind: kind.toUpperCase() as OpenAPIPageKind,
  }))
  for (let start = 0; start < rows.length; start += pagesPerStatement)
    await transaction.openAPISpecPage.createMany({ data: rows.slice(start, start + pagesPerStatement) })
}
