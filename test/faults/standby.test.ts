import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { temporaryFolder } from '../support/folders.ts'
import { run, startReplicatedDatabase } from '../support/replicated-database.ts'
import { scriptParameters } from '../support/script-parameters.ts'
import { startProcess } from './processes.ts'
import { clientOf, createSpace, lostWrites, readiness, titlesOf, writePages } from './writers.ts'

const patience = { timeout: 60_000 }

/** Returns the address that leads to the one of two servers which accepts writes. */
function urlOfBoth(first: string, second: string): string {
  const { host } = new URL(second)
  const url = new URL(first)
  url.searchParams.set('target_session_attrs', 'read-write')
  return url.href.replace(url.host, `${url.host},${host}`)
}

/** Runs a command of the operator. Returns its exit code and what it printed. */
const runCommand = (name: string, parameters: readonly string[], environment: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) =>
    execFile(
      process.execPath,
      [...scriptParameters(name), ...parameters],
      { cwd: new URL('../..', import.meta.url).pathname, env: childEnvironment(environment) },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  )

const jobListenersAt = async (url: string) => {
  const statement = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE 'LISTEN "jobs:insert"%'`
  return (await run(url, statement))[0]?.n
}

/** The ways in which a server fails. */
const failures: Readonly<Record<string, (proxy: DatabaseProxy) => Promise<void> | void>> = {
  'refuses connections': (proxy) => proxy.refuse(),
  'answers nothing any longer': (proxy) => proxy.fallSilent(),
}

describe.runIf(isLongRun)('a standby', () => {
  test.each(Object.entries(failures))(
    'that is promoted when its primary %s gets the writes without a restart, loses none, and lets no request wait for ever',
    { timeout: 300_000 },
    async (_what, fail) => {
      const { primary, standby, promote } = await startReplicatedDatabase()
      const proxy = await openDatabaseProxy(primary)
      onTestFinished(() => proxy.close())
      const lectern = startProcess({
        DATABASE_URL: urlOfBoth(proxy.url, standby),
        DATA_DIR: await temporaryFolder(),
      })
      const client = await clientOf(lectern)
      const space = await vi.waitFor(() => createSpace(client), patience)
      const writes = writePages(() => client, space, 'page')
      await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(20)
      expect([writes.outages, (await readiness(client.address)).status]).toEqual([0, 200])
      await fail(proxy)
      // Each of the writers gets an answer although no server accepts writes, and so does who asks for readiness.
      await expect.poll(async () => (await readiness(client.address)).status, patience).toBe(503)
      await expect.poll(() => writes.outages, patience).toBeGreaterThan(8)
      const before = writes.acknowledged.length
      await promote()
      await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(before + 20)
      await expect.poll(async () => (await readiness(client.address)).status, patience).toBe(200)
      await writes.stop()
      expect(writes.wrong).toEqual([])
      expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
      // Jobs begin as soon as they are added.
      await expect.poll(() => jobListenersAt(standby), patience).toBe(1)
      expect(lectern.child.exitCode).toBeNull()
    },
  )

  test('that is promoted at once when its primary is lost is waited for, so that only what was under way fails', {
    timeout: 300_000,
  }, async () => {
    const { primary, standby, promote } = await startReplicatedDatabase()
    const proxy = await openDatabaseProxy(primary)
    onTestFinished(() => proxy.close())
    const client = await clientOf(
      startProcess({ DATABASE_URL: urlOfBoth(proxy.url, standby), DATA_DIR: await temporaryFolder() }),
    )
    const space = await vi.waitFor(() => createSpace(client), patience)
    const writers = 3
    const writes = writePages(() => client, space, 'page', writers)
    await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(20)
    await proxy.refuse()
    await promote()
    const before = writes.acknowledged.length
    await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(before + 20)
    const outages = writes.outages
    expect(outages).toBeLessThanOrEqual(writers)
    await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(before + 40)
    await writes.stop()
    expect([writes.wrong, writes.outages]).toEqual([[], outages])
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
  })

  test('is enough for a backup, of everything but what is not logged', { timeout: 300_000 }, async () => {
    const { primary, standby } = await startReplicatedDatabase()
    const DATA_DIR = await temporaryFolder()
    const lectern = startProcess({
      DATABASE_URL: primary,
      DATA_DIR,
      BOOTSTRAP_TOKEN: 'the-token-of-the-standby',
    })
    const client = await clientOf(lectern, 'the-token-of-the-standby')
    const space = await vi.waitFor(() => createSpace(client), patience)
    const changes = [{ operation: 'insert_page', title: 'Saved', document: { markdown: 'Saved' } }]
    expect((await client.send('POST', `/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const written = await run(primary, 'SELECT pg_current_wal_lsn()::text AS lsn')
    await expect
      .poll(() => run(standby, `SELECT pg_last_wal_replay_lsn() >= '${written[0]?.lsn}' AS done`), patience)
      .toEqual([{ done: true }])
    const file = join(await temporaryFolder(), 'standby.backup')
    const saved = await runCommand('backup', [file], { DATABASE_URL: standby, DATA_DIR })
    expect(saved).toEqual({
      code: 0,
      output: expect.stringMatching(/^Wrote .*: \d+ tables and 0 files\.$/m),
    })
    const RESTORED = await temporaryFolder()
    const restored = await runCommand('restore', [file], { DATA_DIR: RESTORED })
    expect(restored).toMatchObject({ code: 0 })
    const other = await clientOf(startProcess({ DATA_DIR: RESTORED }), 'the-token-of-the-standby')
    expect([...(await titlesOf(other, space))]).toContain('Saved')
  })
})
