import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { startProcess } from '../faults/processes.ts'
import { createClient, type RestAnswer, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { emptyDatabase } from '../support/database.ts'
import { makeFolder, removeFolder, temporaryFolder } from '../support/folders.ts'
import { startPooler } from '../support/pooler.ts'
import { scriptParameters } from '../support/script-parameters.ts'
import { type LecternProcess, startLectern } from './process.ts'

const BOOTSTRAP_TOKEN = 'the-first-token-behind-a-pooler'

describe.runIf(isLongRun)('a server behind a pooler in transaction mode', () => {
  let url: string
  let lectern: LecternProcess
  let environment: Record<string, string>
  let client: TestClient
  let organization: string
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const database = await emptyDatabase()
    url = database.url
    const pooler = await startPooler(url, { size: 2 })
    const folder = await makeFolder()
    ends.push(pooler.stop, database.drop, () => removeFolder(folder))
    environment = {
      DATABASE_URL: pooler.urlOf(url),
      DATABASE_DIRECT_URL: url,
      DATA_DIR: folder,
      BOOTSTRAP_TOKEN,
      SAMPLE_CONTENT: 'on',
      LOG_LEVEL: 'warn',
    }
    lectern = startLectern({ environment })
    client = createClient(await lectern.ready(), BOOTSTRAP_TOKEN)
    organization = (await client.get('/orgs')).body.items[0].id
  })
  afterAll(async () => {
    lectern.child.kill('SIGKILL')
    await lectern.exit()
    for (const end of ends) await end()
  })

  const createSpace = async (title: string): Promise<string> =>
    (await client.post(`/orgs/${organization}/spaces`, { title })).body.id

  /** The sessions of the process past the pooler. */
  async function sessions(): Promise<string[]> {
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const { rows } = await other.query(
      `SELECT DISTINCT query FROM pg_stat_activity WHERE application_name = 'lectern sessions'`,
    )
    await other.end()
    return rows.map(({ query }) => query)
  }

  const run = (script: string, ...parameters: string[]) =>
    promisify(execFile)(process.execPath, [...scriptParameters(script), ...parameters], {
      env: childEnvironment(environment),
    })

  test('has published its documentation', async () => {
    await lectern.ready()
    const site = /Documentation +(\S+)/.exec(lectern.output())?.[1] as string
    expect((await fetch(site)).status).toBe(200)
  })

  test('is ready, and waits for jobs on a session of its own', async () => {
    const address = await lectern.ready()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await vi.waitUntil(async () => (await sessions()).some((query) => /LISTEN/.test(query)))
  })

  test('answers clients that read and write at once, and keeps each write that it acknowledged and no other', async () => {
    const spaces = await Promise.all([1, 2, 3].map((index) => createSpace(`Space ${index}`)))
    const answers: RestAnswer[] = []
    const keep = (answer: RestAnswer) => {
      answers.push(answer)
      return answer
    }
    const written = new Map(spaces.map((space) => [space, new Set<string>()]))
    await Promise.all(
      Array.from({ length: 6 }, async (_, worker) => {
        const space = spaces[worker % spaces.length] as string
        for (let index = 0; index < 6; index++) {
          const title = `Page ${worker} ${index}`
          const change = { operation: 'insert_page', title, document: { markdown: `# ${title}\n\ntext` } }
          if (keep(await client.post(`/spaces/${space}/content`, { changes: [change] })).status < 300)
            written.get(space)?.add(title)
          keep(await client.get(`/spaces/${space}/content/pages`))
          const request = keep(await client.post(`/spaces/${space}/change-requests`, { subject: title }))
          keep(await client.patch(`/spaces/${space}/change-requests/${request.body.id}`, { status: 'open' }))
          keep(await client.post(`/spaces/${space}/comments`, { body: { markdown: title } }))
          keep(await client.get(`/spaces/${space}/comments?limit=5`))
          keep(await client.get(`/orgs/${organization}/search?query=${encodeURIComponent(title)}`))
          const { errors } = await client.gql(
            '{ organizations { nodes { members { totalCount } spaces(first: 5) { nodes { title permissions { edit } } } } } }',
          )
          expect(errors).toBeUndefined()
        }
      }),
    )
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
    for (const [space, titles] of written) {
      const { body } = await client.get(`/spaces/${space}/content/pages`)
      // A space begins with a page.
      expect(new Set(body.pages.map(({ title }: { title: string }) => title))).toEqual(
        new Set(['Untitled', ...titles]),
      )
      expect((await client.get(`/spaces/${space}/comments`)).body.count).toBe(titles.size)
    }
  })

  test('carries a request out once, however often it is sent with one key', async () => {
    const space = await createSpace('Once')
    const address = await lectern.ready()
    const send = () =>
      fetch(`${address}/v1/spaces/${space}/comments`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${BOOTSTRAP_TOKEN}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'the same comment',
        },
        body: JSON.stringify({ body: { markdown: 'once' } }),
      })
    expect((await send()).status).toBe(200)
    // Of requests with one key that arrive together, those are refused that find another one running.
    for (const { status } of await Promise.all([send(), send(), send()])) expect([200, 409]).toContain(status)
    expect((await send()).status).toBe(200)
    expect((await client.get(`/spaces/${space}/comments`)).body.count).toBe(1)
  })

  test('runs jobs, those of users and its own', async () => {
    const spec = await client.put(`/orgs/${organization}/openapi/pets`, {
      source: { text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}' },
    })
    const space = await createSpace('Exported')
    const job = await client.post(`/spaces/${space}/content/export`)
    expect([spec.status, job.status]).toEqual([200, 201])
    await expect
      .poll(async () => (await client.get(`/orgs/${organization}/openapi/pets`)).body.processingState, {
        timeout: 20_000,
      })
      .toBe('complete')
    await expect
      .poll(async () => (await client.get(`/orgs/${organization}/jobs/${job.body.id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe('completed')
  })

  test('imports and is backed up while it runs', async () => {
    const file = join(await temporaryFolder(), 'lectern.backup')
    await run('import', 'test/fixtures/imports/github-wiki', '--new', 'Imported')
    const found = await client.get(`/orgs/${organization}/search?query=Imported`)
    expect(found.status).toBe(200)
    await run('backup', file)
    await run('sweep')
  })

  test('ends a short read that takes long, and runs it again among the long ones', async () => {
    const database = connectDatabase(environment.DATABASE_URL as string, pino({ level: 'silent' }), {
      directUrl: url,
    })
    const limitOf = async (rows: number, seconds = 0) => {
      const text = `SELECT current_setting('statement_timeout') FROM pg_sleep(${seconds})`
      return (await database.texts(text, [], { bytes: 1000, rows }))[0]?.[0]
    }
    const [short, long] = [await limitOf(1), await limitOf(10_000)]
    const endedAfter = await limitOf(1, 2.2)
    await database.close()
    expect([short, long, endedAfter]).toEqual(['2s', '20s', '20s'])
  })

  test('has logged no error', () => {
    expect(lectern.output()).not.toMatch(/"level":[56]0/)
  })
})

describe.runIf(isLongRun)('a start', () => {
  const refusal = async (environment: Record<string, string>) => {
    const lectern = startProcess({ DATA_DIR: await temporaryFolder(), ...environment })
    expect(await lectern.exit()).toBe(1)
    return lectern.output().trim()
  }

  async function poolerOf(mode: 'transaction' | 'session' | 'statement', size = 3) {
    const { url, drop } = await emptyDatabase()
    const pooler = await startPooler(url, { mode, size })
    onTestFinished(async () => {
      await pooler.stop()
      await drop()
    })
    return { url, pooled: pooler.urlOf(url) }
  }

  const pooled =
    /^The database at \S+ is reached through a connection pooler that gives each transaction another session; set DATABASE_DIRECT_URL to the address of the database itself, or use a pooler in session mode\.$/

  test.each([1, 3])(
    'behind a pooler in transaction mode is refused in one sentence without DATABASE_DIRECT_URL, with %i connections',
    async (size) => {
      const { pooled: DATABASE_URL } = await poolerOf('transaction', size)
      expect(await refusal({ DATABASE_URL })).toMatch(pooled)
      expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).toMatch(pooled)
    },
  )

  test('is refused where both addresses lead to different databases', async () => {
    const { pooled: DATABASE_URL } = await poolerOf('transaction')
    const other = await emptyDatabase()
    onTestFinished(other.drop)
    expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: other.url })).toMatch(
      /^DATABASE_URL leads to another database \(\S+\) than DATABASE_DIRECT_URL \(\S+\); set both to the same one\.$/,
    )
  })

  test('behind a pooler that allows no transactions is refused with its reason', async () => {
    const { url, pooled: DATABASE_URL } = await poolerOf('statement')
    expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: url })).toMatch(
      /^The database at \S+ cannot be reached: transaction blocks not allowed in statement pooling mode\.$/,
    )
  })

  test('behind a pooler in session mode needs no other address', async () => {
    const { pooled: DATABASE_URL } = await poolerOf('session', 40)
    const lectern = startProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder(), BOOTSTRAP_TOKEN })
    const client = createClient(await lectern.ready(), BOOTSTRAP_TOKEN)
    expect((await client.get('/orgs')).body.count).toBe(1)
  })

  test('DATABASE_DIRECT_URL alone is refused', async () => {
    expect(await refusal({ DATABASE_DIRECT_URL: 'postgres://someone@127.0.0.1:9/nothing' })).toMatch(
      /DATABASE_DIRECT_URL can only be set where DATABASE_URL is/,
    )
  })
})
