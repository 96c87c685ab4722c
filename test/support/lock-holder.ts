import pg from 'pg'

/** A connection beside those of the servers, for whose locks their requests wait. */
export class LockHolder {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async connect(databaseUrl: string): Promise<LockHolder> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return new LockHolder(client)
  }

  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#client.query<Row>(text, values)
  }

  /** Returns the process ids of the connections that wait for a lock of this one. */
  async waiting(): Promise<number[]> {
    // Within a transaction, the activity of others is read once and kept.
    await this.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await this.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
    )
    return rows.map(({ pid }) => pid)
  }

  end(): Promise<void> {
    return this.#client.end()
  }
}
