import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serverPid } from '../database/embedded/process.ts'
import { isLongRun } from '../support/budget.ts'
import { preparedDataDir } from '../support/prepared-data.ts'
import { startProcess } from './processes.ts'
import { clientOf, createSpace, lostWrites, readiness, writePages } from './writers.ts'

const kills = 27
const minutes = 60_000

/** Sends a signal to a server process and all of its children. */
function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number)
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, signal)
    } catch {
      // It ended in the meantime.
    }
  }
}

const untilWritten = (acknowledged: readonly string[], more: number) => {
  const least = acknowledged.length + more
  return expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(least)
}

describe.runIf(isLongRun)('no acknowledged write is lost', () => {
  test(`if the process is killed ${kills} times while it writes`, { timeout: 20 * minutes }, async () => {
    const DATA_DIR = await preparedDataDir()
    let lectern = startProcess({ DATA_DIR })
    let client = await clientOf(lectern)
    const token = lectern.token()
    const space = await createSpace(client)
    const acknowledged: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const writes = writePages(() => client, space, `kill-${kill}`)
      await untilWritten(writes.acknowledged, 5 + kill)
      lectern.child.kill('SIGKILL')
      await lectern.exit()
      await writes.stop()
      expect(writes.wrong).toEqual([])
      acknowledged.push(...writes.acknowledged)
      lectern = startProcess({ DATA_DIR })
      client = await clientOf(lectern, token)
      expect(await lostWrites(client, space, acknowledged)).toEqual([])
    }
  })

  test('if the database server or one of its processes is killed, and the process recovers by itself', {
    timeout: 10 * minutes,
  }, async () => {
    const DATA_DIR = await preparedDataDir()
    const home = join(DATA_DIR, 'postgres')
    const lectern = startProcess({ DATA_DIR })
    const client = await clientOf(lectern)
    const space = await createSpace(client)
    const writes = writePages(() => client, space, 'database')
    const serverOf = () => serverPid(home)
    const backendOf = () =>
      Number(
        execFileSync('ps', ['-eo', 'pid=,ppid=,args='])
          .toString()
          .split('\n')
          .find((line) => /lectern lectern/.test(line) && line.trim().split(/\s+/)[1] === String(serverOf()))
          ?.trim()
          .split(/\s+/)[0],
      )
    for (const victim of [backendOf, serverOf, backendOf, serverOf]) {
      await untilWritten(writes.acknowledged, 10)
      process.kill(victim(), 'SIGKILL')
      await expect.poll(async () => (await readiness(client.address)).status, { timeout: 60_000 }).toBe(200)
    }
    await untilWritten(writes.acknowledged, 10)
    await writes.stop()
    expect(writes.wrong).toEqual([])
    expect(writes.outages).toBeGreaterThan(0)
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
  })

  test('if the database server is stopped like a debugger stops it, and every request meanwhile gets 503 in bounded time', {
    timeout: 5 * minutes,
  }, async () => {
    const DATA_DIR = await preparedDataDir()
    const lectern = startProcess({ DATA_DIR })
    const client = await clientOf(lectern)
    const space = await createSpace(client)
    const writes = writePages(() => client, space, 'silent')
    await untilWritten(writes.acknowledged, 10)
    const pid = serverPid(join(DATA_DIR, 'postgres'))
    const proceed = () => signalTree(pid, 'SIGCONT')
    onTestFinished(proceed)
    signalTree(pid, 'SIGSTOP')
    const ready = await readiness(client.address)
    expect([ready.status, ready.milliseconds < 1000]).toEqual([503, true])
    expect((await fetch(`${client.address}/healthz`)).status).toBe(200)
    const started = performance.now()
    expect((await client.send('GET', '/v1/user')).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(30_000)
    proceed()
    await expect.poll(async () => (await readiness(client.address)).status, { timeout: 60_000 }).toBe(200)
    await untilWritten(writes.acknowledged, 10)
    await writes.stop()
    expect(writes.wrong).toEqual([])
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
  })
})

describe.runIf(isLongRun)('exhausted connections', () => {
  test('give 503 and nothing else, and are forgotten once they are free', {
    timeout: 5 * minutes,
  }, async () => {
    const DATA_DIR = await preparedDataDir()
    const lectern = startProcess({ DATA_DIR })
    const client = await clientOf(lectern)
    const space = await createSpace(client)
    const url = embeddedUrl(join(DATA_DIR, 'postgres'))
    const taken: pg.Client[] = []
    onTestFinished(async () => {
      await Promise.allSettled(taken.map((each) => each.end()))
    })
    await takeAll(url, taken)
    await endConnectionsOf(taken[0] as pg.Client)
    await takeAll(url, taken)
    const writes = writePages(() => client, space, 'exhausted')
    await expect.poll(() => writes.outages, { timeout: 60_000 }).toBeGreaterThan(10)
    const ready = await readiness(client.address)
    expect(ready.milliseconds).toBeLessThan(1000)
    await Promise.all(taken.splice(0).map((each) => each.end()))
    await untilWritten(writes.acknowledged, 10)
    await writes.stop()
    expect(writes.wrong).toEqual([])
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
  })
})

/** Returns the address of the embedded database in a home folder. */
function embeddedUrl(home: string): string {
  const port = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return `postgres://lectern:${password}@127.0.0.1:${port}/lectern?sslmode=disable`
}

/** Opens connections until the server refuses another one. */
async function takeAll(url: string, taken: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'taken' })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      expect((error as { code?: string }).code).toBe('53300')
      return
    }
    taken.push(client)
  }
}

const endConnectionsOf = (client: pg.Client) =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name LIKE 'lectern%' AND datname = 'lectern'`,
  )
