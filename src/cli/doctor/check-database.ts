import type { Config } from '../../base/config.ts'
import { withCommas } from '../../base/english.ts'
import type { Database } from '../../database/client.ts'
import { migrationStates } from '../../database/migrate.ts'
import { connectionsOfProcess } from '../../database/pools.ts'
import { type Finding, findingsOf } from './finding.ts'

interface Described {
  readonly version: string
  readonly connections: number
  readonly maximum: number
  readonly processes: number
}

const describe = `SELECT current_setting('server_version') AS version,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS maximum,
  (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
  (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'lectern check') AS processes`

/** The share of the connections from which on a further process may get none. */
const manyConnections = 0.9

/** Checks that the database can be written, has the tables of this version, and has connections left. */
export async function checkDatabase(config: Config, database: Database): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOf('database')
  const readiness = await database.readiness()
  if (readiness !== 'ready')
    return [
      problem(
        `The database is not ready: ${readiness}.`,
        'See what readyz means in the page on monitoring, and the log of the database.',
      ),
    ]
  const [described] = await database.query<Described>(describe, [])
  const { version, connections, maximum, processes } = described as Described
  const kind = config.databaseUrl === undefined ? 'embedded PostgreSQL' : 'PostgreSQL'
  const findings = [ok(`${kind} ${version} can be read and written.`)]
  if (connections > maximum * manyConnections)
    findings.push(
      warning(
        `${withCommas(connections)} of ${withCommas(maximum)} connections of the database are in use.`,
        'Raise max_connections, or use a pooler.',
      ),
    )
  if (config.databaseDirectUrl === undefined) findings.push(...checkProcesses(processes, maximum))
  return [...findings, ...(await checkMigrations(database))]
}

/** Checks that the processes that run may open all their connections at once. */
function checkProcesses(processes: number, maximum: number): Finding[] {
  const { warning } = findingsOf('database')
  const needed = processes * connectionsOfProcess
  if (needed <= maximum) return []
  return [
    warning(
      `${processes} processes open up to ${connectionsOfProcess} connections each, and the database accepts ${withCommas(maximum)}.`,
      `Set max_connections to ${needed + 20} or more, or use a pooler.`,
    ),
  ]
}

async function checkMigrations(database: Database): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOf('migrations')
  const states = await migrationStates(database)
  const namesOf = (...wanted: string[]) =>
    states.filter(({ state }) => wanted.includes(state)).map(({ name }) => name)
  const [broken, pending] = [namesOf('failed', 'edited', 'unknown'), namesOf('pending')]
  if (broken.length > 0)
    return [
      problem(
        `The database has migrations that this version does not know as they are: ${broken.join(', ')}.`,
        'Run the version that made them, or restore a backup; npm run migrations -- status shows each.',
      ),
    ]
  if (pending.length > 0)
    return [
      warning(`${pending.length} migrations are to be applied.`, 'Make a backup, and start the server.'),
    ]
  return [ok('The database has all migrations of this version.')]
}
