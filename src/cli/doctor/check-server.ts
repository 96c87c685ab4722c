import { withCommas } from '../../base/english.ts'
import type { Database } from '../../database/client.ts'
import { type Finding, findingsOf } from './finding.ts'

const gigabyte = 1024 ** 3
/** The log that may be kept for somebody who does not read it. */
const manyBytes = 2 * gigabyte
const longSeconds = 3600
/** Transactions after which PostgreSQL is half on its way to accept no more. */
const oldTransactions = 1_000_000_000

interface Described {
  readonly unsafe: string[]
  readonly archiveFailedAt: Date | null
  readonly archiveFails: boolean
  readonly slots: readonly { name: string; bytes: number; active: boolean }[]
  readonly standbys: readonly { name: string; state: string; bytes: number }[]
  readonly longest: number
  readonly age: number
}

const here = `CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END`

const describe = `SELECT
  (SELECT coalesce(array_agg(name), '{}') FROM pg_settings
   WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off') AS unsafe,
  (SELECT last_failed_time FROM pg_stat_archiver) AS "archiveFailedAt",
  (SELECT current_setting('archive_mode') <> 'off' AND failed_count > 0
     AND last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver) AS "archiveFails",
  (SELECT coalesce(json_agg(json_build_object('name', slot_name, 'active', active,
     'bytes', pg_wal_lsn_diff(${here}, restart_lsn))), '[]')
   FROM pg_replication_slots WHERE restart_lsn IS NOT NULL) AS slots,
  (SELECT coalesce(json_agg(json_build_object('name', coalesce(nullif(application_name, ''), host(client_addr), pid::text),
     'state', state, 'bytes', pg_wal_lsn_diff(${here}, replay_lsn))), '[]')
   FROM pg_stat_replication WHERE replay_lsn IS NOT NULL) AS standbys,
  (SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float FROM pg_stat_activity
   WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS longest,
  (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS age`

const sizeOf = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`

/** Checks that the server of the database keeps what it confirmed, archives and passes on its log, and has no old transactions. */
export async function checkServer(database: Database): Promise<Finding[]> {
  const [described] = await database.query<Described>(describe, [])
  return [...checkLog(described as Described), ...checkTransactions(described as Described)]
}

function checkLog({ unsafe, archiveFails, archiveFailedAt, slots, standbys }: Described): Finding[] {
  const { ok, warning, problem } = findingsOf('log of the database')
  const findings = [
    unsafe.length > 0 &&
      warning(
        `${unsafe.join(' and ')} is off, so that writes that were confirmed are lost when the machine fails.`,
        'Set it to on in postgresql.conf.',
      ),
    archiveFails &&
      problem(
        `The log could not be archived at ${archiveFailedAt?.toISOString()}, and is kept until it is.`,
        'See the log of the database, and correct archive_command.',
      ),
    ...slots
      .filter(({ bytes }) => bytes > manyBytes)
      .map(({ name, bytes, active }) =>
        problem(
          `The replication slot ${name} keeps ${sizeOf(bytes)} of the log, and its reader ${active ? 'lags' : 'is not connected'}.`,
          `Start its reader, or drop it: SELECT pg_drop_replication_slot('${name}').`,
        ),
      ),
    ...standbys
      .filter(({ bytes, state }) => bytes > manyBytes || state !== 'streaming')
      .map(({ name, bytes, state }) =>
        warning(
          `The standby ${name} is ${sizeOf(bytes)} behind, in the state ${state}.`,
          'See its log, and the disk and the network between both.',
        ),
      ),
  ].filter((finding) => finding !== false)
  if (findings.length > 0) return findings
  const text = standbys.length === 0 ? 'no standby reads it' : `${standbys.length} standbys follow it`
  return [ok(`The log is written safely, and ${text}.`)]
}

function checkTransactions({ longest, age }: Described): Finding[] {
  const { ok, warning, problem } = findingsOf('transactions')
  const findings = [
    longest > longSeconds &&
      warning(
        `A transaction has been open for ${Math.round(longest / 60)} minutes, and keeps deleted rows from being removed.`,
        'Find it in pg_stat_activity by xact_start, and end it with pg_terminate_backend.',
      ),
    Number(age) > oldTransactions &&
      problem(
        `The oldest row is of ${withCommas(Number(age))} transactions ago; at 2 billion the database accepts no writes.`,
        'Let autovacuum run, or run VACUUM (FREEZE).',
      ),
  ].filter((finding) => finding !== false)
  return findings.length > 0 ? findings : [ok('No transaction has been open for long.')]
}
