import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import { AppError } from './errors.ts'

export interface FetchLimits {
  /** Host names, addresses and CIDRs that may be reached although they are private. */
  readonly allow: readonly string[]
  readonly maxBytes: number
  /** For everything together, redirects included. */
  readonly timeoutMs: number
  readonly maxRedirects: number
}

export interface Fetched {
  readonly body: Buffer
  /** As the server says, without check; empty if it does not say. */
  readonly contentType: string
  readonly finalUrl: string
}

/** What is sent along; nothing but the address if absent. */
export interface OutboundMessage {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/**
 * Fetches an address that a client names, which must not make the server speak to what only the server can reach:
 * every address that a host resolves to is checked where the connection is made, for each redirect anew.
 */
export async function guardedFetch(
  url: string,
  limits: FetchLimits,
  message: OutboundMessage = { method: 'GET' },
): Promise<Fetched> {
  const dispatcher = new Agent({ connect: { lookup: checkingLookup(limits.allow) } })
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await followRedirects(readUrl(url), limits, { dispatcher, signal, ...message })
  } finally {
    await dispatcher.destroy()
  }
}

interface RequestOptions extends OutboundMessage {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
}

/** Names the host of the address, which after a redirect is not the one that the client knows. */
const refused = (reason: string, address?: URL) =>
  new AppError(
    'BAD_USER_INPUT',
    `The address cannot be fetched${address ? ` from ${address.host}` : ''}: ${reason}.`,
  )

/** The server was too slow, which it may not be the next time. */
export class FetchTimedOut extends AppError {
  constructor(address: URL, timeoutMs: number) {
    const seconds = timeoutMs / 1000
    super(
      'BAD_USER_INPUT',
      `The address cannot be fetched from ${address.host}: the server took more than ${seconds} seconds.`,
    )
  }
}

async function followRedirects(start: URL, limits: FetchLimits, options: RequestOptions): Promise<Fetched> {
  let address = start
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    const reply = await fetchOnce(address, limits, options).catch((error: unknown) => {
      throw refusalOf(error, address, limits, options.signal)
    })
    if (!(reply instanceof URL)) return reply
    address = reply
  }
  throw refused(`it redirects more than ${limits.maxRedirects} times`, address)
}

function refusalOf(error: unknown, address: URL, { timeoutMs }: FetchLimits, signal: AbortSignal): AppError {
  if (signal.aborted) return new FetchTimedOut(address, timeoutMs)
  if (error instanceof AppError) return error
  const { cause, message, code } = error as Error & { code?: string }
  if (error instanceof PrivateAddress || cause instanceof PrivateAddress)
    return refused('it is in a private or reserved network', address)
  return refused(message || code || 'the connection failed', address)
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** What is there, or where the server sends us instead. */
async function fetchOnce(
  address: URL,
  { allow, maxBytes }: FetchLimits,
  options: RequestOptions,
): Promise<Fetched | URL> {
  checkHost(address, allow)
  const response = await request(address, options)
  const location = headerOf(response, 'location')
  if (redirectStatuses.includes(response.statusCode) && location !== '') {
    await response.body.dump()
    if (options.method !== 'GET') throw refused('it redirects what is sent there', address)
    return readUrl(location, address)
  }
  if (response.statusCode !== 200)
    throw refused(`the server answered with status ${response.statusCode}`, address)
  const body = await readBody(response, address, maxBytes)
  return { body, contentType: headerOf(response, 'content-type'), finalUrl: address.href }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw refused('it is no URL', base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`${url.protocol.slice(0, -1)} is neither http nor https`, base)
  return url
}

async function readBody(response: Dispatcher.ResponseData, address: URL, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => refused(`the reply is larger than ${maxBytes} bytes`, address)
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

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Hosts that are addresses already are connected to without a lookup. */
function checkHost(url: URL, allow: readonly string[]): void {
  const host = hostOf(url)
  if (ipaddr.isValid(host)) checkAddress(host, host, allow)
}

class PrivateAddress extends Error {}

function checkAddress(host: string, address: string, allow: readonly string[]): void {
  if (isAllowedHost(host, allow)) return
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'unicast' || allow.some((entry) => holds(entry, parsed))) return
  throw new PrivateAddress()
}

const isAllowedHost = (host: string, allow: readonly string[]) =>
  allow.some((entry) => entry.toLowerCase() === host.toLowerCase())

function holds(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry)
    return network.kind() === address.kind() && address.match([network, bits] as [typeof address, number])
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString()
}

/** Checks what is then connected to: a second lookup could answer otherwise. */
function checkingLookup(allow: readonly string[]): LookupFunction {
  return (host, options: LookupOptions, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      try {
        for (const { address } of addresses) checkAddress(host, address, allow)
      } catch (refusal) {
        return callback(refusal as Error, [])
      }
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
