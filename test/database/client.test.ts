import type { EventEmitter } from 'node:events'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteText, CellEncoding } from '../../src/database/byte-cells.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { longTransaction } from '../../src/database/long-transaction.ts'
import { withPatientConnection } from '../../src/database/sessions.ts'
import { statementNames } from '../../src/database/statement-names.ts'
import { type PageKey, readPages } from '../../src/modules/content/page-reads.ts'
import { isLongRun } from '../support/budget.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let test: TestDatabase

const decoded = (cell: ByteText | null) =>
  typeof cell === 'string' ? Buffer.from(cell, 'latin1').toString() : cell?.toString()

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

describe('the database', () => {
  it('keeps the plan of a repeated statement', async () => {
    const { prisma, pool, close } = connectDatabase(test.url, console)
    for (let time = 0; time < 3; time++)
      await prisma.organization.findFirst({ where: { id: String(time) }, select: { id: true } })
    const { rows } = await pool.query(
      `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%Organization%'`,
    )
    expect(rows).toHaveLength(1)
    await close()
  })

  it('fails the transaction, not the process, when the server closes its connection', async () => {
    const warnings: unknown[] = []
    const { prisma, transaction, close } = connectDatabase(test.url, {
      warn: (...args: unknown[]) => warnings.push(args),
    })
    const outcome = transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const other = new pg.Client({ connectionString: test.url })
      await other.connect()
      await other.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid])
      await other.end()
      await expect.poll(() => warnings.length).toBeGreaterThan(0)
      await transaction.query('SELECT 1')
    })
    await expect(outcome).rejects.toThrow()
    expect(await prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
    await close()
  })
})

describe('a statement that takes too long', () => {
  const timeout = async (pool: pg.Pool) =>
    (await pool.query('SHOW statement_timeout')).rows[0].statement_timeout

  it('is ended soon after nothing waits for it any longer', async () => {
    const { pool, close } = connectDatabase(test.url, console, { waitMs: 40_000 })
    expect(await timeout(pool)).toBe('45s')
    await close()
  })

  it('is not ended before the transaction in which it is', async () => {
    const database = connectDatabase(test.url, console)
    const show = await longTransaction(database, { milliseconds: 60_000 }, (transaction) =>
      transaction.query('SHOW statement_timeout'),
    )
    expect([show, await timeout(database.pool)]).toEqual([[{ statement_timeout: '1min' }], '20s'])
    await database.close()
  })

  it('is not ended in a migration, whose connection nobody uses after it', async () => {
    const { pool, close } = connectDatabase(test.url, console)
    const show = await withPatientConnection(pool, (client) => client.query('SHOW statement_timeout'))
    expect([show.rows, await timeout(pool)]).toEqual([[{ statement_timeout: '0' }], '20s'])
    await close()
  })
})

describe('a statement whose rows have types', () => {
  it.each([
    ['reads', `SELECT $1::int AS number, now() AS time`],
    [
      'writes',
      `WITH written AS (UPDATE "Organization" SET title = title) SELECT $1::int AS number, now() AS time`,
    ],
  ])('that %s asks for its columns until it is prepared, and not again', async (_kind, text) => {
    const { query, pool, writePool, close } = connectDatabase(test.url, console)
    let descriptions = 0
    for (const each of [pool, writePool])
      each.on('connect', (client) => {
        const { connection } = client as unknown as { readonly connection: EventEmitter }
        connection.on('rowDescription', () => descriptions++)
      })
    const run = async (number: number) =>
      expect(await query(text, [number])).toEqual([{ number, time: expect.any(Date) }])
    await run(1)
    await run(2)
    expect(descriptions).toBe(2)
    for (const number of [3, 4, 5]) await run(number)
    expect(descriptions).toBe(2)
    await close()
  })
})

