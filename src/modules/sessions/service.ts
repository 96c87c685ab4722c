import { limitsOfScopes } from '../../access/tokens.ts'
import { noRows, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { unexpired } from '../tokens/service.ts'

/**
 * Matches the open sessions of the viewer. One that is limited to some organizations knows only those with the same limits, as
 * tokens do.
 */
export function ownSessions(viewer: Viewer): Prisma.ApiTokenWhereInput {
  if (viewer.kind === 'visitor') return noRows
  const limits = limitsOfScopes(viewer.scopes).map((limit) => ({ scopes: { has: limit } }))
  return { AND: [{ userId: viewer.userId, kind: 'SESSION' }, unexpired(), ...limits] }
}
