import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Permission } from '../../access/permissions.ts'
import { scopesIncludeOrganization } from '../../access/tokens.ts'
import { notFound } from '../../base/errors.ts'
import type { Job } from '../../generated/prisma/client.ts'
import { type Context, withPermission } from '../../request/context.ts'
import type { RequestOrigin } from '../../request/request-origin.ts'
import { fencedDatabase } from './fenced-database.ts'
import type { JobServices } from './runner.ts'

interface Origin extends RequestOrigin {
  readonly requestId: string
  readonly tokenId: string | null
  readonly scopes: readonly string[]
}

/**
 * Returns the context of the user who asked for a job, with the rights that the user has now. What is written with it is
 * kept only if the job is still to be done. Throws NOT_FOUND if the user is gone.
 */
export async function contextOfJob(
  { config, database, logger }: JobServices,
  job: Job,
  permission: Permission,
): Promise<Context> {
  const { requestId, tokenId, scopes, ...origin } = job.origin as unknown as Origin
  const [user] = job.requestedById === null ? [] : await viewersOfUsers(database.query, [job.requestedById])
  if (!user) throw notFound()
  const memberships = [...user.memberships].filter(([id]) => scopesIncludeOrganization(scopes, id))
  const viewer = { ...user, tokenId, scopes, memberships: new Map(memberships) }
  const context: Context = {
    requestId,
    logger,
    config,
    database: fencedDatabase(database, job),
    api: 'rest',
    origin: () => origin,
    viewer,
  }
  return withPermission(context, permission)
}
