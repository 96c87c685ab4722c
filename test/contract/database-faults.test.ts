import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { createApp } from '../../src/server/app.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { isLongRun, oneRowIn } from '../support/budget.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { LockHolder } from '../support/lock-holder.ts'
import { startPooler } from '../support/pooler.ts'

let app: TestApp
let admin: TestUser
let spaceId: string
let other: LockHolder
beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  admin = organization.admin
  spaceId = (await buildSpace(app, organization)).id
  other = await LockHolder.connect(app.config.databaseUrl as string)
})
afterAll(async () => {
  await other.end()
  await app.close()
})

const databaseName = () => new URL(app.config.databaseUrl ?? '').pathname.slice(1)

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly reason: string | undefined
  readonly milliseconds: number
}

/** Asks at an address, and reads the reason wherever the kind of answer has it. */
async function ask(address: string, init: Parameters<typeof request>[1] = {}): Promise<Answer> {
  const started = performance.now()
  const { statusCode, headers, body } = await request(address, {
    ...init,
    headers: { Authorization: `Bearer ${admin.token}`, ...init?.headers },
  })
  const text = await body.text()
  return {
    status: statusCode,
    retryAfter: headers['retry-after'] as string | undefined,
    reason: /"reason":"(\w+)"/.exec(text)?.[1],
    milliseconds: performance.now() - started,
  }
}

