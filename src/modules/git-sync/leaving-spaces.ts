import type { Transaction } from '../../database/transactions.ts'
import { recordGitEvent } from './sync-events.ts'

/**
 * Ends the connections of spaces that leave their organization. Its token must not go on to work for another one, and whoever may
 * push to the branch must not write into what is not theirs any longer.
 */
export async function endConnections(transaction: Transaction, spaceIds: readonly string[]): Promise<void> {
  const ended = await transaction.query<{ spaceId: string; url: string; branch: string }>(
    'DELETE FROM "GitLink" WHERE "spaceId" = ANY($1::text[]) RETURNING "spaceId", url, branch',
    [spaceIds],
  )
  for (const { spaceId, url, branch } of ended)
    await recordGitEvent(transaction, 'disconnected', spaceId, { url, branch })
}
