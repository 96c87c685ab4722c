import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../src/database/transactions.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const write = (transaction: Transaction, word: string) =>
  transaction.query('INSERT INTO "SearchWord" (word) VALUES ($1)', [word])

const isWritten = async (word: string) =>
  (await test.database.prisma.searchWord.count({ where: { word } })) === 1

describe('a plain statement in a transaction', () => {
  it('sees what Prisma wrote before, and Prisma sees what it wrote', async () => {
    await test.database.transaction(async (transaction) => {
      await transaction.searchWord.create({ data: { word: 'prisma' } })
      const seen = await transaction.query('SELECT word FROM "SearchWord" WHERE word = $1', ['prisma'])
      expect(seen).toEqual([{ word: 'prisma' }])
      await write(transaction, 'plain')
      expect(await transaction.searchWord.count({ where: { word: 'plain' } })).toBe(1)
    })
    expect(await isWritten('plain')).toBe(true)
  })

  it('is rolled back with the transaction', async () => {
    const undone = test.database.transaction(async (transaction) => {
      await write(transaction, 'undone')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await isWritten('undone')).toBe(false)
  })

  it('goes to the transaction that it names, of several that run at once', async () => {
    const names = ['one', 'two', 'three']
    const runs = names.map((name) =>
      test.database.transaction(async (transaction) => {
        await write(transaction, name)
        if (name === 'two') throw new Error('undone')
      }),
    )
    await Promise.allSettled(runs)
    expect(await Promise.all(names.map(isWritten))).toEqual([true, false, true])
  })

  it('is refused once the time of the transaction is over', async () => {
    let late: unknown
    const run = test.database.transaction(
      async (transaction) => {
        await transaction.query('SELECT pg_sleep(0.5)')
        late = await write(transaction, 'late').catch((error: unknown) => error)
      },
      { milliseconds: 100 },
    )
    await expect(run).rejects.toMatchObject({ code: 'P2028' })
    expect(late).toMatchObject({ extensions: { reason: 'DATABASE_BUSY' } })
    expect(await isWritten('late')).toBe(false)
  })

  it('is refused after the transaction', async () => {
    let kept: Transaction | undefined
    await test.database.transaction(async (transaction) => {
      kept = transaction
    })
    await expect(write(kept as Transaction, 'after')).rejects.toMatchObject({
      extensions: { reason: 'DATABASE_BUSY' },
    })
  })
})
