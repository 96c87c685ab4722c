import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { isAlive } from '../../src/database/embedded/postmaster.ts'
import { ordinaryUser, serverPid } from '../database/embedded/process.ts'
import { isLongRun } from '../support/budget.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { makeFolder, removeFolder, temporaryFolder } from '../support/folders.ts'
import { preparedDataDir } from '../support/prepared-data.ts'
import { type LecternProcess, type ProcessOptions, startLectern } from './process.ts'

/** Starts a process that ends with the test at the latest. */
function start(
  environment: Record<string, string>,
  options: Omit<ProcessOptions, 'environment'> = {},
): LecternProcess {
  const lectern = startLectern({ environment, ...options })
  onTestFinished(() => end(lectern))
  return lectern
}

async function end(lectern: LecternProcess): Promise<void> {
  lectern.child.kill('SIGTERM')
  await lectern.exit()
}

async function ask(address: string, token: string, query: string) {
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is the query's
  return (await answer.json()) as any
}

/** Sends a query but its body, and resolves when the server has it. `end` sends the body and returns the answer. */
async function begin(address: string, token: string, query: string) {
  const request = httpRequest(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      Expect: '100-continue',
    },
  })
  request.flushHeaders()
  await once(request, 'continue')
  const end = async () => {
    request.end(JSON.stringify({ query }))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return text(response)
  }
  return { end }
}

const tree =
  '{ organizations { nodes { title spaces { totalCount } sites { nodes { title sections { nodes { title } } } } } } }'

