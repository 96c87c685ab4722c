import { authorizeSpace } from '../../access/authorize.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { loadSpace } from '../spaces/service.ts'
import { differences } from './differences.ts'
import { conflict } from './reasons.ts'
import { liveContent, writeRevision } from './revision-writer.ts'
import { loadRevision } from './service.ts'
import { readSnapshots } from './snapshots.ts'

/**
 * Restores the primary content of a space to one of its revisions. Adds a new revision, so that the history in between
 * is kept.
 */
export async function restoreRevision(
  context: Context,
  { spaceId, revisionId }: { readonly spaceId: string; readonly revisionId: string },
): Promise<Revision> {
  const space = await loadSpace(context, spaceId)
  const wanted = await loadRevision(context, { spaceId, revisionId })
  authorizeSpace(context, space)
  const { revision } = await writeRevision(
    context,
    liveContent(space.id),
    async ({ transaction, head }) => {
      if (head.id === wanted.id) throw conflict('REVISION_IS_CURRENT')
      const [then, now] = await readSnapshots(transaction.query, [wanted, head])
      return { changes: { ...differences(then, now), variables: variablesOf(wanted) }, result: null }
    },
    { type: 'ROLLBACK' },
  )
  return revision
}
