import type { Dispatcher } from 'undici'
import { runHeavy } from '../admission/admission.ts'
import { AppError } from '../base/errors.ts'
import type { Problem } from '../base/templates.ts'
import { checkHost, guardedLookup, PrivateAddressError } from './outbound-addresses.ts'
import { badRequest } from './reasons.ts'
import { urlProblem } from './url-problems.ts'

export interface FetchLimits {
  /** The id of the organization for which it is fetched. One never takes all turns. */
  readonly owner: string
  /** Host names, IP addresses and CIDRs that are allowed although they are private. */
  readonly allow: readonly string[]
  readonly maxBytes: number
  /** For the whole request, including redirects, once its turn has come. */
  readonly timeoutMs: number
  readonly maxRedirects: number
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined
}

export interface FetchResult {
  readonly body: Buffer
  /** The Content-Type header, unverified. Empty if absent. */
  readonly contentType: string
  readonly finalUrl: string
}

export interface OutboundMessage {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Loads the HTTP client on first use, because no start needs it. */
const loadClient = () => import('undici')

/**
 * Fetches a URL given by a client, without access to private networks (SSRF): every IP address that a host resolves to
 * is checked when the connection is made, for each redirect again. Throws BAD_USER_INPUT if the fetch fails, and
 * RATE_LIMITED or SERVICE_UNAVAILABLE if too many others wait for their turn.
 */
export const guardedFetch = (
  url: string,
  limits: FetchLimits,
  message: OutboundMessage = { method: 'GET' },
): Promise<FetchResult> =>
  runHeavy('fetches', { owner: limits.owner, signal: limits.signal }, () => fetchNow(url, limits, message))

const fetchNow = (url: string, limits: FetchLimits, message: OutboundMessage): Promise<FetchResult> =>
  withConnection(limits, (connection) =>
    followRedirects(parseUrl(url), limits, { ...connection, ...message }),
  )

/** How a server answers, without the body. */
export interface GuardedAnswer {
  readonly status: number
  /** The value of a header. Empty if absent. */
  header(name: string): string
}

/** Asks for a URL under the same rules, to see how it is answered: errors and redirects are answers too. */
export const guardedProbe = (
  url: string,
  limits: Pick<FetchLimits, 'allow' | 'timeoutMs'>,
): Promise<GuardedAnswer> =>
  withConnection(limits, async (connection) => {
    const address = parseUrl(url)
    try {
      checkHost(address, limits.allow)
      const { request } = await loadClient()
      const response = await request(address, { ...connection, method: 'GET' })
      response.body.on('error', () => {}).destroy()
      return { status: response.statusCode, header: (name) => headerOf(response, name) }
    } catch (error) {
      throw toFetchError(error, address, limits, connection.signal)
    }
  })

interface Connection {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
}

async function withConnection<Result>(
  { allow, timeoutMs, signal }: Pick<FetchLimits, 'allow' | 'timeoutMs' | 'signal'>,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { Agent } = await loadClient()
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(allow) } })
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await use({ dispatcher, signal: signal ? AbortSignal.any([timeout, signal]) : timeout })
  } finally {
    await dispatcher.destroy()
  }
}

/** The limits of what is sent to an address, whose answer matters by its status alone. */
export interface SendLimits extends Pick<FetchLimits, 'allow' | 'timeoutMs' | 'signal'> {
  /** The bytes of the answer that are read. */
  readonly maxReplyBytes: number
}

export interface Reply {
  readonly status: number
  /** The beginning of the body. */
  readonly body: Buffer
}

/**
 * Sends a message to a URL given by a client under the same rules, and returns the answer whatever its status is. Redirects are not
 * followed. It does not wait for the turn of a fetch: whoever sends limits how many run at once. Throws BAD_USER_INPUT if there is
 * no answer.
 */
