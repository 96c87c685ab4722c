import type { Prisma } from '../../../generated/prisma/client.ts'
import type { OpenAPIPageKind } from '../../../generated/prisma/enums.ts'
import type { SpecPage } from './write-pages.ts'

type Transaction = Prisma.TransactionClient

export const hasSpecPages = async (transaction: Transaction, specId: string): Promise<boolean> =>
  (await transaction.openAPISpecPage.count({ where: { specId } })) > 0

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
