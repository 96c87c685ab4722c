import type pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseCheck } from './database-check.ts'
import { connectionOf } from './driver-members.ts'

const intervalMs = 1000
/** The number of times in a row that the server must not answer. */
const maximumSilences = 8

/**
 * Closes all connections to a server that has stopped answering, whose limits for statements do not count then either. What
 * waits for it fails, instead of waiting for as long as the server is silent.
 */
export function watchForSilence(
  pools: readonly pg.Pool[],
  check: DatabaseCheck,
  log: Pick<Logger, 'warn'>,
): { stop(): void } {
  const clients = new Set<pg.PoolClient>()
  for (const pool of pools) {
    pool.on('connect', (client) => clients.add(client))
    pool.on('remove', (client) => clients.delete(client))
  }
  let silences = 0
  let isAsking = false
  const ask = async () => {
    if (isAsking || !pools.some(isInUse)) return
    isAsking = true
    silences = (await check.answers()) ? 0 : silences + 1
    isAsking = false
    if (silences < maximumSilences) return
    silences = 0
    log.warn({ connections: clients.size }, 'the database does not answer; closing its connections')
    for (const client of clients) disconnect(client)
  }
  const timer = setInterval(() => void ask(), intervalMs).unref()
  return { stop: () => clearInterval(timer) }
}

const isInUse = ({ totalCount, idleCount }: pg.Pool): boolean => totalCount > idleCount

/** Destroys the socket of a connection without a message to the server. Whoever uses it learns of that as if the server had closed it. */
export function disconnect(client: pg.PoolClient): void {
  connectionOf(client).stream.destroy()
}
