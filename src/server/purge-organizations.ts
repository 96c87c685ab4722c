import type { Database } from '../database/client.ts'
import type { Jobs } from '../database/jobs.ts'
import { retentionStart } from '../modules/organizations/retention.ts'
import { deleteInBatches, type OwnedRows, purgeSpace } from '../modules/spaces/purge.ts'

/**
 * The time after the retention period at which the purge begins: by no clock of another process can what it purges still be
 * restored.
 */
const delayMs = 3_600_000

/** The condition of rows that belong to one of the rows of another table that the organization $1 has. */
const of = (column: string, table: string) =>
  `"${column}" IN (SELECT id FROM "${table}" WHERE "organizationId" = $1)`

/**
 * The tables with many rows for one row of a table that has an organization, in the order in which they are emptied. The
 * spaces are purged one by one.
 */
const bulk: readonly OwnedRows[] = [
  { table: 'SiteEventCount', condition: of('siteId', 'Site') },
  { table: 'SiteRedirect', condition: of('siteId', 'Site') },
  { table: 'SiteSpace', condition: of('siteId', 'Site'), counted: true },
  { table: 'ContentPermission', condition: of('teamId', 'Team'), counted: true },
  { table: 'TeamMember', condition: of('teamId', 'Team') },
  { table: 'OpenAPISpecPage', condition: of('specId', 'OpenAPISpec') },
  { table: 'ApiToken', condition: of('identityProviderId', 'IdentityProvider') },
  { table: 'SamlAssertion', condition: of('providerId', 'IdentityProvider') },
]

/** The audit log outlives the organization, for as long as events are kept; the database lets nobody delete it before. */
const keptTables = ['AuditEvent']

/**
 * Reads the tables with the column of an organization, those first that the others refer to least: a row goes before what it
 * refers to.
 */
const tablesOfOrganizations = `
SELECT c.relname AS name FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> ALL($1)
ORDER BY (SELECT count(*) FROM pg_constraint f WHERE f.confrelid = c.oid), c.relname`

/**
 * Permanently deletes the organizations whose retention period is over, with everything in them. Deletes in batches; may be
 * interrupted and repeated, and may run concurrently. Their files go with the next sweeps. Returns their ids.
 */
export async function purgeDeletedOrganizations(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<string[]> {
  const purged: string[] = []
  const deletedAt = { lt: retentionStart(new Date(now.getTime() - delayMs)) }
  for (;;) {
    signal?.throwIfAborted()
    const next = await database.prisma.organization.findFirst({
      where: { deletedAt, id: { notIn: purged } },
      select: { id: true },
      orderBy: { deletedAt: 'asc' },
    })
    if (!next) return purged
    await purgeOrganization(database, next.id, signal)
    purged.push(next.id)
  }
}

/**
 * Permanently deletes a deleted organization with everything in it. The caller must have made sure that nobody can restore it.
 */
export async function purgeOrganization(database: Database, id: string, signal?: AbortSignal): Promise<void> {
  const empty = (rows: OwnedRows) => deleteInBatches(database, rows, id, signal)
  const condition = '"organizationId" = $1'
  for (const rows of bulk) await empty(rows)
  // Before the spaces, so that no site changes with each of them.
  await empty({ table: 'Site', condition })
  await purgeSpaces(database, id, signal)
  const tables = await database.query<{ name: string }>(tablesOfOrganizations, [keptTables])
  for (const { name: table } of tables) await empty({ table, condition })
  await database.transaction((transaction) =>
    transaction.organization.deleteMany({ where: { id, deletedAt: { not: null } } }),
  )
}

async function purgeSpaces(database: Database, organizationId: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const spaces = await database.prisma.space.findMany({
      where: { organizationId },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: 100,
    })
    if (spaces.length === 0) return
    for (const { id } of spaces) await purgeSpace(database, { id, organizationId }, signal)
  }
}

/** Returns the job that purges deleted organizations after their retention period, every hour. */
export const organizationJobs = (database: Database): Jobs => ({
  tasks: {
    'purge-deleted-organizations': async (_payload, { abortSignal, logger }) => {
      const purged = await purgeDeletedOrganizations(database, new Date(), abortSignal)
      for (const organizationId of purged) logger.info(`Purged the organization ${organizationId}`)
    },
  },
  // Without a named queue, which a process that is killed would keep locked for hours.
  crontab: '47 * * * * purge-deleted-organizations ?jobKey=purge-deleted-organizations&max=1',
})
