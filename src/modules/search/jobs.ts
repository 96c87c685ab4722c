import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { indexSpace } from './index-pages.ts'

const spacesAtOnce = 100
const transactionTimeouts = { maxWait: 15_000, timeout: 600_000 }

/** Notes the pages of spaces that are older than search; there are none once it has run. */
export const searchJobs = (database: Database): Jobs => ({
  tasks: {
    'index-spaces': async (_payload, { logger }) => {
      const indexed = await indexSpaces(database, (message) => logger.info(message))
      if (indexed > 0) logger.info(`${indexed} spaces can be searched now`)
    },
  },
  crontab: '* * * * * index-spaces ?queue=index-spaces&jobKey=index-spaces&max=3',
})

/**
 * Makes the pages of all spaces found, one transaction for each space. It may be interrupted and run again, or run
 * twice at once. Returns how many spaces it did.
 */
export async function indexSpaces(database: Database, report: (message: string) => void): Promise<number> {
  let indexed = 0
  let after = ''
  for (;;) {
    const spaces = await database.prisma.space.findMany({
      where: { searchedAt: null, id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: spacesAtOnce,
    })
    if (spaces.length === 0) return indexed
    for (const { id } of spaces) indexed += await indexUnlessDone(database, id)
    after = spaces.at(-1)?.id as string
    report(`indexed ${indexed} spaces so far`)
  }
}

/** A writer of the space may be first: it notes all pages too. */
const indexUnlessDone = (database: Database, spaceId: string): Promise<number> =>
  database.prisma.$transaction(async (transaction) => {
    const [branch] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Branch" WHERE "spaceId" = ${spaceId} AND kind = 'MAIN' FOR NO KEY UPDATE`
    const space = await transaction.space.findUnique({ where: { id: spaceId } })
    if (!branch || !space || space.searchedAt) return 0
    await indexSpace(transaction, { spaceId, branchId: branch.id })
    return 1
  }, transactionTimeouts)
