import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AuthenticatedViewer } from '../access/authenticate.ts'
import { isHttps } from '../access/session-cookie.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../database/client.ts'
import { serviceUnavailable } from '../database/reasons.ts'
import { replicaLimits } from '../database/replicas/limits.ts'
import { type LogPosition, latest, parsePosition, textOfPosition } from '../database/replicas/log-position.ts'
import type { Replicas } from '../database/replicas/replicas.ts'
import { readCookie, serializeCookie } from '../http/cookies.ts'
import type { PositionOfRequest } from '../request/context.ts'

/** The header with the position that has what a request wrote, and with the one that a read must not be before. */
const positionHeader = 'Lectern-Position'

const cookieName = 'lectern-position'
/** Longer than a replica that is read may lag. */
const cookieSeconds = 600

/** Returns the position that a client has seen, by its header or its cookie; 0 for any that is none. */
function positionSeen(request: Pick<IncomingMessage, 'headers'>): LogPosition {
  const { [positionHeader.toLowerCase()]: header } = request.headers
  const sent = [typeof header === 'string' ? header : '', readCookie(request, cookieName) ?? '']
  return sent.reduce((found, text) => latest(found, parsePosition(text) ?? 0n), 0n)
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly viewer: Viewer | null
  /** Returns the position that reads of the viewer must not be before; null if the token has the viewer no longer. */
  readonly ofViewer: () => Promise<AuthenticatedViewer['position'] | null>
  /** Whether its reads may be answered by a replica. */
  readonly mayReadReplicas: boolean
}

/** Returns where a request stands in the log. Replicas answer nobody without an account of their own, as visits are read in parts. */
export function positionOfRequest(
  config: Pick<Config, 'baseUrl'>,
  replicas: Replicas,
  { request, response, viewer, ofViewer, mayReadReplicas }: Asked,
): PositionOfRequest {
  const written = new Set<string>()
  const required = async () => {
    const position = await ofViewer()
    return position === null ? null : latest(position, positionSeen(request))
  }
  const tell = async () => {
    const subjects = [...(viewer?.kind === 'member' ? [viewer.userId] : []), ...written]
    const position = await replicas.note(subjects)
    if (position === undefined || response.headersSent) return
    const text = textOfPosition(position)
    response.setHeader(positionHeader, text)
    if (request.headers.authorization === undefined)
      response.appendHeader('Set-Cookie', cookieWith(config, text))
  }
  return { written, tell, required: mayReadReplicas && viewer?.kind === 'member' ? required : undefined }
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

const cookieWith = (config: Pick<Config, 'baseUrl'>, position: string): string =>
  serializeCookie(cookieName, position, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(config),
    maxAge: cookieSeconds,
  })
