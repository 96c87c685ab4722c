import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import { withCommas } from '../base/english.ts'
import type { Database } from '../database/client.ts'
import { clientAddressReader, networkOf } from './client-address.ts'
import { PointCounts, windowAt, windowMs } from './point-counts.ts'
import { rateLimited } from './reasons.ts'
import { SharedCounts } from './shared-counts.ts'

/** The remaining rate limit of a client in the current window. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: Date
  readonly cost: number
  /** Adds to the cost of the request, once it is known what it has read. */
  charge(points: number): void
}

/** The ratings that one network may give in a minute: those of an office, not those of a program. */
const maximumRatings = 30

interface Services {
  readonly config: Pick<
    Config,
    'rateLimit' | 'addressRateLimit' | 'failureRateLimit' | 'trustedProxies' | 'readsOnly'
  >
  readonly database: Pick<Database, 'write'>
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Limits what users and addresses may send in each minute. Requests are counted in memory, so that none waits for the
 * database; processes on one database tell each other what they have counted.
 */
export class RateLimiter {
  readonly #config: Services['config']
  readonly #counts: PointCounts
  readonly #addressOf: ReturnType<typeof clientAddressReader>

  constructor({ config, database, logger }: Services) {
    const shared = new SharedCounts(database, logger)
    this.#config = config
    // A process that only reads counts for itself.
    this.#counts = new PointCounts((count) => config.readsOnly || shared.share(count))
    this.#addressOf = clientAddressReader(config.trustedProxies)
  }

  /** Counts a request of a user, by the owner of its limits. Throws RATE_LIMITED at the limit. */
  admitUser(owner: string, response: ServerResponse): Allowance | undefined {
    const { rateLimit } = this.#config
    return rateLimit === 'off' ? undefined : this.#admit(`user ${owner}`, rateLimit, response)
  }

  /** Counts a request without a user. Throws RATE_LIMITED at the limit. */
  admitAddress(request: IncomingMessage, response: ServerResponse): Allowance | undefined {
    const { rateLimit, addressRateLimit } = this.#config
    if (rateLimit === 'off') return undefined
    return this.#admit(this.#address(request), addressRateLimit, response)
  }

  /**
   * Counts a request for a page or a file. Throws RATE_LIMITED at the limit. The response says nothing of the limit, because
   * caches may keep it for others.
   */
  admitVisitor(request: IncomingMessage): void {
    const { addressRateLimit } = this.#config
    if (this.#exceeds('address', request, addressRateLimit)) throw limitExceeded(addressRateLimit)
  }

  /** Counts a rating of a page. Throws RATE_LIMITED for more of them than readers give. */
  admitRating(request: IncomingMessage): void {
    if (this.#exceeds('ratings', request, maximumRatings)) throw limitExceeded(maximumRatings)
  }

  /**
   * Counts a failed authentication, or a guess of another secret. Throws RATE_LIMITED if the address has failed too often. Only
   * what fails is refused, so that good tokens behind the same address go on.
   */
  countFailure(request: IncomingMessage): void {
    if (this.#exceeds('failures', request, this.#config.failureRateLimit))
      throw rateLimited('FAILURE_LIMIT_EXCEEDED').retryIn(secondsLeft())
  }

  /** Counts the beginning of a sign-in. Throws RATE_LIMITED for more of them than people begin. */
  admitSignIn(request: IncomingMessage): void {
    if (this.#exceeds('sign-ins', request, this.#config.failureRateLimit))
      throw rateLimited('SIGN_IN_LIMIT_EXCEEDED').retryIn(secondsLeft())
  }

  /** Counts something of the network that a request comes from. Returns whether it is more than the limit, if there are limits. */
  #exceeds(counted: string, request: IncomingMessage, limit: number): boolean {
    if (this.#config.rateLimit === 'off') return false
    return this.#counts.add(`${counted} ${this.#networkOf(request)}`, 1, limit) > limit
  }

  #admit(client: string, limit: number, response: ServerResponse): Allowance {
    const allowance = new RequestAllowance(this.#counts, client, limit, response)
    allowance.charge(1)
    if (allowance.isExceeded) throw limitExceeded(limit)
    return allowance
  }

  addressOf(request: IncomingMessage): string {
    return this.#addressOf(request)
  }

  #address(request: IncomingMessage): string {
    return `address ${this.#networkOf(request)}`
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(this.#addressOf(request))
  }
}

const endOfWindow = (): number => (windowAt(Date.now()) + 1) * windowMs

const secondsUntil = (moment: number): number => Math.ceil((moment - Date.now()) / 1000)

const secondsLeft = (): number => secondsUntil(endOfWindow())

const limitExceeded = (limit: number) =>
  rateLimited('RATE_LIMIT_EXCEEDED', { limit: withCommas(limit) }).retryIn(secondsLeft())

/** The allowance of one request, which is also in the headers of its response. */
class RequestAllowance implements Allowance {
  readonly limit: number
  readonly #end = endOfWindow()
  readonly #counts: PointCounts
  readonly #client: string
  readonly #response: ServerResponse
  #used = 0
  #cost = 0

  constructor(counts: PointCounts, client: string, limit: number, response: ServerResponse) {
    this.#counts = counts
    this.#client = client
    this.limit = limit
    this.#response = response
  }

  get resetAt(): Date {
    return new Date(this.#end)
  }

  get remaining(): number {
    return Math.max(0, this.limit - this.#used)
  }

  get cost(): number {
    return this.#cost
  }

  get isExceeded(): boolean {
    return this.#used > this.limit
  }

  charge(points: number): void {
    if (points === 0) return
    this.#cost += points
    this.#used = this.#counts.add(this.#client, points, this.limit)
    if (this.#response.headersSent) return
    if (this.#cost === points) this.#writeHeaders()
    else this.#writeRemaining()
  }

  /** Writes the headers of the draft of the IETF, and those of the contract, whose reset is a time. */
  #writeHeaders(): void {
    const response = this.#response
    const limit = String(this.limit)
    response.setHeader('RateLimit-Policy', `${limit};w=${windowMs / 1000}`)
    response.setHeader('RateLimit-Limit', limit)
    response.setHeader('X-RateLimit-Limit', limit)
    response.setHeader('X-RateLimit-Reset', String(this.#end / 1000))
    this.#writeRemaining()
  }

  /** Writes those of the headers that change while the request is answered. */
  #writeRemaining(): void {
    const response = this.#response
    const remaining = String(this.remaining)
    response.setHeader('RateLimit-Remaining', remaining)
    response.setHeader('RateLimit-Reset', String(secondsUntil(this.#end)))
    response.setHeader('X-RateLimit-Remaining', remaining)
  }
}