describe('the statements of reads', () => {
  const textOf = (index: number) => `SELECT 'read ${index}'`

  it('stay prepared while they are used, and at most 200 of them on a connection', async () => {
    const { texts, readPool, close } = connectDatabase(test.url, console)
    const read = (index: number) => texts(textOf(index), [], { bytes: 1000, rows: 1 })
    for (let index = 0; index < 300; index++)
      for (const each of [index, index, 0]) expect(await read(each)).toEqual([[`read ${each}`]])
    const { rows } = await readPool.query<{ statement: string }>(
      'SELECT statement FROM pg_prepared_statements',
    )
    const prepared = rows.map(({ statement }) => statement)
    expect(prepared).toHaveLength(200)
    expect(prepared).toContain(textOf(0))
    expect(prepared).toContain(textOf(299))
    expect(prepared).not.toContain(textOf(1))
    await close()
  })

  it('that begin together share a connection if they read few rows', async () => {
    const { texts, readPool, longReadPool, close } = connectDatabase(test.url, console)
    const read = (rows: number) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => texts(textOf(index), [], { bytes: 1000, rows })))
    expect((await read(2)).map(([row]) => row?.[0])).toEqual(Array.from({ length: 8 }, (_, i) => `read ${i}`))
    expect(readPool.totalCount).toBe(1)
    await close()
    expect(longReadPool.totalCount).toBe(0)
  })

  it('that read many rows have connections of their own, as many as there are processors, but at least 4', async () => {
    const { texts, readPool, longReadPool, close } = connectDatabase(test.url, console)
    const most = Math.max(4, availableParallelism())
    await Promise.all(
      Array.from({ length: most + 4 }, (_, index) => texts(textOf(index), [], { bytes: 1000, rows: 1000 })),
    )
    expect([readPool.totalCount, longReadPool.totalCount]).toEqual([0, most])
    await close()
  })

  it('that begin together each have their own rows or error', async () => {
    const { texts, close } = connectDatabase(test.url, console)
    const statements = [
      { text: textOf(1), expected: [['read 1']] },
      { text: `SELECT $1::int / 0`, values: [1], expected: /division by zero/ },
      { text: `SELECT 'long' || repeat('x', 2000)`, expected: /more than 1000 bytes/ },
      { text: `SELECT syntax error`, expected: /syntax error|does not exist/ },
      { text: `SELECT $1::text FROM generate_series(1, 2)`, values: ['two'], expected: [['two'], ['two']] },
      { text: `SELECT 'none' WHERE FALSE`, expected: [] },
    ]
    // Statements are prepared at their second use.
    for (let time = 0; time < 4; time++) {
      const outcomes = await Promise.allSettled(
        statements.map(({ text, values = [] }) => texts(text, values, { bytes: 1000, rows: 2 })),
      )
      for (const [index, { expected }] of statements.entries()) {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') expect(outcome.value).toEqual(expected)
        else expect(outcome?.reason.message).toMatch(expected as RegExp)
      }
    }
    await close()
  })

  it('have the bytes of their cells where those are asked for, and text elsewhere', async () => {
    const { texts, readPool, close } = connectDatabase(test.url, console)
    const words = 'Grüße, 日本 🚀'
    const bytes = Buffer.from(words).toString('latin1')
    const read = <Encoding extends CellEncoding>(encoding?: Encoding) =>
      texts('SELECT $1::text, NULL, $2::text', [words, ''], {
        bytes: 1000,
        rows: 1,
        ...(encoding && { encoding }),
      })
    const failing = () =>
      texts(`SELECT ('${words}' || $1::text)::int`, [''], { bytes: 1000, rows: 1, encoding: 'bytes' })
    const [text, asBytes, failed, again] = await Promise.all([
      read(),
      read('bytes'),
      failing().catch((error: Error) => error.message),
      read(),
    ])
    expect(text).toEqual([[words, null, '']])
    expect(asBytes).toEqual([[bytes, null, '']])
    expect(failed).toContain(words)
    expect(again).toEqual([[words, null, '']])
    expect((await readPool.query('SELECT $1::text AS words', [words])).rows).toEqual([{ words }])
    expect(readPool.totalCount).toBe(1)
    await close()
  })

  it.runIf(isLongRun)(
    'have all bytes of cells of any length, which what is read later does not change',
    async () => {
      const { texts, close } = connectDatabase(test.url, console)
      const lengths = [0, 1, 4095, 65_530, 65_536, 131_071, 131_072, 300_000, 3_000_000, 100]
      const statement = `SELECT repeat('é', length / 2) || repeat(chr(65 + index::int), length % 2), repeat('x', 30)
      FROM unnest($1::int[]) WITH ORDINALITY AS l(length, index) ORDER BY index`
      const read = (encoding: CellEncoding) =>
        texts(statement, [lengths], { bytes: 10_000_000, rows: lengths.length, encoding })
      const expected = lengths.map((length, index) => [
        'é'.repeat(length / 2) + String.fromCharCode(66 + index).repeat(length % 2),
        'x'.repeat(30),
      ])
      const first = await read('bytes')
      const [again, text] = await Promise.all([read('bytes'), read('utf8')])
      for (const rows of [first, again]) expect(rows.map((row) => row.map(decoded))).toEqual(expected)
      expect(text).toEqual(expected)
      await close()
    },
  )

  it('all fail with the connection that they share, and the next ones get another', async () => {
    const { texts, close } = connectDatabase(test.url, { warn: () => {} })
    const read = (text: string) => texts(text, [], { bytes: 1000, rows: 1 })
    const outcomes = await Promise.allSettled([
      read('SELECT 1'),
      read('SELECT pg_terminate_backend(pg_backend_pid())'),
      read('SELECT 2'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await read('SELECT 3')).toEqual([['3']])
    await close()
  })
})