export const guardedSend = (url: string, limits: SendLimits, message: OutboundMessage): Promise<Reply> =>
  withConnection(limits, async (connection) => {
    const address = parseUrl(url)
    try {
      checkHost(address, limits.allow)
      const { request } = await loadClient()
      const response = await request(address, { ...connection, ...message })
      return { status: response.statusCode, body: await beginningOf(response, limits.maxReplyBytes) }
    } catch (error) {
      throw toFetchError(error, address, limits, connection.signal)
    }
  })

async function beginningOf({ body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    chunks.push(chunk as Buffer)
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

interface RequestOptions extends OutboundMessage, Connection {}

/** Creates the error of a failed fetch. It names the host, because a redirect may have changed it. */
const fetchError = (cause: Problem, address?: URL) =>
  badRequest('URL_UNREACHABLE', { from: address ? ` from ${address.host}` : '', cause })

/** Returns whether a fetch failed, and not because too many others wait. */
export const isFetchFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'BAD_USER_INPUT'

/** Creates the error of a fetch that took too long. A retry may succeed. */
const timeoutError = ({ host }: URL, timeoutMs: number): AppError =>
  badRequest('URL_TIMEOUT', { host, seconds: timeoutMs / 1000 })

async function followRedirects(
  start: URL,
  limits: FetchLimits,
  options: RequestOptions,
): Promise<FetchResult> {
  let address = start
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    const reply = await fetchOnce(address, limits, options).catch((error: unknown) => {
      throw toFetchError(error, address, limits, options.signal)
    })
    if (!(reply instanceof URL)) return reply
    address = reply
  }
  throw fetchError(
    urlProblem('URL_REDIRECTS_TOO_OFTEN', `it redirects more than ${limits.maxRedirects} times`),
    address,
  )
}

function toFetchError(
  error: unknown,
  address: URL,
  { timeoutMs }: Pick<FetchLimits, 'timeoutMs'>,
  signal: AbortSignal,
): AppError {
  if (signal.aborted) return timeoutError(address, timeoutMs)
  if (error instanceof AppError) return error
  const { cause, message, code } = error as Error & { code?: string }
  if (error instanceof PrivateAddressError || cause instanceof PrivateAddressError)
    return fetchError(urlProblem('URL_PRIVATE', 'it is in a private or reserved network'), address)
  const quote = message || code || 'the connection failed'
  return fetchError(urlProblem('URL_CONNECTION_FAILED', quote, { quote }), address)
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** Returns the response, or the target of a redirect. */
async function fetchOnce(
  address: URL,
  { allow, maxBytes }: FetchLimits,
  options: RequestOptions,
): Promise<FetchResult | URL> {
  checkHost(address, allow)
  const { request } = await loadClient()
  const response = await request(address, options)
  const location = headerOf(response, 'location')
  if (redirectStatuses.includes(response.statusCode) && location !== '') {
    await response.body.dump()
    if (options.method !== 'GET') {
      const message = `it redirects a ${options.method} request`
      throw fetchError(urlProblem('URL_REDIRECTS_SENT', message), address)
    }
    return parseUrl(location, address)
  }
  if (response.statusCode !== 200)
    throw fetchError(
      urlProblem('URL_STATUS', `the server responded with status ${response.statusCode}`, {
        status: response.statusCode,
      }),
      address,
    )
  const body = await readBody(response, address, maxBytes)
  return { body, contentType: headerOf(response, 'content-type'), finalUrl: address.href }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw fetchError(urlProblem('URL_MALFORMED', 'it is not a valid URL'), base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw fetchError(
      urlProblem('URL_NOT_HTTP', `${url.protocol.slice(0, -1)} is neither http nor https`),
      base,
    )
  return url
}

async function readBody(response: Dispatcher.ResponseData, address: URL, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    fetchError(urlProblem('URL_TOO_LARGE', `the response is larger than ${maxBytes} bytes`), address)
  if (Number(headerOf(response, 'content-length')) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
