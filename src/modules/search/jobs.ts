import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { indexComputedPagesTask } from '../content/computed/indexing-queue.ts'
import { indexExpressionsTask } from './expression-queue.ts'
import { indexComputedPages } from './index-computed-pages.ts'
import { indexExpressions } from './index-expressions.ts'
import { indexSpace } from './index-pages.ts'
import { indexingLimit } from './limits.ts'

const spacesPerQuery = 100

/**
 * Indexes spaces whose index an earlier build wrote, of which there are none after the first run, computed pages that have
 * changed, and pages with expressions of which a variable has.
 */
export const searchJobs = (database: Database): Jobs => ({
  tasks: {
    'index-spaces': async (_payload, { logger }) => {
      const indexed = await indexSpaces(database, (message) => logger.info(message))
      if (indexed > 0) logger.info(`Indexed ${indexed} spaces for search`)
    },
    [indexComputedPagesTask]: async () => {
      await indexComputedPages(database)
    },
    [indexExpressionsTask]: async () => {
      await indexExpressions(database)
    },
  },
  crontab: [
    '* * * * * index-spaces ?jobKey=index-spaces&max=3',
    `* * * * * ${indexComputedPagesTask} ?jobKey=${indexComputedPagesTask}&max=3`,
    `* * * * * ${indexExpressionsTask} ?jobKey=${indexExpressionsTask}&max=3`,
  ].join('\n'),
})

/**
 * Indexes all spaces that are not indexed yet, each in its own transaction. Safe to interrupt, repeat and run
 * concurrently. Returns the number of indexed spaces.
 */
export async function indexSpaces(database: Database, report: (message: string) => void): Promise<number> {
  let indexed = 0
  let after = ''
  for (;;) {
    const spaces = await database.prisma.space.findMany({
      where: { searchedAt: null, id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: spacesPerQuery,
    })
    if (spaces.length === 0) return indexed
    for (const { id } of spaces) indexed += await indexUnlessDone(database, id)
    after = spaces.at(-1)?.id as string
    report(`Indexed ${indexed} spaces so far`)
  }
}

/** Indexes a space unless a concurrent writer, which also indexes all pages, already did. */
const indexUnlessDone = (database: Database, spaceId: string): Promise<number> =>
  longTransaction(database, indexingLimit, async (transaction) => {
    const [branch] = await transaction.query<{ id: string }>(
      `SELECT id FROM "Branch" WHERE "spaceId" = $1 AND kind = 'MAIN' FOR NO KEY UPDATE`,
      [spaceId],
    )
    const space = await transaction.space.findUnique({ where: { id: spaceId } })
    if (!branch || !space || space.searchedAt) return 0
    await indexSpace(transaction, { spaceId, branchId: branch.id })
    return 1
  })
