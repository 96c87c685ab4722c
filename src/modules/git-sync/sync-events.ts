import { insertEvents } from '../../audit/event-statements.ts'
import { typeOfOperation, typesOfGitSync } from '../../audit/event-types.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'

const insert = insertEvents(
  {
    id: '$1::text',
    organizationId: 's."organizationId"',
    type: '$2::text',
    occurredAt: 'now()',
    targetType: `'Space'`,
    targetId: 's.id',
    spaceId: 's.id',
    changeRequestId: '$5::text',
    changes: '$4::jsonb',
  },
  '"Space" s WHERE s.id = $3',
)

export type GitEventType = keyof typeof typesOfGitSync | 'contentUpdated'

const typeNamed = (name: GitEventType): string =>
  name === 'contentUpdated' ? typeOfOperation('updateContent').otherwise : typesOfGitSync[name]

/** Records in a transaction what a sync did with a space. No user did it, so that the events have no actor. */
export async function recordGitEvent(
  { query }: Pick<Transaction, 'query'>,
  name: GitEventType,
  spaceId: string,
  after: Readonly<Record<string, string | number | boolean | null>>,
  changeRequestId: string | null = null,
): Promise<void> {
  const change = { objectType: 'Space', objectId: spaceId, before: null, after, omitted: [] }
  await query(insert, [newId('Event'), typeNamed(name), spaceId, JSON.stringify([change]), changeRequestId])
}
