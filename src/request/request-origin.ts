import type { IncomingMessage } from 'node:http'
import type { AuditEventSource } from '../generated/prisma/enums.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'

export interface RequestOrigin {
  /** `UI` for a browser session, and `SCRIPT` for a command of the operator. */
  readonly source: AuditEventSource
  readonly address: string | null
  readonly agent: string | null
}

/** The characters of a `User-Agent` that are kept. */
const maximumAgentLength = 300

export const requestOrigin = (
  source: AuditEventSource,
  request: IncomingMessage,
  limiter: Pick<RateLimiter, 'addressOf'>,
): RequestOrigin => ({
  source,
  address: limiter.addressOf(request),
  agent: request.headers['user-agent']?.slice(0, maximumAgentLength) ?? null,
})
