import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { heavyWork } from '../../src/admission/heavy-work.ts'
import { observeLoad } from '../../src/base/load-events.ts'
import type { Database } from '../../src/database/client.ts'
import { inSnapshot, pauseSnapshot } from '../../src/database/snapshot-database.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase['database']
let drop: TestDatabase['drop']
beforeAll(async () => {
  const made = await testDatabase()
  database = made.database
  drop = made.drop
})
afterAll(() => drop())
afterEach(() => database.prisma.searchWord.deleteMany())

const countWords = `SELECT count(*)::int AS count FROM "SearchWord"`
const addWord = (word: string) => database.prisma.searchWord.create({ data: { word } })

/** All ways in which code reads. */
const ways: readonly (readonly [string, (within: Database) => Promise<number>])[] = [
  ['a statement', async ({ query }) => (await query<{ count: number }>(countWords, []))[0]?.count as number],
  [
    'a compiled statement',
    async ({ texts }) => Number((await texts(countWords, [], { bytes: 100 }))[0]?.[0]),
  ],
  ['Prisma', ({ prisma }) => prisma.searchWord.count()],
]
const countedBy = (within: Database) => Promise.all(ways.map(([, count]) => count(within)))

/** Waits until nothing uses a connection of snapshots. */
const untilUnused = () =>
  expect
    .poll(() => database.snapshotPool.totalCount - database.snapshotPool.idleCount, { timeout: 10_000 })
    .toBe(0)

describe('a snapshot', () => {
  test.each(ways)('that %s begins is read by all', async (_way, begin) => {
    await addWord('before')
    const counted = await inSnapshot(database, {}, async (within) => {
      const first = await begin(within)
      await addWord('after')
      return [first, ...(await countedBy(within))]
    })
    expect(counted).toEqual([1, 1, 1, 1])
    expect(await inSnapshot(database, {}, countedBy)).toEqual([2, 2, 2])
  })

  test.each([
    ['that nothing reads', async () => 0],
    ['that is read', ({ prisma }: Database) => prisma.searchWord.count()],
  ])('%s ends without a refusal', async (_name, read) => {
    const refused: string[] = []
    const end = observeLoad({ onRefusal: ({ reason }) => refused.push(reason) })
    try {
      await inSnapshot(database, {}, read)
      await untilUnused()
    } finally {
      end()
    }
    expect(refused).toEqual([])
  })

  test('lets code write, which it does not see', async () => {
    await inSnapshot(database, {}, async (within) => {
      expect(await within.prisma.searchWord.count()).toBe(0)
      await within.transaction((transaction) => transaction.searchWord.create({ data: { word: 'prisma' } }))
      await within.write('INSERT INTO "SearchWord" (word) VALUES ($1)', ['plain'])
      expect(await countedBy(within)).toEqual([0, 0, 0])
    })
    expect(await database.prisma.searchWord.count()).toBe(2)
  })

  test('is kept for what is read beside a statement that fails, and after it', async () => {
    const read = await inSnapshot(database, {}, async (within) => {
      await within.query(countWords, [])
      await addWord('after')
      const failing = within.query('SELECT 1 / $1::int', [0]).catch(({ code }: { code: string }) => code)
      const beside = countedBy(within)
      return [await failing, await beside, await countedBy(within)]
    })
    expect(read).toEqual(['22012', [0, 0, 0], [0, 0, 0]])
  })

  test.each(ways)(
    'whose first statement fails is read by all from %s on, and after another failure',
    async (_way, begin) => {
      const counted = await inSnapshot(database, {}, async (within) => {
        await expect(within.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
        const first = await begin(within)
        await addWord('after')
        const failing = within.texts('SELECT 1 / $1::int', [0], { bytes: 100 })
        await expect(failing).rejects.toMatchObject({ code: '22012' })
        return [first, ...(await countedBy(within))]
      })
      expect(counted).toEqual([0, 0, 0, 0])
    },
  )

  test('plans compiled statements once and all others as the server does, also after one has failed', async () => {
    const { database: own, drop: dropOwn } = await testDatabase()
    await own.query(
      'DO $$ BEGIN EXECUTE format($f$ALTER DATABASE %I SET plan_cache_mode = auto$f$, current_database()); END $$',
      [],
    )
    const setting = `SELECT current_setting('plan_cache_mode') AS setting`
    const modes = await inSnapshot(own, {}, async ({ query, texts }) => {
      const ofCode = async () => (await query<{ setting: string }>(setting, []))[0]?.setting
      const compiled = async () => (await texts(setting, [], { bytes: 100 }))[0]?.[0]
      const before = [await compiled(), await ofCode(), await compiled()]
      await query('SELECT 1 / $1::int', [0]).catch(() => {})
      return [
        ...before,
        await compiled(),
        await ofCode(),
        ...(await Promise.all([compiled(), ofCode(), compiled()])),
      ]
    })
    await dropOwn()
    expect(modes).toEqual(
      ['compiled', 'code', 'compiled', 'compiled', 'code', 'compiled', 'code', 'compiled'].map((kind) =>
        kind === 'code' ? 'auto' : 'force_generic_plan',
      ),
    )
  })

  test('is not kept for what is read after a pause, in which it has no connection', async () => {
    await inSnapshot(database, {}, async (within) => {
      expect(await countedBy(within)).toEqual([0, 0, 0])
      await addWord('after')
      pauseSnapshot(within)
      await untilUnused()
      expect(await countedBy(within)).toEqual([1, 1, 1])
    })
    await untilUnused()
  })

  test('ends after its time, with its connection', async () => {
    const ended = inSnapshot(database, { milliseconds: 100 }, async (within) => {
      await within.query('SELECT pg_sleep(0.2)', [])
      return within.query(countWords, [])
    })
    await expect(ended).rejects.toMatchObject({ extensions: { reason: 'DATABASE_BUSY' } })
    await untilUnused()
  })

  test('ends with its connection, and reads nothing of another state', async () => {
    await inSnapshot(database, {}, async (within) => {
      const [{ pid } = { pid: 0 }] = await within.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', [])
      await database.query('SELECT pg_terminate_backend($1)', [pid])
      await expect(within.query(countWords, [])).rejects.toThrow()
      await expect(within.query(countWords, [])).rejects.toThrow()
    })
    await untilUnused()
  })

  test('of a user waits for others of the user, and leaves connections to other users', async () => {
    const { concurrent } = heavyWork.snapshots.perOwner
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const held = Array.from({ length: concurrent }, () =>
      inSnapshot(database, { owner: 'one' }, async (within) => {
        await within.query('SELECT 1', [])
        await over
      }),
    )
    await expect
      .poll(() => database.snapshotPool.totalCount - database.snapshotPool.idleCount)
      .toBe(concurrent)
    const waiting = inSnapshot(database, { owner: 'one' }, countedBy)
    expect(await inSnapshot(database, { owner: 'other' }, countedBy)).toEqual([0, 0, 0])
    resolve()
    expect(await waiting).toEqual([0, 0, 0])
    await Promise.all(held)
  })
})
