import type pg from 'pg'
import type { StaleConnections } from '../left-servers.ts'

/** SQL for a text that tells the runs of servers apart, whatever their addresses are. */
export const runOfServer = 'extract(epoch FROM pg_postmaster_start_time())::text'

/**
 * Keeps the connections of pools at the run of a server whose position is known. What is known of one server must not be
 * believed of another one that answers at its address.
 */
export class OneServer implements StaleConnections {
  readonly #runs = new WeakMap<pg.ClientBase, string>()
  /** The run that is known. Undefined before it was asked. */
  known: string | undefined

  /** Throws for a connection to another run than the known one. */
  readonly onConnect = async (client: pg.ClientBase): Promise<void> => {
    const { rows } = await client.query<{ run: string }>(`SELECT ${runOfServer} AS run`)
    const run = rows[0]?.run as string
    if (this.known !== undefined && run !== this.known)
      throw Object.assign(new Error('another server answers in the place of the replica'), { code: '08001' })
    this.#runs.set(client, run)
  }

  readonly isStale = (client: pg.PoolClient): boolean => this.#runs.get(client) !== this.known

  watch(): void {}
}
