import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartError } from '../base/start-error.ts'
import { faultOf } from './faults.ts'

export interface Patience {
  readonly seconds: number
  /** Ends the wait. */
  readonly signal: AbortSignal
}

const pauseMs = 500

/**
 * Repeats a check of the server while it throws a StartError because the server does not answer, or has no connection left, and for
 * the time at most. Then, or when the signal ends the wait, it throws the last error, with the time.
 */
export async function waitForServer(
  check: () => Promise<void>,
  { seconds, signal }: Patience,
  log: Logger,
): Promise<void> {
  const startedAt = performance.now()
  const waited = () => (performance.now() - startedAt) / 1000
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof StartError) || !isTemporary(error) || seconds === 0) throw error
      if (waited() >= seconds || signal.aborted)
        throw new StartError(`${error.message.slice(0, -1)}; waited for ${Math.floor(waited())} seconds.`)
      if (isFirst) log.warn({ waitSeconds: seconds }, `waiting for the database: ${error.message}`)
      await wait(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

const isTemporary = ({ cause }: StartError): boolean =>
  ['unreachable', 'exhausted'].includes(faultOf(cause) ?? '')
