import { describe, expect, onTestFinished, test } from 'vitest'
import type { LecternProcess } from '../start/process.ts'
import { isLongRun } from '../support/budget.ts'
import { emptyDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startProcess } from './processes.ts'
import { type Client, clientAt, createSpace, lostWrites, readiness } from './writers.ts'

const token = 'the-first-token-of-the-replicas'

/** Sends each request to one of the replicas that are ready, like a load balancer. */
class Balancer {
  readonly #addresses = new Map<string, boolean>()
  readonly #timer: NodeJS.Timeout
  #next = 0

  constructor(intervalMs: number) {
    this.#timer = setInterval(() => {
      for (const address of this.#addresses.keys()) void this.#check(address)
    }, intervalMs)
  }

  async add(address: string): Promise<void> {
    this.#addresses.set(address, false)
    await this.#check(address)
  }

  remove(address: string): void {
    this.#addresses.delete(address)
  }

  client(): Client {
    const ready = [...this.#addresses].filter(([, isReady]) => isReady).map(([address]) => address)
    const address = ready[this.#next++ % ready.length]
    if (address === undefined) throw new Error('no replica is ready')
    return clientAt(address, token)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #check(address: string): Promise<void> {
    const isReady = await readiness(address).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (this.#addresses.has(address)) this.#addresses.set(address, isReady)
  }
}

describe.runIf(isLongRun)('two replicas', () => {
  test('restarted in turn under load fail no request and lose no write', { timeout: 300_000 }, async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const DATA_DIR = await temporaryFolder()
    const start = async (): Promise<{ lectern: LecternProcess; address: string }> => {
      const lectern = startProcess({
        DATABASE_URL: url,
        DATA_DIR,
        BOOTSTRAP_TOKEN: token,
        DRAIN_SECONDS: '2',
      })
      return { lectern, address: await lectern.ready() }
    }
    const balancer = new Balancer(100)
    onTestFinished(() => balancer.stop())
    let replicas = [await start(), await start()]
    for (const { address } of replicas) await balancer.add(address)
    const space = await createSpace(balancer.client())
    const failures: string[] = []
    const acknowledged: string[] = []
    let requests = 0
    let isOver = false
    const load = Promise.all(
      Array.from({ length: 6 }, async (_, worker) => {
        for (let index = 0; !isOver; index++) {
          const title = `page-${worker}-${index}`
          const change = { operation: 'insert_page', title, document: { markdown: title } }
          const isWrite = index % 4 === 0
          requests++
          try {
            const { status } = isWrite
              ? await balancer.client().send('POST', `/v1/spaces/${space}/content`, { changes: [change] })
              : await balancer.client().send('GET', '/v1/user')
            if (status >= 300) failures.push(`${status}`)
            else if (isWrite) acknowledged.push(title)
          } catch (error) {
            failures.push(String((error as Error).cause ?? error))
          }
        }
      }),
    )
    for (let round = 0; round < 2; round++) {
      const [oldest, ...others] = replicas as [(typeof replicas)[0]]
      oldest.lectern.child.kill('SIGTERM')
      expect(await oldest.lectern.exit()).toBe(0)
      balancer.remove(oldest.address)
      const started = await start()
      await balancer.add(started.address)
      replicas = [...others, started]
    }
    isOver = true
    await load
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(100)
    expect(await lostWrites(balancer.client(), space, acknowledged)).toEqual([])
  })

  test('that write to one space at once lose no write and end no request but with 503', {
    timeout: 120_000,
  }, async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const DATA_DIR = await temporaryFolder()
    const environment = { DATABASE_URL: url, DATA_DIR, BOOTSTRAP_TOKEN: token }
    const clients = await Promise.all(
      [1, 2].map(async () => clientAt(await startProcess(environment).ready(), token)),
    )
    const [first] = clients as [Client]
    const space = await createSpace(first)
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    await Promise.all(
      clients.flatMap((client, replica) =>
        Array.from({ length: 60 }, async (_, index) => {
          const title = `race-${replica}-${index}`
          const change = { operation: 'insert_page', title, document: { markdown: title } }
          const { status } = await client.send('POST', `/v1/spaces/${space}/content`, { changes: [change] })
          statuses.add(status)
          if (status < 300) acknowledged.push(title)
        }),
      ),
    )
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const client of clients) expect(await lostWrites(client, space, acknowledged)).toEqual([])
  })
})
