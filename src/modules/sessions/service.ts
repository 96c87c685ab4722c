import { noRows, type Viewer } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { sameLimits, unexpired } from '../tokens/service.ts'

/**
 * Matches the open sessions of the viewer. One that is limited to some organizations knows only those with the same limits, as
 * tokens do.
 */
export const ownSessions = (viewer: Viewer): Prisma.ApiTokenWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : { AND: [{ userId: viewer.userId, kind: 'SESSION' }, unexpired(), ...sameLimits(viewer)] }

/** Ends a session of the caller with immediate effect. Throws NOT_FOUND if there is none with the id. */
export async function endSession(context: Context, sessionId: string): Promise<string> {
  const [ended] = await endSessions(context, { id: sessionId })
  if (ended === undefined) throw notFound()
  return ended
}

/** Ends all sessions of the caller but the one of the request. */
export async function endOtherSessions(context: Context): Promise<void> {
  await endSessions(context, { id: { not: memberOf(context).tokenId ?? '' } })
}

async function endSessions(context: Context, which: Prisma.ApiTokenWhereInput): Promise<string[]> {
  const where = { AND: [ownSessions(memberOf(context)), which] }
  const data = { revokedAt: new Date() }
  const ended = await context.database.transaction(({ apiToken }) =>
    apiToken.updateManyAndReturn({ where, data, select: { id: true } }),
  )
  return ended.map(({ id }) => id)
}