describe('a new data directory', () => {
  let DATA_DIR: string
  let first: LecternProcess
  let database: number
  let before: unknown
  beforeAll(async () => {
    DATA_DIR = await makeFolder()
    first = startLectern({ environment: { DATA_DIR }, command: ['npm', 'start'] })
    before = await ask(await first.ready(), first.token(), tree)
    database = serverPid(join(DATA_DIR, 'postgres'))
    return async () => {
      await endFirst()
      await removeFolder(DATA_DIR)
    }
  })

  /** Ends npm, and waits for the end of the database. */
  async function endFirst(): Promise<void> {
    await end(first)
    await vi.waitUntil(() => !isAlive(database), { timeout: 20_000 })
  }

  test('has a workspace with a token and the published documentation after the first start', async () => {
    const address = await first.ready()
    const token = first.token()
    expect(token).toMatch(/^lectern_/)
    expect(first.output()).toContain(`${address}/graphql\n`)
    expect(first.output()).toMatch(new RegExp(`Sign in +${address}/sign-in/link/[\\w-]{43}\n`))
    expect(before).toMatchObject({
      data: {
        organizations: {
          nodes: [
            {
              spaces: { totalCount: 4 },
              sites: {
                nodes: [
                  {
                    title: 'Lectern documentation',
                    sections: {
                      nodes: [
                        { title: 'Guide' },
                        { title: 'Operating' },
                        { title: 'API' },
                        { title: 'Contributing' },
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
    })
    const documentation = /Documentation +(\S+)/.exec(first.output())?.[1] as string
    expect(documentation).toMatch(new RegExp(`^${address}/sites/`))
    const page = await fetch(documentation)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Lectern documentation')
  })

  test.runIf(isLongRun)(
    'is left by the process and its database at the end of npm, whose signals stop at its shell',
    async () => {
      expect(isAlive(database)).toBe(true)
      await endFirst()
    },
  )

  describe('at the second start', () => {
    let second: LecternProcess
    beforeAll(async () => {
      await endFirst()
      second = startLectern({ environment: { DATA_DIR, DRAIN_SECONDS: '300' } })
      await second.ready()
      return async () => {
        // The second signal ends the drain time.
        second.child.kill('SIGTERM')
        await end(second)
      }
    })

    test.runIf(isLongRun)('keeps its workspace, and prints no token', async () => {
      expect(await ask(await second.ready(), first.token(), tree)).toEqual(before)
      expect(second.output()).not.toContain(first.token())
      expect(second.token()).toBe('')
    })

    test.runIf(isLongRun)(
      'after SIGTERM requests are accepted for the drain time, in which /readyz fails, and a second signal ends it',
      async () => {
        const address = await second.ready()
        const ready = await fetch(`${address}/readyz`)
        expect([ready.status, ready.headers.get('keep-alive')]).toEqual([200, 'timeout=75'])
        second.child.kill('SIGTERM')
        await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 20 }).toBe(503)
        expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'stopping' })
        const accepted = await fetch(`${address}/v1/user`, {
          headers: { Authorization: `Bearer ${first.token()}` },
        })
        expect([accepted.status, accepted.headers.get('connection')]).toEqual([200, 'close'])
        second.child.kill('SIGTERM')
        expect(await second.exit()).toBe(0)
      },
    )
  })
})

describe('a process whose address others can reach', () => {
  let DATA_DIR: string
  let lectern: LecternProcess
  let refused: LecternProcess
  let port: number
  beforeAll(async () => {
    DATA_DIR = await preparedDataDir(await makeFolder())
    if (isLongRun) await refuseStart()
    const environment = { HOST: '0.0.0.0', LOG_LEVEL: 'trace', SAMPLE_CONTENT: 'off', DATA_DIR }
    lectern = startLectern({ environment })
    await lectern.ready()
    return async () => {
      await end(lectern)
      await removeFolder(DATA_DIR)
    }
  })

  /** Starts a process whose port is in use, and waits for its end. */
  async function refuseStart(): Promise<void> {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    port = (blocker.address() as AddressInfo).port
    refused = startLectern({ environment: { DATA_DIR, PORT: String(port), SAMPLE_CONTENT: 'off' } })
    await refused.exit()
    blocker.close()
  }

  test.runIf(isLongRun)(
    'is refused in one sentence where its port is in use, and does not lose the first token by it',
    async () => {
      expect(await refused.exit()).toBe(1)
      expect(refused.output().trim()).toBe(
        `Port ${port} is in use; stop the process that uses it, or set PORT to another port.`,
      )
      expect(lectern.token()).toMatch(/^lectern_/)
    },
  )

  test.runIf(isLongRun)(
    'a second process on the same data directory is refused in one sentence',
    async () => {
      const second = start({ DATA_DIR, SAMPLE_CONTENT: 'off' })
      expect(await second.exit()).toBe(1)
      expect(second.output().trim()).toBe(
        `The data directory ${DATA_DIR} is in use by another Lectern; stop that one, or set DATA_DIR to another folder.`,
      )
    },
  )

  test('prints its token once, without a link that has it, and never logs it', async () => {
    await ask(await lectern.ready(), lectern.token(), '{ viewer { id } }')
    expect(lectern.output().split(lectern.token())).toHaveLength(2)
    expect(lectern.output()).not.toContain('#token')
    const logged = lectern
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toContain(lectern.token())
  })

  test('answers the requests under way before it ends', async () => {
    const address = await lectern.ready()
    const query = '{ organizations { totalCount nodes { id } } }'
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin(address, lectern.token(), query)))
    lectern.child.kill('SIGTERM')
    for (const answer of await Promise.all(begun.map(({ end }) => end())))
      expect(JSON.parse(answer)).toMatchObject({ data: { organizations: { totalCount: 1 } } })
    expect(await lectern.exit()).toBe(0)
  })
})

test.runIf(isLongRun)(
  'after kill -9 a new process starts by itself, with every write that was acknowledged',
  async () => {
    const DATA_DIR = await preparedDataDir()
    const first = start({ DATA_DIR, SAMPLE_CONTENT: 'off' })
    const address = await first.ready()
    const token = first.token()
    const { id } = (await ask(address, token, '{ organizations { nodes { id } } }')).data.organizations
      .nodes[0]
    const acknowledged: string[] = []
    const writes = 60
    const write = async (writer: number) => {
      for (let index = 0; ; index++) {
        const title = `${writer}-${index}`
        const mutation = `mutation { createSpace(organizationId: "${id}", input: { title: "${title}" }) { space { title } } }`
        const answer = await ask(address, token, mutation)
        acknowledged.push(answer.data.createSpace.space.title)
        if (acknowledged.length === writes) first.child.kill('SIGKILL')
      }
    }
    await Promise.allSettled([1, 2, 3, 4].map(write))
    expect(acknowledged.length).toBeGreaterThanOrEqual(writes)
    const second = start({ DATA_DIR, SAMPLE_CONTENT: 'off' })
    const query =
      '{ viewer { displayName } organizations { nodes { spaces(first: 1000) { nodes { title } } } } }'
    const { viewer, organizations } = (await ask(await second.ready(), token, query)).data
    expect(viewer).toEqual({ displayName: 'Admin' })
    const { nodes } = organizations.nodes[0].spaces
    const titles = new Set(nodes.map((space: { title: string }) => space.title))
    expect(acknowledged.filter((title) => !titles.has(title))).toEqual([])
  },
)

test.runIf(isLongRun)('a data directory that cannot be created is refused in one sentence', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  const lectern = start({ DATA_DIR: join(folder, 'file', 'data') })
  expect(await lectern.exit()).toBe(1)
  expect(lectern.output().trim()).toMatch(/^The data directory .* is not writable .*$/)
})

test('a database that cannot be reached is refused in one sentence without its password', async () => {
  const lectern = start({ DATABASE_URL: 'postgres://someone:secret-word@127.0.0.1:9/nothing' })
  expect(await lectern.exit()).toBe(1)
  expect(lectern.output().trim()).toMatch(/^The database at 127\.0\.0\.1:9\/nothing cannot be reached: .*$/)
  expect(lectern.output()).not.toContain('secret-word')
})

test.runIf(isLongRun)(
  'a start waits for a database that does not answer yet, and says so in its log',
  async () => {
    const { url, drop } = await emptyDatabase()
    const proxy = await openDatabaseProxy(url)
    onTestFinished(async () => {
      await proxy.close()
      await drop()
    })
    await proxy.refuse()
    const DATA_DIR = await temporaryFolder()
    const lectern = start({ DATABASE_URL: proxy.url, DATA_DIR, DATABASE_WAIT_SECONDS: '60' })
    await vi.waitUntil(() => lectern.output().includes('waiting for the database'), { timeout: 20_000 })
    await proxy.restore()
    const address = await lectern.ready()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(lectern.output().match(/waiting for the database/g)).toHaveLength(1)
  },
)

test.runIf(isLongRun)(
  'a start that waited in vain ends with one sentence, and so does one that is told to stop meanwhile',
  async () => {
    const DATABASE_URL = 'postgres://someone:secret-word@127.0.0.1:9/nothing'
    const sentence =
      /^The database at 127\.0\.0\.1:9\/nothing cannot be reached: .*; waited for \d+ seconds\.$/m
    const vain = start({ DATABASE_URL, DATABASE_WAIT_SECONDS: '1' })
    expect(await vain.exit()).toBe(1)
    expect(vain.output()).toMatch(sentence)
    const stopped = start({ DATABASE_URL, DATABASE_WAIT_SECONDS: '3600' })
    await vi.waitUntil(() => stopped.output().includes('waiting for the database'), { timeout: 20_000 })
    stopped.child.kill('SIGTERM')
    await stopped.exit()
    expect(stopped.output()).toMatch(sentence)
    expect(stopped.output()).not.toContain('secret-word')
  },
)

test.runIf(isLongRun)('a database whose user may not create tables is refused in one sentence', async () => {
  const url = new URL(inject('templateDatabaseUrl'))
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`CREATE ROLE start_reader LOGIN PASSWORD 'start-reader'`)
  url.pathname = '/postgres'
  const reader = Object.assign(new URL(url), { username: 'start_reader', password: 'start-reader' })
  const lectern = start({ DATA_DIR: await temporaryFolder(), DATABASE_URL: reader.href })
  expect(await lectern.exit()).toBe(1)
  expect(lectern.output().trim()).toMatch(
    /^The database at \S+ cannot be migrated: permission denied for schema public\.$/,
  )
  await administer('DROP ROLE start_reader')
})

test.runIf(isLongRun)('a database that cannot store every character is refused in one sentence', async () => {
  const { url, drop } = await emptyDatabase(
    `ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0 LOCALE_PROVIDER libc`,
  )
  const lectern = start({ DATA_DIR: await temporaryFolder(), DATABASE_URL: url })
  expect(await lectern.exit()).toBe(1)
  expect(lectern.output().trim()).toMatch(
    /^The database at \S+ is encoded in LATIN1; create it with ENCODING 'UTF8'\.$/,
  )
  await drop()
})

const otherSchemas: [way: string, parameters: string, sentence: RegExp][] = [
  [
    'search_path',
    '?options=-c%20search_path%3Ddocs',
    /^The database at \S+ would be used in the schema docs; .*$/,
  ],
  [
    'no schema',
    '?options=-c%20search_path%3Dnone',
    /^The database at \S+ would be used in the schema that .*$/,
  ],
  ['the parameter', '?schema=docs', /DATABASE_URL must not name another schema than public/],
]

test.runIf(isLongRun).each(otherSchemas)(
  'another schema than public is refused in one sentence, by %s',
  async (_way, parameters, sentence) => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE SCHEMA docs')
    await client.end()
    const { host, pathname, username, password } = new URL(url)
    const DATABASE_URL = `postgres://${username}:${password}@${host}${pathname}${parameters}`
    const lectern = start({ DATA_DIR: await temporaryFolder(), DATABASE_URL })
    expect(await lectern.exit()).toBe(1)
    expect(lectern.output().trim()).toMatch(sentence)
  },
)

