import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/client.ts'
import { serviceUnavailable } from '../database/reasons.ts'
import { replicaLimits } from '../database/replicas/limits.ts'
import { type LogPosition, latest, parsePosition, textOfPosition } from '../database/replicas/log-position.ts'
import { readCookie } from '../http/cookies.ts'

/** The header with the position that has what a request wrote, and with the one that a read must not be before. */
export const positionHeader = 'Lectern-Position'

/** The cookie with the position that has what a browser wrote. */
export const positionCookie = 'lectern-position'

/** Returns the position that a client has seen, by its header or its cookie; 0 for any that is none. */
export function positionSeen(request: Pick<IncomingMessage, 'headers'>): LogPosition {
  const { [positionHeader.toLowerCase()]: header } = request.headers
  const sent = [typeof header === 'string' ? header : '', readCookie(request, positionCookie) ?? '']
  return sent.reduce((found, text) => latest(found, parsePosition(text) ?? 0n), 0n)
}

const hasReplayed = `SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasReplayed"`

/** Waits on a server without a primary until its replica has what a client has seen. Throws REPLICA_BEHIND if that takes too long. */
export async function waitForPosition(
  { queryPromptly }: Pick<Database, 'queryPromptly'>,
  request: Pick<IncomingMessage, 'headers'>,
): Promise<void> {
  const position = positionSeen(request)
  if (position === 0n) return
  const deadline = performance.now() + replicaLimits.waitMs
  for (;;) {
    const [row] = await queryPromptly<{ hasReplayed: boolean }>(hasReplayed, [textOfPosition(position)])
    if (row?.hasReplayed) return
    if (performance.now() > deadline) throw serviceUnavailable('REPLICA_BEHIND')
    await wait(replicaLimits.waitStepMs)
  }
}
