import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { longTransaction } from '../../src/database/long-transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'

const poolerSize = 3

let test: TestDatabase
let pooler: Pooler
let database: ConnectedDatabase

beforeAll(async () => {
  test = await testDatabase()
  pooler = await startPooler(test.url, { size: poolerSize })
  database = connectDatabase(pooler.urlOf(test.url), console, { directUrl: test.url })
})
afterAll(async () => {
  await database.close()
  await pooler.stop()
  await test.drop()
})

const times = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => value(index))

const limits = `current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
  current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('jit') AS limits`

describe('behind a pooler that gives each transaction another session', () => {
  it('runs equal statements of every kind at the same time', async () => {
    const { prisma, query, texts, pool } = database
    const rounds = times(60, async (index) => {
      const kinds = [
        query('SELECT $1::int AS number', [index]),
        query('WITH written AS (UPDATE "Organization" SET title = title) SELECT $1::int AS number', [index]),
        texts('SELECT $1::text', [String(index)], { bytes: 100, rows: 1 }).then(([row]) => [
          { number: Number(row?.[0]) },
        ]),
        pool.query('SELECT $1::int AS number', [index]).then(({ rows }) => rows),
        pool
          .query({ name: 'named', text: 'SELECT $1::int AS number', values: [index] })
          .then(({ rows }) => rows),
        prisma.$queryRaw`SELECT ${index}::int AS number`,
        database.transaction((transaction) => transaction.query('SELECT $1::int AS number', [index])),
      ]
      expect(await Promise.all(kinds)).toEqual(kinds.map(() => [{ number: index }]))
    })
    await Promise.all(rounds)
  })

  it('limits statements of every kind', async () => {
    const { prisma, query, pool, writePool, sessionPool } = database
    const text = `SELECT ${limits}`
    const found = await Promise.all(
      times(20, () => [
        query(text, []),
        pool.query(text).then(({ rows }) => rows),
        pool.query(`${text} WHERE $1`, [true]).then(({ rows }) => rows),
        prisma.$queryRawUnsafe(text),
        sessionPool.query(text).then(({ rows }) => rows),
      ]).flat(),
    )
    expect(new Set(found.map((rows) => JSON.stringify(rows)))).toEqual(
      new Set([JSON.stringify([{ limits: '20s 5s 130s off' }])]),
    )
    const inTransaction = await database.transaction((transaction) =>
      transaction.query(`SELECT ${limits.replace("|| ' ' || current_setting('jit')", '')}`),
    )
    expect(inTransaction).toEqual([{ limits: '20s 5s 130s' }])
    expect((await writePool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '5s' }])
  })

  it('leaves the sessions to others as they were', async () => {
    const setByOthers = `SELECT name FROM pg_settings WHERE source = 'session' AND name <> 'application_name'`
    await Promise.all([...times(20, () => database.query(`SELECT ${limits}`, [])), database.readiness()])
    const other = new pg.Client({ connectionString: pooler.urlOf(test.url) })
    await other.connect()
    for (let session = 0; session < poolerSize; session++)
      expect((await other.query(setByOthers)).rows).toEqual([])
    expect((await other.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([])
    await other.end()
  })

  it('gives a transaction its isolation level and its own limit', async () => {
    const { prisma } = database
    const isolation = await prisma.$transaction(
      (transaction) => transaction.$queryRaw`SHOW transaction_isolation`,
      { isolationLevel: 'RepeatableRead' },
    )
    expect(isolation).toEqual([{ transaction_isolation: 'repeatable read' }])
    const limit = await longTransaction(database, { milliseconds: 60_000 }, (transaction) =>
      transaction.query('SHOW statement_timeout'),
    )
    expect(limit).toEqual([{ statement_timeout: '1min' }])
  })

  it('reports an error of a statement, and goes on', async () => {
    const { query, pool, prisma } = database
    for (const run of [
      () => query('SELECT 1 / $1::int AS number', [0]),
      () => pool.query('SELECT 1 / 0'),
      () => pool.query('SELECT 1 / $1::int', [0]),
      () => prisma.$queryRaw`SELECT 1 / ${0}::int`,
    ])
      await expect(run()).rejects.toThrow(/division by zero/)
    expect(await query('SELECT $1::int AS number', [1])).toEqual([{ number: 1 }])
  })

  it('is ready', async () => {
    expect(await database.readiness()).toBe('ready')
  })
})
