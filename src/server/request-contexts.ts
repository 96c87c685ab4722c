import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { type AuthenticatedViewer, Authenticator, bearerToken } from '../access/authenticate.ts'
import { limitOwner } from '../access/limit-owner.ts'
import { sessionToken } from '../access/session-cookie.ts'
import { administeredOrganizations, type Viewer } from '../access/viewer.ts'
import type { Config } from '../base/config.ts'
import { noteUser } from '../base/current-request.ts'
import type { HasTxtRecord } from '../base/dns.ts'
import { AppError } from '../base/errors.ts'
import { requestLogger } from '../base/logger.ts'
import type { Database } from '../database/client.ts'
import { limitsOfQueries, limitsOfRows } from '../graphql/query-limits.ts'
import { disconnectionOf } from '../http/disconnection.ts'
import { visitorOfToken } from '../modules/published-sites/visits/visit-viewer.ts'
import { isSiteToken } from '../modules/visitors/site-tokens.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Context, RunJob } from '../request/context.ts'
import { Cost } from '../request/cost.ts'
import { waitForPosition } from '../request/positions.ts'
import { requestOrigin } from '../request/request-origin.ts'
import { preferredWait } from '../rest/preferences.ts'
import { positionOfRequest } from './request-positions.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly hasTxtRecord?: HasTxtRecord | undefined
  readonly limiter: RateLimiter
  readonly runJob: RunJob
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

/**
 * Authenticates a request and creates its context. Throws UNAUTHENTICATED for a token that is not accepted, and RATE_LIMITED
 * for a client that has sent too many requests. If the viewer may be confirmed later, the context may have an unconfirmed
 * viewer, which `executeOperation` confirms.
 */
export type CreateContext = (
  exchange: Exchange,
  api: Context['api'],
  options?: {
    readonly mayConfirmLater: boolean
    /** Whether a replica may answer its reads. Not after a write, and not on connections that outlive the answer. */
    readonly mayReadReplicas?: boolean
  },
) => Promise<Context>

interface Authenticated {
  readonly viewer: Viewer | null
  readonly position: AuthenticatedViewer['position']
}

const nobody: Authenticated = { viewer: null, position: 0n }

/** Returns whether the viewer administers any organization. */
const isAdministrator = (viewer: Viewer | null): boolean =>
  viewer !== null && administeredOrganizations(viewer).length > 0

/** Notes for the log who sends the current request, and the only organization of that user. */
function noted(viewer: Viewer | null): Viewer | null {
  if (viewer?.kind !== 'member') return viewer
  const [organization, ...others] = viewer.memberships.keys()
  noteUser(viewer.userId, others.length === 0 ? organization : undefined)
  return viewer
}

export function contextFactory({
  config,
  database,
  logger,
  limiter,
  hasTxtRecord,
  runJob,
}: Services): CreateContext {
  const queryCost = limitsOfQueries(config)
  const authenticator = new Authenticator(database, config)

  async function authenticate(request: IncomingMessage, api: Context['api']): Promise<Authenticated | null> {
    const { authorization } = request.headers
    if (authorization === undefined) return authenticator.authenticateSession(sessionToken(request, config))
    const token = bearerToken(authorization)
    // Visitors may use REST only, where rows declare what they may read. In GraphQL they could follow relations from
    // published content to unpublished content.
    if (api === 'rest' && token !== null && isSiteToken(token)) {
      const visitor = await visitorOfToken({ database }, token)
      if (visitor) return { viewer: visitor, position: 0n }
    }
    return authenticator.authenticate(authorization)
  }

  /** Authenticates a request, and counts it if that fails. */
  async function authenticateCounted(request: IncomingMessage, api: Context['api']): Promise<Authenticated> {
    try {
      return (await authenticate(request, api)) ?? nobody
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') limiter.countFailure(request)
      throw error
    }
  }

  return async (
    { request, response, requestId },
    api,
    { mayConfirmLater, mayReadReplicas = false } = { mayConfirmLater: false },
  ) => {
    if (config.readsOnly) await waitForPosition(database, request)
    const contextOf = (
      viewer: Viewer | null,
      ofViewer: () => Promise<AuthenticatedViewer['position'] | null>,
    ): Context => ({
      requestId,
      logger: requestLogger(logger, requestId),
      config,
      database,
      hasTxtRecord,
      api,
      origin: () =>
        requestOrigin(request.headers.authorization === undefined ? 'UI' : 'API', request, limiter),
      cost: new Cost(api === 'graphql' ? queryCost : limitsOfRows),
      warnings: new Set(),
      disconnection: () => disconnectionOf(request),
      position:
        database.replicas &&
        positionOfRequest(config, database.replicas, {
          request,
          response,
          viewer,
          ofViewer,
          mayReadReplicas,
        }),
      countGuess: () => limiter.countFailure(request),
      runJob,
      preferredWait: () => preferredWait(request.headers.prefer),
      reportsCost: request.headers['x-cost'] === 'true',
      explain: request.headers['x-explain'] === 'true' && isAdministrator(viewer),
      viewer,
      allowance:
        viewer?.kind === 'member'
          ? limiter.admitUser(limitOwner(viewer), response)
          : limiter.admitAddress(request, response),
    })
    const cached = mayConfirmLater ? authenticator.cachedViewer(request.headers.authorization) : undefined
    if (!cached) {
      const { viewer, position } = await authenticateCounted(request, api)
      return contextOf(noted(viewer), async () => position)
    }
    const { viewer, proof, isCurrent } = cached
    const context = contextOf(noted(viewer), cached.position)
    const confirm = async () => {
      const { viewer: confirmed } = await authenticateCounted(request, api)
      return { ...context, explain: context.explain && isAdministrator(confirmed), viewer: confirmed }
    }
    return { ...context, unconfirmed: { proof, isCurrent, confirm } }
  }
}
