import { setTimeout as wait } from 'node:timers/promises'
import type { TestClient } from './app.ts'

/** The times of heavy work and of the light requests during it. */
export interface LightRequests {
  /** The duration of the heavy work, in milliseconds. */
  readonly heavy: number
  /** The duration of the slowest light request, in milliseconds. */
  readonly slowest: number
}

/** The milliseconds between light requests, which are much less than what they must not wait for. */
const interval = 10

/** Sends light requests, one after the other, for as long as the heavy work runs. Throws if one of them is refused. */
export async function lightRequestsDuring(
  client: TestClient,
  work: () => Promise<unknown>,
): Promise<LightRequests> {
  const started = performance.now()
  let isRunning = true
  const running = work().finally(() => {
    isRunning = false
  })
  let slowest = 0
  while (isRunning) {
    const sent = performance.now()
    const { status } = await client.get('/user')
    if (status !== 200) throw new Error(`a light request was answered with ${status}`)
    slowest = Math.max(slowest, performance.now() - sent)
    await wait(interval)
  }
  await running
  return { heavy: performance.now() - started, slowest }
}
