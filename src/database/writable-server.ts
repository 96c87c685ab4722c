import pg from 'pg'
import { leadsToWritable, urlForDriver, urlsOfServers } from '../base/database-addresses.ts'
import { type Place, placeOf, setPlace } from './driver-members.ts'

/** The time in which a server must say whether it accepts writes. */
const deadlineMs = 3000

type ClientClass = new (config?: pg.ClientConfig) => pg.Client

/**
 * Returns the address for the driver, and the class of clients that choose among the servers of a URL: the one that accepts writes,
 * if it asks for that, or else the one that answers first.
 */
export function connectionTo(
  given: string,
  Client: ClientClass,
): Pick<pg.PoolConfig, 'connectionString' | 'Client'> {
  const url = urlForDriver(given)
  const servers = urlsOfServers(url)
  const mustWrite = leadsToWritable(url)
  if (!mustWrite && servers.length === 1) return { connectionString: url, Client }
  return {
    connectionString: servers[0] as string,
    Client: clientOfServers(Client, searchFor(url, mustWrite), mustWrite),
  }
}

/** Returns the class of clients that choose their server when they connect. Those that are connected keep theirs. */
const clientOfServers = (Client: ClientClass, search: Search, mustWrite: boolean): ClientClass => {
  class ClientOfServers extends Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToOne()
      if (!callback) return connected
      connected.then(() => (callback as () => void)(), callback)
    }

    async #connectToOne(): Promise<pg.Client> {
      const place = await search.place()
      setPlace(this, place)
      try {
        await super.connect()
      } catch (error) {
        search.repeat(place)
        throw error
      }
      try {
        if (mustWrite) await assertWritable(this)
      } catch (error) {
        search.repeat(place)
        await this.end()
        throw error
      }
      return this
    }
  }
  return ClientOfServers
}

const searches = new Map<string, Search>()

/** Returns the search for the server of a URL, whose outcome all pools share. */
function searchFor(url: string, mustWrite: boolean): Search {
  const search = searches.get(url) ?? new Search(urlsOfServers(url), mustWrite)
  searches.set(url, search)
  return search
}

/** Makes the next connections of a URL look for the server that accepts writes, if it was this one. */
export const forgetServer = (url: string, { host, port }: Place): void =>
  searches.get(urlForDriver(url))?.forget({ host, port })

/** Looks for the server that accepts writes, or for one that answers, and remembers it until it does not any longer. */
class Search {
  readonly #urls: readonly string[]
  readonly #mustWrite: boolean
  #found: Place | undefined
  #running: Promise<Place> | undefined

  constructor(urls: readonly string[], mustWrite: boolean) {
    this.#urls = urls
    this.#mustWrite = mustWrite
  }

  async place(): Promise<Place> {
    if (this.#found) return this.#found
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Forgets a server that was found. */
  repeat(place: Place): void {
    if (this.#found === place) this.#found = undefined
  }

  forget({ host, port }: Place): void {
    if (this.#found?.host === host && this.#found.port === port) this.#found = undefined
  }

  /** Asks all at once: one that does not answer must not hold up the others. */
  async #run(): Promise<Place> {
    try {
      this.#found = await Promise.any(this.#urls.map((url) => placeOfServer(url, this.#mustWrite)))
      return this.#found
    } catch (error) {
      const reasons = (error as AggregateError).errors.map(({ message }: Error) => message)
      throw unreachable(`no server ${this.#mustWrite ? 'accepts writes' : 'answers'} (${reasons.join('; ')})`)
    }
  }
}

/** Returns the place of a server. Throws if it cannot be reached, or must accept writes and does not. */
async function placeOfServer(url: string, mustWrite: boolean): Promise<Place> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  })
  // A connection that breaks while it is closed is of no interest.
  client.on('error', () => {})
  const { host, port } = placeOf(client)
  try {
    await client.connect()
    if (mustWrite) await assertWritable(client)
    return { host, port }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`${host}:${port}: ${message || code}`)
  } finally {
    void client.end().catch(() => {})
  }
}

async function assertWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.readOnly) throw unreachable('accepts no writes')
}

/** Returns an error with the code of PostgreSQL for connections that cannot be made. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: '08001' })
