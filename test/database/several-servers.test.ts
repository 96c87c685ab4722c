import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { startTemporaryPostgres } from '../../src/database/embedded/temporary.ts'
import { installQueue, startJobs } from '../../src/database/queue.ts'
import { startLectern } from '../start/process.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { newDatabaseName } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'

const logger = pino({ level: 'silent' })
const name = newDatabaseName()
const role = 'several_servers'

interface TestServer {
  /** Its host and port. */
  readonly place: string
  readonly administer: (...statements: readonly string[]) => Promise<void>
  readonly query: <Row>(statement: string, values: readonly unknown[]) => Promise<readonly Row[]>
}

let first: TestServer
let second: TestServer
const ends: (() => Promise<void>)[] = []

/** Gives a server a database and an account that the other one has too. */
async function serverAt(url: string): Promise<TestServer> {
  const { hostname, port } = new URL(url)
  const administer = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of ['SET default_transaction_read_only = off', ...statements])
      await client.query(statement)
    await client.end()
  }
  const query = async <Row>(statement: string, values: readonly unknown[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement, [...values])
    await client.end()
    return rows as Row[]
  }
  await administer(
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret-word'`,
    `CREATE DATABASE ${name} OWNER ${role} TEMPLATE template0 ENCODING 'UTF8'`,
  )
  ends.push(() => administer(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${role}`))
  return { place: `${hostname}:${port}`, administer, query }
}

beforeAll(async () => {
  const other = await startTemporaryPostgres(logger)
  ends.push(other.stop)
  first = await serverAt(other.url)
  second = await serverAt(inject('templateDatabaseUrl'))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Makes a server one that accepts writes or does not, and ends the connections to it, as a failover does. */
const setReadOnly = ({ administer }: TestServer, isReadOnly: boolean) =>
  administer(
    `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  )

/** Uses the database of one server. */
async function onlyIn(
  { place }: TestServer,
  use: (database: ConnectedDatabase) => Promise<void>,
): Promise<void> {
  const database = connectDatabase(urlOf([place], ''), logger)
  await use(database)
  await database.close()
}

/** Returns the number of connections to a server that wait for notifications. */
async function listenersAt({ query }: TestServer): Promise<number> {
  const statement = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'`
  return (await query<{ n: number }>(statement, [name]))[0]?.n as number
}

const urlOf = (places: readonly string[], attributes = '?target_session_attrs=read-write') =>
  `postgres://${role}:secret-word@${places.join(',')}/${name}${attributes}`

/** Returns the place of the server that a connection leads to. */
async function placeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ port: string }>(`SELECT current_setting('port') AS port`)
  return rows[0]?.port as string
}

const portOf = ({ place }: TestServer) => place.split(':')[1]

test.each(['read-write', 'primary'])(
  'the server that accepts writes is found, whatever its position, by %s',
  async (attribute) => {
    const attributes = `?target_session_attrs=${attribute}`
    if (attribute === 'read-write') await setReadOnly(first, true)
    // A server that is not there is no hindrance.
    const places = ['127.0.0.1:9', first.place, second.place]
    for (const given of attribute === 'read-write'
      ? [places, places.toReversed()]
      : [['127.0.0.1:9', second.place]]) {
      const database = connectDatabase(urlOf(given, attributes), logger)
      expect(await placeOf(database.pool)).toBe(portOf(second))
      expect(await database.readiness()).toBe('ready')
      await database.close()
    }
    await setReadOnly(first, false)
  },
)

test.runIf(isLongRun)(
  'connections move to the other server when it accepts writes in place of the first',
  async () => {
    await setReadOnly(first, true)
    const database = connectDatabase(urlOf([first.place, second.place]), logger)
    database.pool.on('error', () => {})
    expect(await placeOf(database.pool)).toBe(portOf(second))
    await setReadOnly(second, true)
    await expect
      .poll(() => placeOf(database.pool).catch(({ message }) => message))
      .toMatch(/^no server accepts writes/)
    await setReadOnly(first, false)
    await expect.poll(() => placeOf(database.pool).catch(({ message }) => message)).toBe(portOf(first))
    await database.close()
    await setReadOnly(second, false)
  },
)

