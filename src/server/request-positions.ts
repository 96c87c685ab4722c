import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthenticatedViewer } from '../access/authenticate.ts'
import { isHttps } from '../access/session-cookie.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../base/config.ts'
import { latest, textOfPosition } from '../database/replicas/log-position.ts'
import type { Replicas } from '../database/replicas/replicas.ts'
import { serializeCookie } from '../http/cookies.ts'
import type { PositionOfRequest } from '../request/context.ts'
import { positionCookie, positionHeader, positionSeen } from '../request/positions.ts'

/** Longer than a replica that is read may lag. */
const cookieSeconds = 600

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

const cookieWith = (config: Pick<Config, 'baseUrl'>, position: string): string =>
  serializeCookie(positionCookie, position, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(config),
    maxAge: cookieSeconds,
  })
