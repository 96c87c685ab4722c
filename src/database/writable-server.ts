import pg from 'pg'
import { leadsToWritable, urlForDriver, urlsOfServers } from '../base/database-addresses.ts'
import { type Place, placeOf, setPlace } from './driver-members.ts'

/** The time in which a server must say whether it accepts writes. */
const deadlineMs = 3000

type ClientClass = new (config?: pg.ClientConfig) => pg.Client

/** Returns the address for the driver, and the class of clients that connect to the server of a URL which accepts writes, if it asks for that. */
export function connectionTo(
  given: string,
  Client: ClientClass,
): Pick<pg.PoolConfig, 'connectionString' | 'Client'> {
  const url = urlForDriver(given)
  if (!leadsToWritable(url)) return { connectionString: url, Client }
  return {
    connectionString: urlsOfServers(url)[0] as string,
    Client: clientOfServers(Client, searchFor(url)),
  }
}

/** Returns the class of clients that choose their server when they connect. Those that are connected keep theirs. */
const clientOfServers = (Client: ClientClass, search: Search): ClientClass => {
  class ClientOfServers extends Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToWritable()
      if (!callback) return connected
      connected.then(() => (callback as () => void)(), callback)
    }

    async #connectToWritable(): Promise<pg.Client> {
      const place = await search.place()
      setPlace(this, place)
      try {
        await super.connect()
      } catch (error) {
        search.repeat(place)
        throw error
      }
      try {
        await assertWritable(this)
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
function searchFor(url: string): Search {
  const search = searches.get(url) ?? new Search(urlsOfServers(url))
  searches.set(url, search)
  return search
}

/** Makes the next connections of a URL look for the server that accepts writes, if it was this one. */
export const forgetServer = (url: string, { host, port }: Place): void =>
  searches.get(urlForDriver(url))?.forget({ host, port })

/** Looks for the server that accepts writes, and remembers it until it does not any longer. */
class Search {
  readonly #urls: readonly string[]
  #found: Place | undefined
  #running: Promise<Place> | undefined

  constructor(urls: readonly string[]) {
    this.#urls = urls
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
      this.#found = await Promise.any(this.#urls.map(placeIfWritable))
      return this.#found
    } catch (error) {
      const reasons = (error as AggregateError).errors.map(({ message }: Error) => message)
      throw unreachable(`no server accepts writes (${reasons.join('; ')})`)
    }
  }
}

/** Returns the place of a server. Throws if it cannot be reached, or accepts no writes. */
async function placeIfWritable(url: string): Promise<Place> {
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
    await assertWritable(client)
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
