import { setTimeout as wait } from 'node:timers/promises'
import type { TestClient } from './app.ts'

/** The processor time of heavy work, and of what light requests during it had to wait for. */
export interface LightRequests {
  /** The processor time of all threads until the heavy work was done, in microseconds. */
  readonly heavy: number
  /** The most processor time that the thread of requests used while one light request waited, in microseconds. */
  readonly slowest: number
}

/** The milliseconds between light requests, which are much less than what they must not wait for. */
const interval = 10

/**
 * Sends light requests, one after the other, for as long as the heavy work runs. Throws if one of them is refused. Processor
 * time is measured and not time that passes, because other tests take the processors away for as long as they like.
 */
export async function lightRequestsDuring(
  client: TestClient,
  work: () => Promise<unknown>,
): Promise<LightRequests> {
  const started = process.cpuUsage()
  let isRunning = true
  const running = work().finally(() => {
    isRunning = false
  })
  let slowest = 0
  while (isRunning) {
    const sent = process.threadCpuUsage()
    const { status } = await client.get('/user')
    if (status !== 200) throw new Error(`a light request was answered with ${status}`)
    slowest = Math.max(slowest, total(process.threadCpuUsage(sent)))
    await wait(interval)
  }
  await running
  return { heavy: total(process.cpuUsage(started)), slowest }
}

const total = ({ user, system }: NodeJS.CpuUsage): number => user + system
