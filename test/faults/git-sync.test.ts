import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { book, expectEqualSides, expectSoundHistory } from '../modules/git-sync/both-sides.ts'
import { patientClient, patiently, RandomRounds, type Writer } from '../modules/git-sync/random-rounds.ts'
import {
  beginSync,
  type ConnectedSpace,
  connect,
  connectionOf,
  createSyncedSpace,
  endOfSync,
  startServer,
} from '../modules/git-sync/synced-space.ts'
import type { LecternProcess } from '../start/process.ts'
import { createClient, type RestAnswer, type TestApp, type TestClient } from '../support/app.ts'
import { budgetSeed, isLongRun } from '../support/budget.ts'
import { testDatabase } from '../support/database.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { GitServer } from '../support/git-server.ts'
import { randomOf } from '../support/random.ts'
import { sendWith } from '../support/with-headers.ts'
import { startProcess } from './processes.ts'

/** The rounds of all spaces together. Spaces have theirs side by side, so that a kill meets each in another moment. */
const rounds = Number(process.env.GIT_ROUNDS ?? 120)
const spaces = 4
const seed = Number(process.env.GIT_SEED ?? budgetSeed())

/** A process that is killed and started again, and its database, which stays. */
class Installation {
  readonly #environment: Record<string, string>
  readonly app: Pick<TestApp, 'database'>
  #process: LecternProcess
  #url = ''

  private constructor(environment: Record<string, string>, app: Pick<TestApp, 'database'>) {
    this.#environment = environment
    this.app = app
    this.#process = startProcess(environment)
  }

  static async start(): Promise<Installation> {
    const { url, database, drop } = await testDatabase()
    onTestFinished(drop)
    const DATA_DIR = await temporaryFolder()
    const environment = {
      DATABASE_URL: url,
      DATA_DIR,
      TMPDIR: DATA_DIR,
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    }
    const installation = new Installation(environment, { database })
    await installation.#listen()
    return installation
  }