describe('the statements of code', () => {
  const textOf = (index: number) =>
    `SELECT ${index} AS number, 1.5::float8 AS float, 2::int8 AS large, $1::timestamptz AS time, NULL::text AS none,
      '{"a": [1]}'::jsonb AS json, ARRAY['x', NULL] AS list, TRUE AS flag, 'é "quoted"' AS text`

  it('that begin together share a connection, and have the values that the driver makes of them', async () => {
    const { query, pool, close } = connectDatabase(test.url, console)
    const indexes = Array.from({ length: 8 }, (_, index) => index)
    const values = [new Date()]
    // The first use of each is sent alone, because it is not prepared.
    for (const index of indexes) await query(textOf(index), values)
    const found = await Promise.all(indexes.map((index) => query(textOf(index), values)))
    expect(pool.totalCount).toBe(1)
    for (const index of indexes) expect(found[index]).toEqual((await pool.query(textOf(index), values)).rows)
    await close()
  })

  it('each have their own rows or error if they begin together', async () => {
    const { query, close } = connectDatabase(test.url, console)
    for (let time = 0; time < 3; time++) {
      const outcomes = await Promise.allSettled([
        query('SELECT 1 AS one', []),
        query('SELECT $1::int / 0 AS fault', [1]),
        query('SELECT 2 AS two WHERE FALSE', []),
        query('SELECT 3 AS three', []),
      ])
      expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual([
        [{ one: 1 }],
        false,
        [],
        [{ three: 3 }],
      ])
    }
    await close()
  })

  it('are planned once for arrays of any length', async () => {
    const { query, pool, close } = connectDatabase(test.url, console)
    for (let length = 1; length < 10; length++)
      await readPages(query, Array<PageKey>(length).fill({ revisionId: 'none', pageId: 'none' }))
    const { rows } = await pool.query<{ generic: number }>(
      `SELECT generic_plans::int AS generic FROM pg_prepared_statements WHERE statement LIKE '%"PageVersion"%'`,
    )
    expect(rows).toEqual([{ generic: expect.any(Number) }])
    expect(rows[0]?.generic).toBeGreaterThan(0)
    await close()
  })
})

describe('names of statements', () => {
  it('are assigned to repeated statements, and stay the same', () => {
    const nameOf = statementNames()
    expect(nameOf('SELECT 1', 0)).toBeUndefined()
    const name = nameOf('SELECT 1', 0)
    expect(name).toMatch(/^s[\w-]{22}$/)
    expect(nameOf('SELECT 1', 0)).toBe(name)
    nameOf('SELECT 2', 0)
    expect(nameOf('SELECT 2', 0)).not.toBe(name)
  })

  it('are not assigned to statements with many parameters', () => {
    const nameOf = statementNames(20)
    for (let time = 0; time < 3; time++) expect(nameOf('SELECT $1, …', 21)).toBeUndefined()
  })

  it('are limited in number', () => {
    const nameOf = statementNames()
    const statements = Array.from({ length: 1000 }, (_, index) => `SELECT ${index}`)
    const names = statements.map((sql) => {
      nameOf(sql, 0)
      return nameOf(sql, 0)
    })
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200)
  })
})

describe('a connection whose statements may take any time', () => {
  it('has released its locks once it has been used', async () => {
    const { pool, readPool, close } = connectDatabase(test.url, console)
    const locks = async () =>
      (await readPool.query(`SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = 71`)).rows
    const lock = (number: number) =>
      withPatientConnection(pool, (client) => client.query('SELECT pg_advisory_lock(71, $1)', [number]))
    expect(await locks()).toEqual([])
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, (_, number) => lock(number)))
      expect(await locks()).toEqual([])
    }
    await close()
  })
})
