import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../database/transactions.ts'
import type { SpecPage } from './write-pages.ts'

/** Returns whether these pages are the stored ones. Another version of Lectern may have written those differently. */
export async function areStoredPages(
  transaction: Transaction,
  specId: string,
  pages: AsyncIterable<SpecPage>,
): Promise<boolean> {
  const stored = await transaction.query<StoredPage>(
    `SELECT key, "parentKey", lower(kind::text) AS kind, title, md5(markdown) AS digest
     FROM "OpenAPISpecPage" WHERE "specId" = $1 ORDER BY number`,
    [specId],
  )
  const written: StoredPage[] = []
  for await (const { key, parentKey, kind, title, markdown } of pages) {
    const digest = createHash('md5').update(markdown).digest('hex')
    written.push({ key, parentKey, kind, title, digest })
  }
  return isDeepStrictEqual(stored, written)
}

type StoredPage = Omit<SpecPage, 'markdown'> & { readonly digest: string }

/** The pages of one statement, and the characters after which no other page is added: a page may have hundreds of kilobytes. */
const batch = { pages: 50, characters: 1_000_000 }

/** Replaces the pages of a specification with those of a new version. */
export async function replaceSpecPages(
  transaction: Transaction,
  specId: string,
  pages: AsyncIterable<SpecPage>,
): Promise<void> {
  await transaction.openAPISpecPage.deleteMany({ where: { specId } })
  let number = 0
  let values: unknown[] = []
  let characters = 0
  const insert = async () => {
    if (values.length > 0) await transaction.query(insertOf(values.length / casts.length), values)
    values = []
    characters = 0
  }
  for await (const { key, parentKey, kind, title, markdown } of pages) {
    values.push(specId, key, number++, parentKey, kind.toUpperCase(), title, markdown)
    characters += markdown.length
    if (characters >= batch.characters || values.length >= batch.pages * casts.length) await insert()
  }
  await insert()
}

const casts = ['text', 'text', 'int', 'text', '"OpenAPIPageKind"', 'text', 'text']

/** Returns a statement that inserts so many pages. Prisma would look at each long text several times. */
function insertOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) =>
    casts.map((type, column) => `$${row * casts.length + column + 1}::${type}`),
  )
  return `INSERT INTO "OpenAPISpecPage" ("specId", key, number, "parentKey", kind, title, markdown)
VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}`
}