const rename = (url: string) =>
  ask(`${url}/v1/spaces/${spaceId}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Renamed' }),
  })

const graph = (url: string, query: string) =>
  ask(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })

const unavailable = (reason: string) => ({ status: 503, reason, retryAfter: expect.stringMatching(/^\d+$/) })

/** Starts a server that reaches the database through a proxy, and returns the lines of its log too. */
async function startBehindProxy(): Promise<{ url: string; proxy: DatabaseProxy; log: Line[] }> {
  const proxy = await openDatabaseProxy(app.config.databaseUrl as string)
  onTestFinished(proxy.close)
  return { ...(await startAt(proxy.url)), proxy }
}

/** Starts a server that reaches the database at another address. */
async function startAt(databaseUrl: string): Promise<{ url: string; log: Line[] }> {
  const log: Line[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void log.push(JSON.parse(line)) })
  const database = connectDatabase(databaseUrl, logger)
  const { handler } = await createApp({ config: app.config, database, logger })
  const server: Server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await database.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log }
}

interface Line {
  readonly time: number
  readonly msg: string
  readonly fault?: string
  readonly requests?: number
}

describe('a database that refuses connections', () => {
  test('gives 503 to every request, and one line a second to the log, and is used again as soon as it accepts them', async () => {
    const { url, proxy, log } = await startBehindProxy()
    expect((await ask(`${url}/v1/user`)).status).toBe(200)
    await proxy.refuse()
    const requests = 60
    const answers = await Promise.all(
      Array.from({ length: requests / 3 }, () => [
        ask(`${url}/v1/user`),
        rename(url),
        graph(url, '{ viewer { id } }'),
      ]).flat(),
    )
    for (const answer of answers) expect(answer).toMatchObject(unavailable('DATABASE_UNREACHABLE'))
    const counted = () =>
      log
        .filter(({ fault }) => fault === 'unreachable')
        .reduce((sum, { requests: count = 0 }) => sum + count, 0)
    await expect.poll(counted).toBe(requests)
    const lines = log.filter(({ fault }) => fault === 'unreachable')
    for (const [index, { time }] of lines.entries())
      if (index > 0) expect(time - (lines[index - 1] as Line).time).toBeGreaterThanOrEqual(950)
    const ready = await ask(`${url}/readyz`)
    expect(ready.status).toBe(503)
    expect(ready.milliseconds).toBeLessThan(1000)
    await proxy.restore()
    expect((await ask(`${url}/v1/user`)).status).toBe(200)
    await expect.poll(async () => (await ask(`${url}/readyz`)).status).toBe(200)
  })

  test('does not make the process unhealthy, whatever the name of the host', async () => {
    const { url, proxy } = await startBehindProxy()
    await proxy.refuse()
    for (const host of [new URL(url).host, 'docs.example.com']) {
      const { statusCode, body } = await request(`${url}/healthz`, { headers: { host } })
      expect([statusCode, await body.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })])
      expect((await request(`${url}/readyz`, { headers: { host } })).statusCode).toBe(503)
    }
  })
})

/** Collects what would have ended the process. */
function collectUncaught(): Error[] {
  const uncaught: Error[] = []
  const collect = (error: Error) => void uncaught.push(error)
  process.on('uncaughtException', collect)
  onTestFinished(() => void process.off('uncaughtException', collect))
  return uncaught
}

describe('a connection that breaks while a statement runs', () => {
  const requests: Readonly<Record<string, (url: string) => Promise<Answer>>> = {
    'the check of readiness': (url) => ask(`${url}/readyz`),
    'a read': (url) => ask(`${url}/v1/user`),
    'a compiled read': (url) => graph(url, '{ organizations { nodes { id } } }'),
    'a write': rename,
  }

  test.each(oneRowIn(2, Object.keys(requests), 1))(
    'fails %s with 503, and does not end the process',
    async (name) => {
      const uncaught = collectUncaught()
      const { url, proxy } = await startBehindProxy()
      const send = () => requests[name]?.(url) as Promise<Answer>
      const until = (status: number) => expect.poll(async () => (await send()).status).toBe(status)
      await until(200)
      proxy.fallSilent()
      const sendAnother = () => {
        void send()
        return proxy.unanswered()
      }
      await expect.poll(sendAnother).toBeGreaterThan(0)
      await proxy.refuse()
      await until(503)
      await proxy.restore()
      await until(200)
      expect(uncaught).toEqual([])
    },
  )
})

test.runIf(isLongRun)(
  'a pooler that gives connections other sessions, which the server was not told of, gives 503 and never 500',
  async () => {
    const pooler = await startPooler(app.config.databaseUrl as string)
    onTestFinished(pooler.stop)
    const { url, log } = await startAt(pooler.urlOf(app.config.databaseUrl as string))
    const statuses = new Set<number>()
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => [ask(`${url}/v1/user`), rename(url)]).flat(),
      )
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([200, 503])
    expect(log.map(({ msg }) => msg)).not.toContain('unexpected error')
  },
)

test.runIf(isLongRun)(
  'a database that does not answer gives 503 to every request, and is used again once it answers',
  async () => {
    const { url, proxy } = await startBehindProxy()
    expect((await ask(`${url}/v1/user`)).status).toBe(200)
    proxy.fallSilent()
    const ready = await ask(`${url}/readyz`)
    expect([ready.status, ready.milliseconds < 1000]).toEqual([503, true])
    const answers = await Promise.all([ask(`${url}/v1/user`), rename(url), graph(url, '{ viewer { id } }')])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.any(String) })
      expect(answer.milliseconds).toBeLessThan(30_000)
    }
    await proxy.restore()
    await expect.poll(async () => (await rename(url)).status, { timeout: 10_000 }).toBe(200)
  },
)

describe('a connection that the database ends', () => {
  test('gives 503 to the request that waits for it', async () => {
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM "Space" WHERE id = $1 FOR UPDATE', [spaceId])
    const answer = rename(app.url)
    await expect.poll(() => other.waiting(), { timeout: 10_000 }).toHaveLength(1)
    for (const pid of await other.waiting()) await other.query('SELECT pg_terminate_backend($1)', [pid])
    expect(await answer).toMatchObject(unavailable('DATABASE_UNREACHABLE'))
    await other.query('ROLLBACK')
    expect((await rename(app.url)).status).toBe(200)
  })
})

/** Ends the connections of the servers, so that the next ones have the settings of the database. */
const reconnect = () =>
  other.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )

test.runIf(isLongRun)(
  'a database that is read-only gives 503 to writes alone, and makes the process not ready',
  async () => {
    await other.query(`ALTER DATABASE ${databaseName()} SET default_transaction_read_only = on`)
    await reconnect()
    await expect.poll(async () => (await ask(`${app.url}/v1/user`)).status).toBe(200)
    expect((await ask(`${app.url}/v1/spaces/${spaceId}`)).status).toBe(200)
    expect(await rename(app.url)).toMatchObject(unavailable('DATABASE_READ_ONLY'))
    const mutation = `mutation { updateSpace(spaceId: "${spaceId}", input: { title: "A" }) { space { id } } }`
    expect((await graph(app.url, mutation)).reason).toBe('DATABASE_READ_ONLY')
    const ready = await request(`${app.url}/readyz`)
    expect([ready.statusCode, await ready.body.json()]).toEqual([
      503,
      { status: 'the database accepts no writes' },
    ])
    await other.query('SET default_transaction_read_only = off')
    await other.query(`ALTER DATABASE ${databaseName()} RESET default_transaction_read_only`)
    await reconnect()
    await expect.poll(async () => (await rename(app.url)).status).toBe(200)
    await expect.poll(async () => (await ask(`${app.url}/readyz`)).status).toBe(200)
  },
)

test('a database that has no more connections gives 503', async () => {
  const role = `limited_${databaseName()}`
  await other.query(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 0`)
  const url = Object.assign(new URL(app.config.databaseUrl as string), {
    username: role,
    password: 'limited',
  }).href
  const database = connectDatabase(url, pino({ level: 'silent' }))
  const server = await startServerBeside(app, { database })
  try {
    expect(await ask(`${server.url}/v1/user`)).toMatchObject(unavailable('DATABASE_BUSY'))
    expect(await rename(server.url)).toMatchObject(unavailable('DATABASE_BUSY'))
    expect((await ask(`${server.url}/readyz`)).status).toBe(503)
  } finally {
    await server.close()
    await database.close()
    await other.query(`DROP ROLE ${role}`)
  }
})

test('a disk without space gives 503 to the write that needs it', async () => {
  await other.query(
    `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
  )
  await other.query(`CREATE TRIGGER fill BEFORE UPDATE ON "Space" FOR EACH ROW EXECUTE FUNCTION fill()`)
  expect(await rename(app.url)).toMatchObject(unavailable('STORAGE_FULL'))
  expect((await ask(`${app.url}/v1/spaces/${spaceId}`)).status).toBe(200)
  await other.query('DROP FUNCTION fill CASCADE')
  expect((await rename(app.url)).status).toBe(200)
})
