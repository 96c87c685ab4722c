import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { preparedDataDir } from '../support/prepared-data.ts'
import { startProcess } from './processes.ts'
import { type Client, clientOf } from './writers.ts'

const minutes = 60_000
const kills = 8
/** The requests that are sent at once. The process is killed when the first of them is answered. */
const requests = 12

describe.runIf(isLongRun)('a request with an Idempotency-Key', () => {
  test(`has one result, however often it is sent again after the process was killed, ${kills} times`, {
    timeout: 20 * minutes,
  }, async () => {
    const DATA_DIR = await preparedDataDir()
    let lectern = startProcess({ DATA_DIR })
    let client = await clientOf(lectern)
    const token = lectern.token()
    const organization = (await client.send('GET', '/v1/orgs')).body.items[0].id
    const collections = `/v1/orgs/${organization}/collections`
    const create = (to: Client, key: string) =>
      to.send('POST', collections, { title: key }, { 'Idempotency-Key': key })
    let interrupted = 0
    for (let kill = 0; kill < kills; kill++) {
      const keys = Array.from({ length: requests }, () => randomUUID())
      const sent = keys.map((key) => create(client, key))
      await Promise.race(sent)
      lectern.child.kill('SIGKILL')
      const answers = await Promise.allSettled(sent)
      await lectern.exit()
      interrupted += answers.filter(({ status }) => status === 'rejected').length
      lectern = startProcess({ DATA_DIR })
      client = await clientOf(lectern, token)
      for (const [index, key] of keys.entries()) {
        const again = await create(client, key)
        expect(again.status).toBe(201)
        const first = answers[index]
        if (first?.status === 'fulfilled') expect(again.body).toEqual(first.value.body)
        expect((await create(client, key)).body).toEqual(again.body)
      }
    }
    expect(interrupted).toBeGreaterThan(0)
    const { body } = await client.send('GET', `${collections}?limit=1000`)
    const titles = body.items.map(({ title }: { title: string }) => title)
    expect(titles).toHaveLength(kills * requests)
    expect(new Set(titles).size).toBe(kills * requests)
  })
})
