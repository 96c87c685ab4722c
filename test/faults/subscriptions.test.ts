import { describe, expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { overSse, overWebSocket } from '../support/live-clients.ts'
import { startProcess } from './processes.ts'
import { clientOf } from './writers.ts'

const kills = 4
const minutes = 60_000

describe.runIf(isLongRun)('a subscription', () => {
  test.each([
    ['server-sent events', overSse],
    ['a websocket', overWebSocket],
  ] as const)(
    `over %s misses no event, although its process is killed ${kills} times and another goes on`,
    {
      timeout: 5 * minutes,
    },
    async (_name, connect) => {
      const { url, drop } = await testDatabase()
      onTestFinished(drop)
      const environment = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(), RATE_LIMIT: 'off' }
      const first = startProcess(environment)
      let writer = await clientOf(first)
      const token = first.token()
      const processes = [first, startProcess(environment)]
      await clientOf(processes[1] as typeof first, token)
      const organizationId = (await writer.send('GET', '/v1/orgs')).body.items[0].id
      let address = writer.address
      const live = connect(
        {
          get url() {
            return address
          },
        },
        { token },
        { retryAttempts: 1000, wait: () => new Promise((resolve) => setTimeout(resolve, 20)) },
      )
      const told: string[] = []
      const payload = {
        query: 'subscription ($id: ID!) { organizationEvents(id: $id) { event { type targetId } } }',
        variables: { id: organizationId },
        extensions: {} as Record<string, unknown>,
      }
      const end = live.subscribe(payload, {
        next: ({ data, errors, extensions }) => {
          if (errors) told.push(JSON.stringify(errors))
          payload.extensions.lastEventId = extensions?.lastEventId
          const { type, targetId } = data.organizationEvents.event
          if (type === 'collection.created') told.push(targetId)
        },
        error: (error) => told.push(String(error)),
        complete: () => told.push('complete'),
      })
      const created: string[] = []
      const create = async () => {
        const title = `Collection ${created.length}`
        const { status, body } = await writer.send('POST', `/v1/orgs/${organizationId}/collections`, {
          title,
        })
        expect(status, JSON.stringify(body)).toBe(201)
        created.push(body.id)
      }
      while (told.length === 0) await create()
      const begun = created.indexOf(told[0] as string)
      for (let kill = 0; kill < kills; kill++) {
        const killed = processes[kill % 2] as typeof first
        const other = processes[(kill + 1) % 2] as typeof first
        // What is written before, while and after the process of the subscriber dies is written by the other one.
        writer = await clientOf(other, token)
        for (let n = 0; n < 5; n++) await create()
        killed.child.kill('SIGKILL')
        address = writer.address
        for (let n = 0; n < 20; n++) await create()
        await killed.exit()
        processes[kill % 2] = startProcess(environment)
        await clientOf(processes[kill % 2] as typeof first, token)
        const all = created.slice(begun)
        await expect.poll(() => all.filter((id) => !told.includes(id)), { timeout: minutes }).toEqual([])
      }
      // Some come twice, but each first in the order in which they happened.
      expect([...new Set(told)]).toEqual(created.slice(begun))
      end()
      await live.dispose()
    },
  )
})
