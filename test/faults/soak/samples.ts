import type { Database } from '../../../src/database/client.ts'
import { type Installation, metricsToken } from './installation.ts'
import type { Load } from './load.ts'

/** The state of an installation at one moment. */
export interface Sample {
  /** The seconds since the beginning. */
  readonly seconds: number
  /** By the name of the process; processes that did not answer are missing. */
  readonly processes: Readonly<Record<string, ProcessSample>>
  /** The queries that a replica has answered to the processes that run. */
  readonly replicaReads: number
  readonly connections: number
  /** The longest time for which a transaction has been open without doing anything, in seconds. */
  readonly idleSeconds: number
  /** Rows of all tables that are of no use any longer, and which the database has not removed yet. */
  readonly deadRows: number
  readonly requests: number
  readonly outages: number
  readonly wrong: number
}

export interface ProcessSample {
  readonly megabytes: number
  readonly heapMegabytes: number
  readonly descriptors: number
  /** The number of series of its metrics. */
  readonly series: number
  readonly replicaReads: number
  /** The seconds since it was started. */
  readonly age: number
}

const mebibyte = 1024 * 1024

async function sampleOf(address: string): Promise<ProcessSample> {
  const response = await fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  const text = await response.text()
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    megabytes: numberOf('process_resident_memory_bytes') / mebibyte,
    heapMegabytes: numberOf('nodejs_heap_size_used_bytes') / mebibyte,
    descriptors: numberOf('process_open_fds'),
    series: text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
    replicaReads: numberOf('lectern_replica_reads_total\\{server="replica"\\}') || 0,
    age: Date.now() / 1000 - numberOf('process_start_time_seconds'),
  }
}

const stateOfDatabase = `
SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'lectern%') AS connections,
  (SELECT coalesce(max(extract(epoch FROM now() - state_change)), 0)::float FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%') AS "idleSeconds",
  (SELECT sum(n_dead_tup)::int FROM pg_stat_user_tables) AS "deadRows"`

interface DatabaseState {
  readonly connections: number
  readonly idleSeconds: number
  readonly deadRows: number
}

/** Samples an installation now and then, until it is stopped. */
export class Samples {
  readonly taken: Sample[] = []
  readonly kills: { readonly seconds: number; readonly name: string }[] = []
  readonly #started = performance.now()
  readonly #timer: NodeJS.Timeout
  #taking: Promise<void> | undefined

  constructor(installation: Installation, load: Load, database: Database, everyMs: number) {
    this.#timer = setInterval(() => {
      this.#taking ??= this.#take(installation, load, database).finally(() => {
        this.#taking = undefined
      })
    }, everyMs)
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000
  }

  noteKill(name: string): void {
    this.kills.push({ seconds: this.seconds, name })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#taking
  }

  async #take({ members }: Installation, load: Load, { query }: Database): Promise<void> {
    const { seconds } = this
    const processes = await Promise.all(
      members.map(async ({ name, address }) =>
        sampleOf(address).then(
          (sample) => [[name, sample] as const],
          () => [],
        ),
      ),
    )
    const [state] = await query<DatabaseState & { [column: string]: number }>(stateOfDatabase, [])
    if (!state) return
    const { connections, idleSeconds, deadRows } = state
    this.taken.push({
      seconds,
      processes: Object.fromEntries(processes.flat()),
      replicaReads: processes.flat().reduce((sum, [, process]) => sum + process.replicaReads, 0),
      connections,
      idleSeconds,
      deadRows,
      requests: load.requests,
      outages: load.outages,
      wrong: load.wrong.length,
    })
  }
}
