import { describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type ReplicatedDatabase, run, startReplicatedDatabase } from '../support/replicated-database.ts'
import { startProcess } from './processes.ts'
import { type Client, clientOf, createSpace, lostWrites, writePages } from './writers.ts'

const patience = { timeout: 60_000 }
const metricsToken = 'the-token-of-the-metrics'

/** Returns the address that leads to the one of two servers which accepts writes. */
function urlOfBoth({ primary, standby }: ReplicatedDatabase): string {
  const url = new URL(primary)
  url.searchParams.set('target_session_attrs', 'read-write')
  return url.href.replace(url.host, `${url.host},${new URL(standby).host}`)
}

/** Starts a process that reads the standby. */
async function startReader(servers: ReplicatedDatabase, environment: Record<string, string> = {}) {
  const given = {
    DATABASE_URL: urlOfBoth(servers),
    DATABASE_READ_URLS: servers.standby,
    DATA_DIR: await temporaryFolder(),
    METRICS_TOKEN: metricsToken,
    ...environment,
  }
  const client = await clientOf(startProcess(given))
  await expect
    .poll(async () => (await (await fetch(`${client.address}/readyz`)).json()).replicas.used, patience)
    .toBe(1)
  return { client, given }
}

async function readsOf({ address }: Client): Promise<Record<string, number>> {
  const answer = await fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  const lines = [...(await answer.text()).matchAll(/^lectern_replica_reads_total\{server="(\w+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, server, count]) => [server, Number(count)]))
}

/** Reads from several connections until it is stopped. */
function keepReading(client: Client, path: string, readers = 3) {
  const wrong: string[] = []
  let count = 0
  let isStopped = false
  const read = async () => {
    while (!isStopped) {
      const { status, body } = await client.send('GET', path)
      count++
      if (status !== 200) wrong.push(`${status} ${JSON.stringify(body)}`)
    }
  }
  const done = Promise.all(Array.from({ length: readers }, read))
  const stop = async () => {
    isStopped = true
    await done
  }
  return { wrong, count: () => count, stop }
}

describe.runIf(isLongRun)('a server with a replica', () => {
  test('answers no request with 5xx while the replica is promoted in place of its primary, and loses no write', {
    timeout: 300_000,
  }, async () => {
    const servers = await startReplicatedDatabase()
    const { client } = await startReader(servers)
    const space = await vi.waitFor(() => createSpace(client), patience)
    const writes = writePages(() => client, space, 'page')
    const reads = keepReading(client, `/v1/spaces/${space}/content/pages`)
    await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(20)
    await run(servers.primary, 'ALTER SYSTEM SET default_transaction_read_only = on')
    await run(servers.primary, 'SELECT pg_reload_conf()')
    const open = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_xid IS NOT NULL`
    await expect.poll(() => run(servers.primary, open), patience).toEqual([{ n: 0 }])
    await servers.promote()
    const before = writes.acknowledged.length
    await expect.poll(() => writes.acknowledged.length, patience).toBeGreaterThan(before + 20)
    await writes.stop()
    await reads.stop()
    expect([writes.outages, writes.wrong, reads.wrong]).toEqual([0, [], []])
    expect(reads.count()).toBeGreaterThan(20)
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
    await expect
      .poll(async () => (await fetch(`${client.address}/readyz`)).json(), patience)
      .toEqual({ status: 'ok', replicas: { used: 0, configured: 1 } })
  })

  test('reads again from the primary what the log overtakes on the replica', {
    timeout: 300_000,
  }, async () => {
    const servers = await startReplicatedDatabase()
    await run(servers.standby, 'ALTER SYSTEM SET max_standby_streaming_delay = 0')
    await run(servers.standby, 'SELECT pg_reload_conf()')
    const { client } = await startReader(servers)
    const space = await vi.waitFor(() => createSpace(client), patience)
    const reads = keepReading(client, `/v1/spaces/${space}/content/pages`, 6)
    const lock =
      'BEGIN; LOCK TABLE "PageVersion" IN ACCESS EXCLUSIVE MODE; SELECT pg_current_xact_id(); COMMIT'
    await expect
      .poll(async () => {
        for (let time = 0; time < 50; time++) await run(servers.primary, lock)
        return (await readsOf(client)).again
      }, patience)
      .toBeGreaterThan(0)
    await reads.stop()
    expect(reads.wrong).toEqual([])
  })

  test('answers each read as of one state, whatever the replica replays meanwhile', {
    timeout: 300_000,
  }, async () => {
    const servers = await startReplicatedDatabase()
    const { client } = await startReader(servers)
    const { body: user } = await client.send('GET', '/v1/user')
    const { body: organizations } = await client.send('GET', '/v1/orgs')
    const query = `query ($user: ID!, $organization: ID!) {
      user(id: $user) { displayName }
      organization(id: $organization) { members(first: 9) { nodes { user { displayName } } } }
    }`
    const variables = { user: user.id, organization: organizations.items[0].id }
    let isStopped = false
    const torn: unknown[] = []
    const read = async () => {
      while (!isStopped) {
        const { status, body } = await client.send('POST', '/graphql', { query, variables })
        const [one, other] = [
          body.data?.user.displayName,
          body.data?.organization.members.nodes[0].user.displayName,
        ]
        if (status !== 200 || one === undefined || one !== other) torn.push([status, one, other])
      }
    }
    const readers = Promise.all([read(), read(), read()])
    for (let round = 0; round < 20; round++) {
      await servers.pause()
      await run(servers.primary, `UPDATE "User" SET "displayName" = 'Name ${round}'`)
      await servers.resume()
    }
    await expect.poll(async () => (await readsOf(client)).replica, patience).toBeGreaterThan(20)
    isStopped = true
    await readers
    expect(torn).toEqual([])
  })
})
