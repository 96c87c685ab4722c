import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { endMappings } from '../identity-providers/group-mappings.ts'
import { lockMembers } from '../members/membership.ts'
import type { JobsServices } from '../module.ts'
import { serverSource } from './client.ts'

const task = 'endMappingsOfFormerOrganizations'

/**
 * Returns the job that begins with the process: another `OIDC_ORGANIZATION`, or none, takes what the groups at the provider of the
 * whole server gave in the one before. Nobody who signs in there would lose it otherwise, as groups are not applied there any longer.
 */
export const formerOrganizationJobs = ({ config, database }: JobsServices): Jobs => ({
  tasks: { [task]: () => endMappingsOfFormerOrganizations(database, config.oidc?.organization) },
  crontab: '',
  atStart: [task],
})

export async function endMappingsOfFormerOrganizations(
  database: Database,
  current: string | undefined,
): Promise<void> {
  const former = await database.query<{ id: string }>(
    `SELECT "organizationId" AS id FROM "Member" WHERE "roleMappedBy" = $1 AND "organizationId" <> $2
     UNION
     SELECT "organizationId" FROM "TeamMember" JOIN "Team" ON "Team".id = "teamId"
     WHERE "mappedBy" = $1 AND "organizationId" <> $2`,
    [serverSource, current ?? ''],
  )
  for (const { id } of former)
    await database.transaction(async (transaction) => {
      await lockMembers(transaction, id)
      await endMappings(transaction, id, serverSource)
    })
}
