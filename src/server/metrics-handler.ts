import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { bearerToken } from '../access/authenticate.ts'
import { latestBackupTime } from '../backups/stored-backups.ts'
import type { Config } from '../base/config.ts'
import { spaceOf } from '../base/free-space.ts'
import { isSameSecret } from '../base/secrets.ts'
import type { Database } from '../database/client.ts'
import { type QueuedJobs, readQueuedJobs } from '../database/queue.ts'
import { sendResponse } from '../http/response.ts'
import type { Instruments } from '../metrics/instruments.ts'
import { startRecording } from '../metrics/recorder.ts'

/** The time after which the metrics are sent without what is elsewhere: the queue of jobs, and the backups. */
const timeoutMs = 1000

export interface MetricsOptions {
  readonly config: Pick<Config, 'metricsToken' | 'services' | 'dataDir' | 'backups'>
  readonly database: Pick<Database, 'query'>
  /** Returns within a second whether `/readyz` succeeds. */
  readonly isReady: () => Promise<boolean>
}

/**
 * Creates the handler of `GET /metrics`, which answers requests with the token of the operator. It declines all others, so
 * that nobody learns whether there are metrics.
 */
export function createMetricsHandler({ config, database, isReady }: MetricsOptions) {
  const { metricsToken, services, dataDir } = config
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const given = bearerToken(request.headers.authorization)
    if (metricsToken === undefined || given === null || !isSameSecret(given, metricsToken)) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const instruments = await startRecording(services)
    const [jobs, ready, disk, newest] = await Promise.all([
      inTime(readQueuedJobs(database), []),
      isReady(),
      spaceOf(dataDir),
      inTime(latestBackupTime(config), undefined),
    ])
    setQueuedJobs(instruments, jobs)
    setBackupAge(instruments, newest)
    instruments.ready.set(ready ? 1 : 0)
    instruments.diskFree.set(disk.free)
    instruments.diskSize.set(disk.size)
    const { registry } = instruments
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }
    sendResponse(request, response, { status: 200, headers, body: await registry.metrics() })
    return true
  }
}

/** Returns something else in the place of what does not answer: the metrics must be there above all when something is wrong. */
const inTime = <Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> =>
  Promise.race([asked.catch(() => otherwise), setTimeout(timeoutMs, otherwise, { ref: false })])

/** Shows the age of the newest backup: none if it is not known, and without an end if there is no backup. */
function setBackupAge({ backupAge }: Instruments, newest: Date | null | undefined): void {
  backupAge.remove()
  if (newest === undefined) return
  backupAge.set(newest === null ? Number.POSITIVE_INFINITY : (Date.now() - newest.getTime()) / 1000)
}

function setQueuedJobs({ jobsQueued, jobsAge }: Instruments, jobs: readonly QueuedJobs[]): void {
  jobsQueued.reset()
  jobsAge.reset()
  for (const { task, count, seconds } of jobs) {
    jobsQueued.set({ task }, count)
    jobsAge.set({ task }, seconds)
  }
}
