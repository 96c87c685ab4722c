import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'
import { indexLinks, readLinks } from './document-links.ts'
import { type BranchesAtOnce, forgetLinksOf, keepLinksOfBranches } from './kept-links.ts'

const bodiesPerTransaction = 100

interface Report {
  error(message: string): void
}

/** A branch is begun for as long as fewer pages were read in the transaction, which ends after two minutes. */
const perTransaction: BranchesAtOnce = { branches: 100, pages: 5_000 }

/**
 * Indexes bodies every minute that were stored before Lectern indexed links, and keeps the links of spaces that were written
 * before Lectern kept those. After the first run there are none.
 */
export const linkJobs = (database: Database): Jobs => ({
  tasks: {
    'read-document-links': async (_payload, { logger }) => {
      await readDocumentLinks(database, logger)
      await keepAllLinks(database)
    },
  },
  crontab: '* * * * * read-document-links ?jobKey=read-document-links&max=3',
})

/** Keeps the links of all spaces whose links are not kept yet. */
export async function keepAllLinks(database: Database, atOnce = perTransaction): Promise<void> {
  for (;;) {
    const count = await longTransaction(database, { milliseconds: 120_000 }, (transaction) =>
      keepLinksOfBranches(transaction, atOnce),
    )
    if (count === 0) return
  }
}

/** Indexes the links of all bodies that are not indexed yet. Returns the number of bodies. */
export async function readDocumentLinks(database: Database, report: Report): Promise<number> {
  let read = 0
  for (;;) {
    const count = await indexBatch(database, report)
    if (count === 0) return read
    read += count
  }
}

/**
 * Indexes one batch. Skips locked rows, so that several processes can run at once. Branches are locked before bodies, as by those
 * who write content.
 */
const indexBatch = (database: Database, report: Report): Promise<number> =>
  longTransaction(database, { milliseconds: 120_000 }, async (transaction) => {
    const unread = await transaction.query<{ id: string }>(
      `SELECT id FROM "Document" WHERE "linksReadAt" IS NULL ORDER BY id LIMIT $1`,
      [bodiesPerTransaction],
    )
    const ids = unread.map(({ id }) => id)
    if (ids.length === 0) return 0
    await forgetLinksOf(transaction, ids)
    const documents = await transaction.query<StoredDocument>(
      `SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1) AND "linksReadAt" IS NULL
       ORDER BY id FOR UPDATE SKIP LOCKED`,
      [ids],
    )
    // A body that cannot be parsed has no links, so that it does not block the others.
    const links = await readLinks(documents, ({ id }, { message }) =>
      report.error(`Cannot read the links of ${id}: ${message}`),
    )
    await indexLinks(transaction, links)
    await transaction.query(`UPDATE "Document" SET "linksReadAt" = now() WHERE id = ANY($1)`, [
      documents.map(({ id }) => id),
    ])
    return documents.length
  })
