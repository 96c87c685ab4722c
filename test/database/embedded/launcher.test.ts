import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it, onTestFailed, onTestFinished } from 'vitest'
import { createLogger } from '../../../src/base/logger.ts'
import { isAlive } from '../../../src/database/embedded/postmaster.ts'
import { startTemporaryPostgres } from '../../../src/database/embedded/temporary.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { makeFolder, removeFolder, temporaryFolder } from '../../support/folders.ts'
import { preparedDataDir } from '../../support/prepared-data.ts'
import { ask, type EmbeddedProcess, serverPid, startEmbedded, watchdogPid } from './process.ts'
import { end, kill, start, stop } from './running.ts'

/** The data directory whose database each test leaves to the next, running or stopped. */
let DATA_DIR: string
let current: EmbeddedProcess | undefined
beforeAll(async () => {
  DATA_DIR = await preparedDataDir(await makeFolder())
  return async () => {
    if (current) await end(current)
    await removeFolder(DATA_DIR)
  }
})

interface RunningDatabase {
  readonly embedded: EmbeddedProcess
  readonly url: string
  readonly home: string
}

/** Returns the database of the data directory: the one that runs, or else one that it starts. */
async function running(): Promise<RunningDatabase> {
  if (current?.child.exitCode !== null || current.child.signalCode !== null)
    current = startEmbedded({ DATA_DIR })
  const embedded = current
  // The next test begins with another process, and fails for its own reasons only.
  onTestFailed(() => end(embedded))
  return { embedded, ...(await embedded.ready()) }
}

let lastWritten = 0
/** Writes one more row. */
async function write(url: string): Promise<void> {
  await ask(url, 'CREATE TABLE IF NOT EXISTS kept (number int)')
  await ask(url, `INSERT INTO kept VALUES (${++lastWritten})`)
}

/** Asserts that the database has all that was ever written. */
const expectWritten = async (url: string): Promise<void> =>
  expect(await ask(url, 'SELECT number FROM kept ORDER BY number')).toEqual(
    Array.from({ length: lastWritten }, (_, index) => index + 1),
  )

