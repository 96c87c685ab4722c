import { describe, expect, onTestFinished, test } from 'vitest'
import { faultsOf, refusingAtRandom, startReceiver } from '../modules/webhooks/receiver.ts'
import { isLongRun } from '../support/budget.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startProcess } from './processes.ts'
import { type Client, clientOf } from './writers.ts'

const events = 5000
const kills = 10
const minutes = 60_000

describe.runIf(isLongRun)('a receiver that fails at random', () => {
  test(`gets ${events} events in the order of each object, although the server is killed ${kills} times`, {
    timeout: 20 * minutes,
  }, async () => {
    const { url, database, drop } = await testDatabase()
    onTestFinished(drop)
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const accepted = refusingAtRandom(receiver, 0.1)
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: await temporaryFolder(),
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMIT: 'off',
    }
    let lectern = startProcess(environment)
    let client = await clientOf(lectern)
    const token = lectern.token()
    const organizationId = (await client.send('GET', '/v1/orgs')).body.items[0].id
    await client.send('POST', `/v1/orgs/${organizationId}/webhooks`, {
      url: receiver.url,
      events: ['collection.updated'],
    })
    const ids: string[] = []
    for (let index = 0; index < 20; index++) {
      const title = `Collection ${index}`
      ids.push((await client.send('POST', `/v1/orgs/${organizationId}/collections`, { title })).body.id)
    }
    // Makes the time of the next tries come: otherwise the test would take three days.
    const hurry = `UPDATE "WebhookDelivery" SET "dueAt" = date_trunc('milliseconds', now())
      WHERE "dueAt" > now() AND "leaseId" IS NULL`
    let hurried: Promise<unknown> = Promise.resolve()
    const hurrying = setInterval(() => {
      hurried = hurried.then(() => database.write(hurry, []))
    }, 200)
    onTestFinished(async () => {
      clearInterval(hurrying)
      await hurried
    })
    for (let kill = 0; kill < kills; kill++) {
      const share = events / kills
      await Promise.all(
        ids.map(async (id, index) => {
          for (let n = index; n < share; n += ids.length) await rename(client, id, `Title ${kill} ${n}`)
        }),
      )
      const before = accepted.length
      await expect.poll(() => accepted.length, { timeout: minutes }).toBeGreaterThan(before + kill * 7)
      lectern.child.kill('SIGKILL')
      await lectern.exit()
      lectern = startProcess(environment)
      client = await clientOf(lectern, token)
    }
    const { event, webhookDelivery } = database.prisma
    const written = { organizationId, type: 'collection.updated' }
    await expect
      .poll(() => webhookDelivery.count({ where: { status: 'SUCCEEDED' } }), { timeout: 5 * minutes })
      .toBe(events)
    const all = await event.findMany({ where: written, orderBy: { position: 'asc' } })
    expect(all).toHaveLength(events)
    expect(faultsOf(all, accepted)).toEqual([])
  })
})

async function rename(client: Client, id: string, title: string): Promise<void> {
  const { status, body } = await client.send('PATCH', `/v1/collections/${id}`, { title })
  if (status !== 200) throw new Error(JSON.stringify(body))
}
