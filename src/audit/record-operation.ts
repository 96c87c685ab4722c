import { queueRevalidation, tellsOfChanges } from '../renderer/revalidation-queue.ts'
import { type Context, contextWith } from '../request/context.ts'
import { auditedDatabase } from './audited-database.ts'
import { type AuditedOperation, OperationRecord } from './operation-record.ts'
import { announceEvents } from './written-events.ts'

/**
 * Runs an operation with a context that records it in the audit log, in the transaction in which it writes first.
 */
export async function recordOperation<Result>(
  context: Context,
  operation: AuditedOperation,
  run: (context: Context) => Promise<Result> | Result,
): Promise<Result> {
  const { viewer, requestId } = context
  const origin = context.origin?.() ?? { source: 'SCRIPT', address: null, agent: null }
  const { userId, tokenId, scopes } =
    viewer?.kind === 'member' ? viewer : { userId: null, tokenId: null, scopes: [] }
  const record = new OperationRecord({ ...origin, requestId, userId, tokenId, scopes }, operation)
  const database = auditedDatabase(context.database, record)
  const result = await run(contextWith(context, { database }))
  await record.atEnd(context.database)
  announceEvents(context.database)
  if (record.organizationId !== null) context.position?.written.add(record.organizationId)
  if (tellsOfChanges(context.config)) await announceChange(context, record.organizationId)
  return result
}

/** Lets the receivers of changes of sites be told of one. The operation is over and has succeeded, so that no failure is its own. */
async function announceChange({ database, logger }: Context, organizationId: string | null): Promise<void> {
  if (organizationId === null) return
  try {
    await queueRevalidation(database.write, organizationId)
  } catch (error) {
    logger.error({ err: error }, 'the receivers of changes will be told of one later')
  }
}