  async #listen(): Promise<void> {
    this.#url = await this.#process.ready()
  }

  /** The log of the processes. */
  get log(): string {
    return this.#process.output()
  }

  /** Kills the process in whatever it does, and starts another one. */
  async restart(): Promise<void> {
    this.#process.child.kill('SIGKILL')
    await this.#process.exit()
    // The next process would wait until what the killed one does is taken for lost.
    await this.app.database.write(`UPDATE "GitLink" SET "leaseUntil" = now()`, [])
    await this.app.database.write(`UPDATE "Job" SET "heartbeatAt" = now() - interval '1 hour'`, [])
    this.#process = startProcess(this.#environment)
    await this.#listen()
  }

  /** A client of whichever process there is. */
  as({ token }: TestUser): TestClient {
    const now = () => createClient(this.#url, token)
    return patientClient({
      token,
      get: whileBusy((path) => now().get(path)),
      post: whileBusy((path, body) => now().post(path, body)),
      put: whileBusy((path, body) => now().put(path, body)),
      patch: (path, body) => now().patch(path, body),
      delete: (path) => now().delete(path),
      gql: (...request) => now().gql(...request),
    })
  }

  writer(user: TestUser): Writer {
    return {
      email: user.email,
      post: patiently(
        whileBusy((path, body, headers = {}) =>
          sendWith({ url: this.#url }, user, 'POST', `/v1${path}`, { headers, body }),
        ),
      ),
    }
  }
}

/** Asks again what the server could not do at the time, as on a machine with other work. */
const whileBusy =
  <Arguments extends readonly unknown[]>(ask: (...values: Arguments) => Promise<RestAnswer>) =>
  async (...values: Arguments): Promise<RestAnswer> => {
    for (let tries = 1; ; tries++) {
      const answer = await ask(...values)
      if (answer.status !== 503 || tries === 20) return answer
      await wait(500)
    }
  }

/** Cuts off a few of the requests of a repository, before or after they have done what they ask. */
function cutOffRequests(server: GitServer, below: (count: number) => number): void {
  let left = 2 + below(12)
  const isAfter = below(2) === 0
  server.fault = (request, response, answer) => {
    if (left-- !== 0) return answer()
    request.on('error', () => {})
    response.on('error', () => {})
    if (!isAfter) return void request.socket.destroy()
    response.write = () => true
    response.end = ((): typeof response => {
      request.socket.destroy()
      return response
    }) as never
    answer()
  }
}

/** Waits until git has sent so many further requests, for a while at most: a sync may need fewer. */
async function requestsOf(server: GitServer, count: number): Promise<void> {
  const until = server.requests.length + count
  const latest = performance.now() + 5000
  while (server.requests.length < until && performance.now() < latest) await wait(5)
}

/** Syncs until that is done: a database that is slow to answer is tried again, as whoever asked would do. */
async function catchUp(space: ConnectedSpace, told: () => string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const job = await endOfSync(space, await beginSync(space))
    if (job.status === 'completed') return
    expect([tries < 5, job.error.code], `${told()} ${JSON.stringify(job)}`).toEqual([
      true,
      'SERVICE_UNAVAILABLE',
    ])
  }
}

describe.runIf(isLongRun)(`${rounds} rounds of edits of spaces and their branches`, () => {
  test('leave both equal and lose nothing, although the process is killed and requests of git are cut off', {
    timeout: 4 * 3_600_000,
  }, async () => {
    const installation = await Installation.start()
    const server = await startServer()
    onTestFinished(() => server.close())
    const { id: organizationId, admin } = await buildOrganization(installation.app as TestApp)
    const other = await buildMember(installation.app as TestApp, organizationId, 'ADMIN')
    const writers = [admin, other].map((user) => installation.writer(user))
    const emails = writers.map(({ email }) => email)
    const histories = await Promise.all(
      Array.from({ length: spaces }, async (_, index) => {
        const space = await createSyncedSpace(installation.as(admin), { admin, organizationId }, server)
        const first = space.repository.commit(book)
        await connect(space, { direction: 'from-git' })
        await endOfSync(space, await beginSync(space))
        return { space, first, random: new RandomRounds(space, seed + index, writers) }
      }),
    )
    const chance = randomOf(seed)
    const below = (count: number) => Math.floor(chance() * count)
    let kills = 0
    const toldOf = (random: RandomRounds, turn: number) => () =>
      `GIT_SEED=${seed}, turn ${turn}, ${kills} kills: ${random.done.slice(-14).join(', ')}\n${installation.log}`

    /** Edits both sides, begins a sync, and edits the space while it goes on. */
    const editBoth = async (space: ConnectedSpace, random: RandomRounds) => {
      for (let count = random.below(3); count > 0; count--) await random.editSpace()
      for (let count = random.below(3); count > 0; count--) await random.editBranch()
      await beginSync(space, random.below(4) === 0 ? 'import' : 'export')
      if (random.below(3) === 0) await random.editSpace()
    }

    for (let turn = 0; turn < rounds / spaces; turn++) {
      const fault = below(5)
      if (fault === 0) cutOffRequests(server, below)
      await Promise.all(histories.map(({ space, random }) => editBoth(space, random)))
      if (fault === 1 || fault === 2) {
        // In the middle of what git sends, or of what happens between.
        if (fault === 1) await requestsOf(server, 1 + below(3 * spaces))
        else await wait(below(1500))
        await installation.restart()
        kills++
      }
      server.fault = undefined
      await Promise.all(
        histories.map(async ({ space, random }) => {
          const told = toldOf(random, turn)
          await catchUp(space, told)
          const { state } = await connectionOf(space)
          expect(
            ['synced', 'conflicts', 'history-rewritten'],
            `${told()} ${JSON.stringify(state)}`,
          ).toContain(state.code)
          await expectEqualSides(space, random, told)
          const head = space.repository.head()
          await catchUp(space, told)
          expect(space.repository.head(), told()).toBe(head)
        }),
      )
      if (process.env.GIT_PROGRESS) console.log(`turn ${turn}, ${kills} kills, ${new Date().toISOString()}`)
    }
    for (const { space, first, random } of histories) {
      random.mend()
      const told = toldOf(random, rounds)
      await catchUp(space, told)
      await expectEqualSides(space, random, told)
      expectSoundHistory(space, random, { first, emails, told: told() })
    }
    if (rounds >= 100) expect(kills).toBeGreaterThan(0)
  })
})
