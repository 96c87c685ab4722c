import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { CurrentRequest } from '../base/current-request.ts'
import { trustOf } from '../http/trusted-proxies.ts'
import { recordRequest } from '../metrics/recorder.ts'
import { clientAddressReader } from '../rate-limits/client-address.ts'
import { type Span, startSpan } from '../tracing/spans.ts'
import { traceContextOf } from '../tracing/trace-context.ts'

interface LogOptions {
  readonly config: Pick<Config, 'slowRequestMs' | 'trustedProxies'>
  readonly logger: Logger
}

interface Begun {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Without the query. */
  readonly path: string
  readonly current: CurrentRequest
}

/** Ids of proxies have no more than this. */
const idOfProxy = /^[\w.:/+=@-]{1,128}$/

/** The parts that are asked all the time, and whose answers tell nothing as long as they succeed. */
const probed: readonly string[] = ['health', 'metrics']

/**
 * Creates the function that begins the record of a request, which is logged, measured and ends its span once the response is closed.
 * It returns the span.
 */
export function requestRecorder({ config, logger }: LogOptions): (begun: Begun) => Span | undefined {
  const addressOf = clientAddressReader(config.trustedProxies)
  const isTrusted = trustOf(config.trustedProxies)
  return ({ request, response, path, current }) => {
    const started = performance.now()
    const { socket, headers, method = '' } = request
    const bytesBefore = socket.bytesWritten
    const client = addressOf(request)
    const parent = traceContextOf(headers.traceparent)
    const given = headers['x-request-id']
    const proxyRequestId =
      typeof given === 'string' && idOfProxy.test(given) && isTrusted(socket.remoteAddress ?? '')
        ? given
        : undefined
    const span = startSpan(method, { kind: 'server', parent })
    response.on('close', () => {
      const milliseconds = (current.streamedAt ?? performance.now()) - started
      const { statusCode: status } = response
      recordRequest(current, response.headersSent ? String(status) : 'none', milliseconds)
      const isSlow = milliseconds >= config.slowRequestMs
      const usual = probed.includes(current.part) && status < 400 ? 'debug' : 'info'
      const level = isSlow ? 'warn' : usual
      if (!span && !logger.isLevelEnabled(level)) return
      const { row, operation, user, organization = current.onlyOrganization } = current
      const named = { ...(row && { row }), ...(operation && { operation }), user, organization }
      const shownPath = withoutSecrets(path)
      const line = {
        requestId: current.id,
        proxyRequestId,
        traceId: span?.context.traceId ?? parent?.traceId,
        client,
        method,
        path: shownPath,
        status,
        bytes: socket.bytesWritten - bytesBefore,
        milliseconds: Math.round(milliseconds),
        ...named,
      }
      logger[level](line, isSlow ? 'slow request' : 'request')
      if (span) endSpan(span, { ...line, part: current.part })
    })
    return span
  }
}

interface Line {
  readonly requestId: string
  readonly proxyRequestId: string | undefined
  readonly client: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly bytes: number
  readonly part: string
  readonly row?: string
  readonly operation?: string
  readonly user: string | undefined
  readonly organization: string | undefined
}

function endSpan(span: Span, line: Line): void {
  span.rename(line.row || `${line.method} ${line.operation ?? line.part}`)
  span.set({
    'http.request.method': line.method,
    'http.response.status_code': line.status,
    'http.response.size': line.bytes,
    'http.route': line.row?.replace(/^\S+ /, ''),
    'url.path': line.path,
    'client.address': line.client,
    'user.id': line.user,
    'lectern.organization': line.organization,
    'lectern.part': line.part,
    'lectern.operation': line.operation,
    'lectern.request_id': line.requestId,
    'lectern.proxy_request_id': line.proxyRequestId,
  })
  span.end(line.status >= 500 ? new Error() : undefined)
}

/**
 * Redacts the secrets in a path: the key of a share link, which is a segment of the paths of a site, the secrets of an
 * invitation by email and of a sign-in link, and the id of an invite link.
 */
const withoutSecrets = (path: string): string =>
  path
    .replace(/^((?:\/sites\/[^/]+\/[^/]+)?\/)[\w-]{32}(?=\/|$)/, '$1…')
    .replace(/^(\/(?:v1\/invites|invitations|sign-in\/link)\/)[^/]+/, '$1…')
    .replace(/^(\/join\/)[^/]+/, '$1…')
    .replace(/(\/(?:link-)?invites\/)inv[^/]*/, '$1inv…')