test.runIf(isLongRun)(
  'writes go to the other server once theirs turns read-only without closing its connections, and none fails',
  async () => {
    const create = 'CREATE TABLE written (port text)'
    for (const { place } of [first, second]) {
      const client = new pg.Client({ connectionString: urlOf([place]).replace(/\?.*/, '') })
      await client.connect()
      await client.query(create)
      await client.end()
    }
    await setReadOnly(second, true)
    // A setting of the database would take precedence over that of the server, which open sessions adopt.
    await first.administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    const database = connectDatabase(urlOf([first.place, second.place]), logger)
    // To create it takes so long on a busy machine that connections which are being opened meanwhile would be given up.
    const { prisma, transaction } = database
    await prisma.$connect()
    const write = `INSERT INTO written VALUES (current_setting('port')) RETURNING port`
    const ways = [
      () => database.write<{ port: string }>(write, []),
      () => transaction((transaction) => transaction.query<{ port: string }>(write)),
    ]
    const portsOf = () => Promise.all([...ways, ...ways].map(async (way) => (await way())[0]?.port))
    expect(new Set(await portsOf())).toEqual(new Set([portOf(first)]))
    await setReadOnly(second, false)
    await first.administer('ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()')
    await expect.poll(async () => [...new Set(await portsOf())]).toEqual([portOf(second)])
    await expect.poll(() => database.readiness()).toBe('ready')
    await database.close()
    await first.administer('ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()')
  },
)

test.runIf(isLongRun)(
  'the connection that waits for jobs moves to the server that accepts writes, which tells of them',
  async () => {
    await setReadOnly(second, true)
    // A setting of the database would take precedence over that of the server, which open sessions adopt.
    await first.administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    const database = connectDatabase(urlOf([first.place, second.place]), logger)
    await expect.poll(() => placeOf(database.pool).catch(({ message }) => message)).toBe(portOf(first))
    await installQueue(database)
    const jobs = await startJobs({ database, logger, tasks: { nothing: async () => {} }, crontab: '' })
    await expect.poll(() => listenersAt(first)).toBe(1)
    await setReadOnly(second, false)
    await onlyIn(second, installQueue)
    await first.administer('ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()')
    await expect.poll(() => listenersAt(second), { timeout: 20_000 }).toBe(1)
    expect(await listenersAt(first)).toBe(0)
    await jobs.stop()
    await database.close()
    await first.administer('ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()')
  },
  60_000,
)

async function start(DATABASE_URL: string) {
  return startLectern({
    environment: { DATABASE_URL, DATA_DIR: await temporaryFolder(), SAMPLE_CONTENT: 'off' },
  })
}

async function expectStart(DATABASE_URL: string): Promise<void> {
  const lectern = await start(DATABASE_URL)
  const address = await lectern.ready()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  lectern.child.kill('SIGTERM')
  expect(await lectern.exit()).toBe(0)
}

test.runIf(isLongRun)(
  'a process starts on the server that accepts writes, and is refused in one sentence if none does',
  async () => {
    await setReadOnly(first, true)
    await expectStart(urlOf([first.place, second.place]))
    await setReadOnly(second, true)
    const refused = await start(urlOf([first.place, second.place]))
    expect(await refused.exit()).toBe(1)
    expect(refused.output().trim()).toBe(
      `The database at ${first.place},${second.place}/${name} cannot be reached: no server accepts writes (${first.place}: accepts no writes; ${second.place}: accepts no writes).`,
    )
    await setReadOnly(second, false)
    await setReadOnly(first, false)
  },
)

test.each(['', '?target_session_attrs=any', '?target_session_attrs=standby'].slice(0, budget(1, 3)))(
  'several servers without the one that accepts writes are refused in one sentence: %s',
  async (attributes) => {
    const lectern = await start(urlOf(['one', 'two:5433'], attributes))
    expect(await lectern.exit()).toBe(1)
    expect(lectern.output()).toContain('DATABASE_URL must have target_session_attrs=read-write or ')
  },
)
