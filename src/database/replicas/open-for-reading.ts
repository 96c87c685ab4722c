import type { Logger } from 'pino'
import type { Config } from '../../base/config.ts'
import { urlOfAll } from '../../base/database-addresses.ts'
import { StartError } from '../../base/start-error.ts'
import { watchReplicas } from '../../metrics/watched.ts'
import type { ConnectedDatabase } from '../client.ts'
import { connectDatabase } from '../connect.ts'
import type { Readiness } from '../database-check.ts'
import { migrationStates } from '../migrate.ts'
import { serviceUnavailable } from '../reasons.ts'
import { type Patience, waitForServer } from '../wait-for-server.ts'

/**
 * SQL for the seconds that a replica lags by the time of the last transaction that it replayed; 0 if it has replayed all that it
 * received. Without the primary nobody knows what it has not received.
 */
const secondsOfLag = `SELECT CASE WHEN NOT pg_is_in_recovery()
    OR pg_last_wal_receive_lsn() IS NOT DISTINCT FROM pg_last_wal_replay_lsn() THEN 0
  ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float END AS seconds`

/** Opens the replicas as the only database of a process that reads and writes nothing. */
export async function openForReading(
  config: Config,
  log: Logger,
  patience: Patience,
): Promise<ConnectedDatabase> {
  const { databaseReadUrls, writeUrl: address = '' } = config
  const refuse = async (): Promise<never> => {
    throw serviceUnavailable('READ_ONLY_SERVER', { address })
  }
  const database = connectDatabase(urlOfAll(databaseReadUrls), log, {
    waitMs: config.maxQuerySeconds * 1000,
    slowStatementMs: config.slowStatementMs,
    replica: { label: '', doors: { transaction: refuse, write: refuse, session: refuse } },
  })
  const place = databaseReadUrls.map((url) => new URL(url).host).join(',')
  try {
    await waitForServer(() => assertAnswers(database, place), patience, log)
    await assertMigrated(database, place)
  } catch (error) {
    await database.close()
    throw error
  }
  return Object.assign(database, { readiness: readinessOf(database, config) })
}

async function assertAnswers({ queryPromptly }: ConnectedDatabase, place: string): Promise<void> {
  try {
    await queryPromptly('SELECT 1', [])
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new StartError(`The replica at ${place} cannot be reached: ${message || code}.`, { cause: error })
  }
}

/** Nothing is migrated here: what a version needs arrives with the log of the primary. */
async function assertMigrated(database: ConnectedDatabase, place: string): Promise<void> {
  const states = await migrationStates(database)
  const unknown = states.find(({ state }) => state === 'unknown')
  if (unknown)
    throw new StartError(
      `The replica at ${place} has the migration ${unknown.name}, which this version of Lectern does not include; use a newer version.`,
    )
  const lacking = states.find(({ state }) => state !== 'applied')
  if (lacking)
    throw new StartError(
      `The replica at ${place} lacks the migration ${lacking.name}; start this version with the primary first.`,
    )
}

/** Returns the check of a replica, which is ready while it can be read and does not lag more than it may. */
function readinessOf(
  { readiness, queryPromptly }: ConnectedDatabase,
  { readMaxLagSeconds }: Config,
): () => Promise<Readiness> {
  let lagSeconds: number | null = null
  let problem: string | null = null
  watchReplicas(() => [{ number: 1, problem, lagBytes: null, lagSeconds }])
  return async () => {
    const found = await readiness()
    const isThere = found === 'ready' || found === 'read-only'
    const [row] = isThere ? await queryPromptly<{ seconds: number }>(secondsOfLag, []) : []
    lagSeconds = row?.seconds ?? null
    const lags = (lagSeconds ?? 0) > readMaxLagSeconds
    problem = isThere ? (lags ? 'lagging' : null) : 'unreachable'
    if (!isThere) return found
    return lags ? 'lagging' : 'ready'
  }
}
