/**
 * Sends light requests to a server, one after the other, until it is told to stop, and then tells how long the slowest took. It
 * is a process of its own, because one that also sends heavy requests would measure itself.
 */
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'

/** The environment of the process. */
export interface LightClientEnvironment {
  readonly LIGHT_URL: string
  readonly LIGHT_TOKEN: string
}

/** The report that the process sends when it is told to stop. */
export interface LightClientReport {
  readonly slowestMs: number
  readonly sent: number
  /** The statuses of refused requests. */
  readonly refused: readonly number[]
}

/** The time between an answer and the next request, so that light requests are not a load of their own. */
const pauseMs = 5

const { LIGHT_URL = '', LIGHT_TOKEN } = process.env
let isRunning = true
process.once('message', () => {
  isRunning = false
})
process.once('disconnect', () => process.exit())

let slowestMs = 0
let sent = 0
const refused: number[] = []
const headers = { Authorization: `Bearer ${LIGHT_TOKEN}` }
// The first request opens the connection and loads code.
await (await request(LIGHT_URL, { headers })).body.dump()
process.send?.('ready')
while (isRunning) {
  const startedAt = performance.now()
  // Every second request is the first on a connection, which a busy server accepts late.
  const { statusCode, body } = await request(LIGHT_URL, { headers, reset: sent % 2 === 0 })
  await body.dump()
  slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  sent += 1
  if (statusCode !== 200) refused.push(statusCode)
  await setTimeout(pauseMs)
}
process.send?.({ slowestMs, sent, refused } satisfies LightClientReport)
process.disconnect()
