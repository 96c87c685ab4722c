import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../modules/webhooks/receiver.ts'
import { isLongRun } from '../support/budget.ts'
import { emptyDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { heldSource } from './held-source.ts'
import { startProcess } from './processes.ts'
import { type Client, clientAt, createSpace, lostWrites, titlesOf, writePages } from './writers.ts'

const minutes = 60_000
const token = 'the-first-token-of-the-roles'

/** Two processes that answer requests and one that runs jobs, on one database. */
async function startRoles() {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const DATA_DIR = await temporaryFolder()
  const environment = {
    DATABASE_URL: url,
    DATA_DIR,
    TMPDIR: DATA_DIR,
    BOOTSTRAP_TOKEN: token,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    RATE_LIMIT: 'off',
  }
  const startWeb = () => startProcess({ ...environment, SERVICES: 'web' })
  const startJobs = () => startProcess({ ...environment, SERVICES: 'jobs' })
  const first = startWeb()
  const clients = [clientAt(await first.ready(), token)]
  const second = startWeb()
  clients.push(clientAt(await second.ready(), token))
  return { webs: [first, second] as const, clients: clients as [Client, Client], startWeb, startJobs }
}

describe.runIf(isLongRun)('two processes of the web and one of jobs', () => {
  test('finish a job once whose process is killed, and send each event of a webhook once it is back', {
    timeout: 5 * minutes,
  }, async () => {
    const { clients, startJobs } = await startRoles()
    const [one, other] = clients
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const killed = startJobs()
    const organization = (await one.send('GET', '/v1/orgs')).body.items[0].id
    const space = await createSpace(one)
    await one.send('POST', `/v1/orgs/${organization}/webhooks`, {
      url: receiver.url,
      events: ['collection.created'],
    })
    const source = await heldSource()
    const runs = `/v1/org/${organization}/imports`
    const run = { source: { type: 'markdown', url: source.url }, target: { space } }
    const { body } = await one.send('POST', runs, run)
    await source.asked
    killed.child.kill('SIGKILL')
    await killed.exit()
    const titles = Array.from({ length: 20 }, (_, index) => `Collection ${index}`)
    for (const title of titles) await other.send('POST', `/v1/orgs/${organization}/collections`, { title })
    source.release()
    startJobs()
    await expect
      .poll(async () => (await other.send('GET', `${runs}/${body.id}`)).body.status, { timeout: minutes })
      .toBe('completed')
    expect([...(await titlesOf(other, space))]).toEqual(['Imported'])
    await expect.poll(() => receiver.received.length, { timeout: minutes }).toBe(titles.length)
  })

  test('lose no acknowledged write, and end none but with 503, when one of the web is killed', {
    timeout: 5 * minutes,
  }, async () => {
    const { clients, webs, startJobs } = await startRoles()
    startJobs()
    const [one, other] = clients
    const space = await createSpace(one)
    let turn = 0
    const writes = writePages(() => clients[turn++ % 2] as Client, space, 'roles')
    const until = (count: number) =>
      expect.poll(() => writes.acknowledged.length, { timeout: minutes }).toBeGreaterThan(count)
    await until(50)
    webs[0].child.kill('SIGKILL')
    await webs[0].exit()
    await until(150)
    await writes.stop()
    expect(writes.wrong).toEqual([])
    expect(await lostWrites(other, space, writes.acknowledged)).toEqual([])
    const titles = (await other.send('GET', `/v1/spaces/${space}/content/pages`)).body.pages as {
      title: string
    }[]
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length)
  })
})