// In `npm test`, test/server/file-store.test.ts takes the steps of such a start.
test.runIf(isLongRun)(
  'a folder of files that is not that of the database is refused in one sentence, and stays as it is',
  async () => {
    const { url, database, drop } = await testDatabase()
    onTestFinished(drop)
    await database.pool.query(
      `INSERT INTO "InstallationSecret" (name, value) VALUES ('file-store', 'mounted')`,
    )
    const DATA_DIR = await temporaryFolder()
    const lectern = start({ DATA_DIR, DATABASE_URL: url })
    expect(await lectern.exit()).toBe(1)
    expect(lectern.output().trim()).toBe(
      `The folder ${DATA_DIR}/files does not have the files of the database; mount or copy the folder that does, set DATA_DIR to the folder that contains it, or run npm run lectern -- adopt-files to go on with this one.`,
    )
    expect(await readdir(DATA_DIR)).toEqual([])
  },
)

test.runIf(isLongRun)(
  'requests that arrive while it starts are answered in the form of what they ask',
  async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const free = createServer()
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
    const { port: PORT } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const lectern = start({
      PORT: String(PORT),
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: `postgres://user:password@127.0.0.1:${(silent.address() as AddressInfo).port}/database`,
    })
    const ask = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`)
    await vi.waitUntil(() => ask('/readyz').catch(() => null), { timeout: 20_000, interval: 50 })
    const message = 'The service is starting or stopping.'
    for (const [path, body] of [
      ['/v1/user', { error: { code: 503, message } }],
      ['/graphql', { errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }] }],
      ['/readyz', { status: 'starting' }],
    ] as const) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
      expect(await answer.json()).toEqual(body)
    }
    // It would wait for the database before it ends.
    lectern.child.kill('SIGKILL')
  },
)

test('faults in the configuration are reported all at once', async () => {
  const lectern = start({ PORT: 'eighty', BASE_URL: 'ftp://x', SAMPLE_CONTENT: 'maybe', LOG_LEVEL: 'loud' })
  expect(await lectern.exit()).toBe(1)
  for (const name of ['PORT', 'BASE_URL', 'SAMPLE_CONTENT', 'LOG_LEVEL'])
    expect(lectern.output()).toMatch(new RegExp(`^  ${name} must be `, 'm'))
})

test.runIf(isLongRun)(
  'DATABASE_URL switches to another PostgreSQL, several processes may share it, and BOOTSTRAP_TOKEN is the first token and is not printed',
  async () => {
    // The first of several to start migrates it: test/database/migrate.test.ts has its tests.
    const { url, drop } = await emptyDatabase()
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: await temporaryFolder(),
      BOOTSTRAP_TOKEN: 'a-token-that-the-operator-chose',
      SAMPLE_CONTENT: 'off',
    }
    const replicas = Array.from({ length: 3 }, () => start(environment))
    for (const replica of replicas) {
      const answer = await ask(
        await replica.ready(),
        environment.BOOTSTRAP_TOKEN,
        '{ organizations { totalCount } }',
      )
      expect(answer.data.organizations.totalCount).toBe(1)
      expect(replica.token()).toBe('')
      expect(replica.output()).not.toContain(environment.BOOTSTRAP_TOKEN)
      replica.child.kill('SIGTERM')
      expect(await replica.exit()).toBe(0)
    }
    await drop()
  },
)

/** Returns a data directory of the user. */
async function ordinaryDataDir(uid: number): Promise<string> {
  const folder = await temporaryFolder()
  await promisify(execFile)('chown', ['-R', `${uid}:${uid}`, folder])
  await chmod(folder, 0o700)
  return folder
}

test.runIf(isLongRun && ordinaryUser)('starts as an ordinary user', async () => {
  const uid = ordinaryUser as number
  const DATA_DIR = await ordinaryDataDir(uid)
  const lectern = start({ DATA_DIR, SAMPLE_CONTENT: 'off' }, { uid })
  expect((await ask(await lectern.ready(), lectern.token(), '{ viewer { id } }')).errors).toBeUndefined()
})
