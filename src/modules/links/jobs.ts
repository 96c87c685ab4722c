import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import type { StoredDocument } from '../content/documents.ts'
import { type IndexedLinks, indexLinks, readLinks } from './document-links.ts'

const bodiesPerTransaction = 100

interface Report {
  error(message: string): void
}

/** Indexes bodies every minute that were stored before Lectern indexed links. After the first run there are none. */
export const linkJobs = (database: Database): Jobs => ({
  tasks: {
    'read-document-links': async (_payload, { logger }) => {
      await readDocumentLinks(database, logger)
    },
  },
  crontab: '* * * * * read-document-links ?queue=read-document-links&jobKey=read-document-links&max=3',
})

/** Indexes the links of all bodies that are not indexed yet. Returns the number of bodies. */
export async function readDocumentLinks(database: Database, report: Report): Promise<number> {
  let read = 0
  for (;;) {
    const count = await indexBatch(database, report)
    if (count === 0) return read
    read += count
  }
}

/** Indexes one batch. Skips locked rows, so that several processes can run at once. */
const indexBatch = (database: Database, report: Report): Promise<number> =>
  longTransaction(database.prisma, { milliseconds: 120_000 }, async (transaction) => {
    const documents = await transaction.$queryRaw<StoredDocument[]>`
        SELECT id, markdown, nodes FROM "Document" WHERE "linksReadAt" IS NULL
        ORDER BY id LIMIT ${bodiesPerTransaction} FOR UPDATE SKIP LOCKED`
    if (documents.length === 0) return 0
    await indexLinks(
      transaction,
      documents.map((document) => readLinksSafely(document, report)),
    )
    await transaction.$executeRaw`
        UPDATE "Document" SET "linksReadAt" = now() WHERE id = ANY(${documents.map(({ id }) => id)})`
    return documents.length
  })

/** Reads the links of a body; none if it cannot be parsed, so that one body does not block the others. */
function readLinksSafely(document: StoredDocument, report: Report): IndexedLinks {
  try {
    return readLinks(document)
  } catch (error) {
    report.error(`Cannot read the links of ${document.id}: ${(error as Error).message}`)
    return { documentId: document.id, links: [], anchors: [] }
  }
}
