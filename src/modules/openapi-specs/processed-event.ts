import { insertEvents } from '../../audit/event-statements.ts'
import { typesOfSpecifications } from '../../audit/event-types.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { OpenAPISpec } from '../../generated/prisma/client.ts'

const insert = insertEvents(
  {
    id: '$1::text',
    organizationId: 's."organizationId"',
    type: '$2::text',
    occurredAt: 'now()',
    targetType: `'OpenAPISpec'`,
    targetId: 's.id',
    changes: `jsonb_build_array(jsonb_build_object('objectType', 'OpenAPISpec', 'objectId', s.id, 'before', NULL, 'omitted', '[]'::jsonb,
      'after', jsonb_strip_nulls(jsonb_build_object('slug', s.slug, 'lastVersionId', s."lastVersionId",
        'lastProcessErrorCode', s."lastProcessErrorCode"))))`,
  },
  '"OpenAPISpec" s WHERE s.id = $3',
)

/** Records in the transaction that ends the processing of a specification that it was processed, or could not be. */
export async function recordProcessed(
  { query }: Pick<Transaction, 'query'>,
  { id }: Pick<OpenAPISpec, 'id'>,
  outcome: keyof typeof typesOfSpecifications,
): Promise<void> {
  await query(insert, [newId('Event'), typesOfSpecifications[outcome], id])
}