describe('the embedded database', () => {
  it.runIf(isLongRun)('lets nobody in without its password, which only its account can read', async () => {
    const { url, home } = await running()
    const open = new URL(url)
    open.password = 'guessed'
    await expect(ask(open.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    const overNetwork = new URL(url)
    expect(overNetwork.hostname).toBe('127.0.0.1')
    expect(overNetwork.searchParams.get('host')).toBe(join(home, 'data'))
    overNetwork.searchParams.delete('host')
    expect(await ask(overNetwork.href, 'SELECT 1 AS number')).toEqual([1])
    overNetwork.password = 'guessed'
    await expect(ask(overNetwork.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    for (const name of ['password', 'postgres.log'])
      expect((await stat(join(home, name))).mode & 0o077).toBe(0)
    expect((await stat(join(home, 'data'))).mode & 0o077).toBe(0)
  })

  it.runIf(isLongRun)('may be joined by a command while it runs, which leaves it running', async () => {
    const { url, home } = await running()
    const pid = serverPid(home)
    const command = start({ DATA_DIR, SHARED: 'yes' })
    expect((await command.ready()).url).toBe(url)
    // Nothing keeps it, as it runs no server of its own.
    expect(await command.exit()).toBe(0)
    expect(serverPid(home)).toBe(pid)
    expect(await ask(url, 'SELECT 1')).toEqual([1])
  })

  it.runIf(isLongRun)(
    'stays owned when a crash of one of its processes takes all connections down',
    async () => {
      const { embedded, url } = await running()
      const logged = embedded.log().length
      const [backend] = await ask(
        url,
        `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'lectern owner%'`,
      )
      process.kill(Number(backend), 'SIGKILL')
      await expectRecovery(embedded, logged)
      const second = start({ DATA_DIR })
      expect(await second.exit()).toBe(1)
      expect(second.log()).toContain('is in use by another Lectern')
      expect(await ask(url, 'SELECT 1')).toEqual([1])
    },
  )

  it.runIf(isLongRun)(
    'is left to the live process that started it, also while that one does not hold its connection',
    async () => {
      const { embedded, url, home } = await running()
      onTestFinished(() => void embedded.child.kill('SIGCONT'))
      const pid = serverPid(home)
      embedded.child.kill('SIGSTOP')
      await ask(
        url,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'lectern owner%'`,
      )
      const second = start({ DATA_DIR })
      const attempts = new Set<unknown>()
      const seeAttempts = async () => {
        const statement = `SELECT pid FROM pg_stat_activity WHERE application_name = 'lectern owner ${second.child.pid}'`
        for (const connection of await ask(url, statement)) attempts.add(connection)
        return attempts.size
      }
      await expect.poll(seeAttempts, { interval: 5, timeout: 20_000 }).toBeGreaterThan(1)
      embedded.child.kill('SIGCONT')
      expect(await second.exit()).toBe(1)
      expect(second.log()).toContain('is in use by another Lectern')
      expect(serverPid(home)).toBe(pid)
      expect(await ask(url, 'SELECT 1')).toEqual([1])
    },
  )

  it.runIf(isLongRun)('comes back at the same address when it is killed', async () => {
    const { embedded, url, home } = await running()
    const logged = embedded.log().length
    await write(url)
    process.kill(serverPid(home), 'SIGKILL')
    await expectRecovery(embedded, logged)
    await expectWritten(url)
    const pid = serverPid(home)
    await stop(embedded)
    expect(isAlive(pid)).toBe(false)
  })

  it('keeps its data from one start to the next, and stops with the process', async () => {
    const { embedded, url, home } = await running()
    await write(url)
    expect(
      await ask(url, `SELECT setting FROM pg_settings WHERE name IN ('fsync', 'server_encoding')`),
    ).toEqual(['on', 'UTF8'])
    const pid = serverPid(home)
    await stop(embedded)
    expect(isAlive(pid)).toBe(false)
    await expectWritten((await running()).url)
  })

  it.runIf(isLongRun)(
    'starts where the process number of a killed server has gone to another program',
    async () => {
      const { embedded, url, home } = await running()
      await write(url)
      const file = join(home, 'data', 'postmaster.pid')
      const left = (await readFile(file, 'utf8')).split('\n')
      await stop(embedded)
      await writeFile(file, [process.pid, ...left.slice(1)].join('\n'))
      await expectWritten((await running()).url)
    },
  )

  it.runIf(isLongRun && process.platform === 'linux')(
    'starts while a killed server is not reaped yet',
    async () => {
      const { embedded, url, home } = await running()
      await write(url)
      const file = join(home, 'data', 'postmaster.pid')
      const left = (await readFile(file, 'utf8')).split('\n')
      await stop(embedded)
      // `sleep` never waits for the child that it inherits from the shell.
      const { uid } = await stat(join(home, 'data'))
      const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 120'], { uid, cwd: '/' })
      onTestFinished(() => void parent.kill())
      const [zombie] = await once(parent.stdout, 'data')
      const stateOfZombie = () => readFile(`/proc/${Number(zombie)}/stat`, 'utf8')
      await expect.poll(stateOfZombie).toContain(') Z ')
      await writeFile(file, [Number(zombie), ...left.slice(1)].join('\n'))
      await expectWritten((await running()).url)
    },
  )

  it('stops when its process is killed', async () => {
    const { embedded, home } = await running()
    const pid = serverPid(home)
    await kill(embedded)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it.runIf(isLongRun)(
    'is replaced, with all that was written, when it outlived its killed process',
    async () => {
      const { embedded, url, home } = await running()
      await write(url)
      const pid = serverPid(home)
      process.kill(watchdogPid(pid), 'SIGKILL')
      await kill(embedded)
      expect(isAlive(pid)).toBe(true)
      const second = await running()
      await expectWritten(second.url)
      expect(isAlive(pid)).toBe(false)
      await stop(second.embedded)
      expect(isAlive(serverPidOrNone(home))).toBe(false)
    },
  )

  it.runIf(isLongRun)('recovers when it was killed together with its process', async () => {
    const { embedded, url, home } = await running()
    await write(url)
    const pid = serverPid(home)
    process.kill(watchdogPid(pid), 'SIGKILL')
    embedded.child.kill('SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await kill(embedded)
    const { url: again } = await running()
    await expectWritten(again)
    const socket = `.s.PGSQL.${new URL(again).port}`
    expect((await readdir(join(home, 'data'))).filter((name) => name.startsWith('.s.')).toSorted()).toEqual([
      socket,
      `${socket}.lock`,
    ])
  })

  it.runIf(isLongRun)(
    'is reached over the network where the path of its folder is too long for a socket',
    async () => {
      const prepared = await preparedDataDir()
      const DATA_DIR = join(prepared, 'a'.repeat(100))
      await mkdir(DATA_DIR)
      await rename(join(prepared, 'postgres'), join(DATA_DIR, 'postgres'))
      const { url } = await start({ DATA_DIR }).ready()
      expect(new URL(url).searchParams.has('host')).toBe(false)
      expect(await ask(url, 'SELECT 1 AS number')).toEqual([1])
    },
  )

  it.runIf(isLongRun)('has one owner of several that start on a new folder at once', async () => {
    const DATA_DIR = await temporaryFolder()
    const rivals = Array.from({ length: budget(2, 3) }, () => start({ DATA_DIR }))
    const outcomes = await Promise.all(
      rivals.map((rival) => Promise.race([rival.ready().then(({ url }) => url), rival.exit()])),
    )
    const urls = outcomes.filter((outcome) => typeof outcome === 'string')
    expect(urls).toHaveLength(1)
    expect(await ask(urls[0] as string, 'SELECT 1')).toEqual([1])
    const refused = rivals.filter((_, index) => outcomes[index] === 1)
    expect(refused).toHaveLength(rivals.length - 1)
    for (const rival of refused)
      expect(rival.log().trim().split('\n').at(-1)).toBe(
        `The data directory ${DATA_DIR} is in use by another Lectern; stop that one, or set DATA_DIR to another folder.`,
      )
  })

  it.runIf(isLongRun)('is made whole after a first start that was killed half way', async () => {
    const DATA_DIR = await preparedDataDir()
    const home = join(DATA_DIR, 'postgres')
    // What a killed initdb leaves: a folder that is not the database yet.
    await rm(join(home, 'data', 'PG_VERSION'))
    await rm(join(home, 'data'), { recursive: true })
    await writeFile(join(home, 'data.unfinished-0123'), '')
    const second = start({ DATA_DIR })
    expect(await ask((await second.ready()).url, 'SELECT 1')).toEqual([1])
    await expect(stat(join(home, 'data.unfinished-0123'))).rejects.toThrow()
  })
})

/** Waits until the process has logged, after what it had logged before, that its database is back. */
const expectRecovery = (embedded: EmbeddedProcess, logged: number): Promise<void> =>
  expect
    .poll(() => embedded.log().slice(logged), { timeout: 20_000 })
    .toContain('the embedded database has recovered')

it.runIf(process.platform === 'linux')(
  'a temporary database has its shared memory in its folder, where nothing outlives it if it is killed',
  async () => {
    const [folder] = await ask(
      await temporaryDatabase(),
      `SELECT setting FROM pg_settings WHERE name = 'data_directory'`,
    )
    const pid = (await readFile(join(String(folder), 'postmaster.pid'), 'utf8')).split('\n')[0]
    const memory = await readFile(`/proc/${pid}/maps`, 'utf8')
    expect(memory).toContain(`${folder}/pg_dynshmem/`)
    expect(memory).not.toContain('/dev/shm/PostgreSQL.')
  },
)

/** Returns the address of a temporary database: that of the tests, unless they were given another. */
async function temporaryDatabase(): Promise<string> {
  if (!process.env.TEST_DATABASE_URL) return inject('templateDatabaseUrl')
  const { url, stop } = await startTemporaryPostgres(createLogger('fatal'))
  onTestFinished(stop)
  return url
}

function serverPidOrNone(home: string): number {
  try {
    return serverPid(home)
  } catch {
    return 2 ** 30
  }
}
