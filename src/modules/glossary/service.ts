import { assertNoFaults } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { GlossaryEntry } from '../../generated/prisma/client.ts'
import { type LocalizedText, localizedOf } from '../../languages/localized-text.ts'
import type { Context } from '../../request/context.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { maximumEntries } from './limits.ts'
import { conflict } from './reasons.ts'

/** A change of the glossary, with the members of all types. */
export interface GlossaryOperation {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly id?: string | null
  readonly translations?: readonly LocalizedText[] | null
}

/** The entries that were written, in the order of their operations, and the ids of those that were deleted. */
export interface GlossaryChange {
  readonly organizationId: string
  readonly written: readonly GlossaryEntry[]
  readonly deletedIds: readonly string[]
}

/** Changes the glossary of an organization by all of the operations, or by none. What is not there needs no deletion. */
export async function changeGlossary(
  context: Context,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<GlossaryChange> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  assertMembers(operations)
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, `glossary of ${id}`)
    const deletedIds = await deleteEntries(transaction, id, operations)
    const updated = await updateEntries(transaction, id, operations)
    const inserted = await insertEntries(transaction, id, operations)
    if (inserted.length > 0) await assertRoom(transaction, id)
    const written = operations.flatMap((operation) => {
      if (operation.type === 'DELETE') return []
      return (operation.type === 'INSERT' ? inserted.shift() : updated.get(operation.id ?? '')) ?? []
    })
    return { organizationId: id, written, deletedIds }
  })
}

async function deleteEntries(
  transaction: Transaction,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<string[]> {
  const ids = operations.flatMap(({ type, id }) => (type === 'DELETE' && id != null ? [id] : []))
  if (ids.length === 0) return []
  const where = { organizationId, id: { in: ids } }
  const found = await transaction.glossaryEntry.findMany({
    where,
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  await transaction.glossaryEntry.deleteMany({ where })
  return found.map(({ id }) => id)
}

function insertEntries(
  transaction: Transaction,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<GlossaryEntry[]> {
  return transaction.glossaryEntry.createManyAndReturn({
    data: operations
      .filter(({ type }) => type === 'INSERT')
      .map(({ translations }) => ({
        id: newId('GlossaryEntry'),
        organizationId,
        translations: localizedOf(translations ?? []),
      })),
  })
}

/** Returns the updated entries by id. Throws BAD_USER_INPUT for those that are not there. */
async function updateEntries(
  transaction: Transaction,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<Map<string, GlossaryEntry>> {
  const updates = operations.filter(({ type }) => type === 'UPDATE')
  const updated = await transaction.query<GlossaryEntry>(
    `UPDATE "GlossaryEntry" e SET translations = u.translations::jsonb, "updatedAt" = now()
     FROM unnest($2::text[], $3::text[]) u(id, translations)
     WHERE e.id = u.id AND e."organizationId" = $1 RETURNING e.*`,
    [
      organizationId,
      updates.map(({ id }) => id ?? ''),
      updates.map(({ translations }) => JSON.stringify(localizedOf(translations ?? []))),
    ],
  )
  const byId = new Map(updated.map((entry) => [entry.id, entry]))
  assertNoFaults(
    operations.flatMap(({ type, id }, index) =>
      type === 'UPDATE' && !byId.has(id ?? '')
        ? [{ path: `operations.${index}.id`, message: 'names no entry of the glossary' }]
        : [],
    ),
  )
  return byId
}

/** Throws BAD_USER_INPUT for operations with a member that their type needs or does not have, and for an id named twice. */
function assertMembers(operations: readonly GlossaryOperation[]): void {
  const seen = new Set<string>()
  assertNoFaults(
    operations.flatMap(({ type, id, translations }, index) => {
      const path = `operations.${index}`
      const isNew = type === 'INSERT'
      const isRepeated = id != null && seen.has(id)
      if (id != null) seen.add(id)
      return [
        ...(isNew === (id != null)
          ? [{ path: `${path}.id`, message: isNew ? 'is not for new entries' : 'is required' }]
          : []),
        ...(isRepeated ? [{ path: `${path}.id`, message: 'is named by an operation before' }] : []),
        ...((type === 'DELETE') === (translations != null)
          ? [
              {
                path: `${path}.translations`,
                message: translations == null ? 'is required' : 'is not for deletions',
              },
            ]
          : []),
      ]
    }),
  )
}

async function assertRoom(transaction: Transaction, organizationId: string): Promise<void> {
  if ((await transaction.glossaryEntry.count({ where: { organizationId } })) > maximumEntries)
    throw conflict('TOO_MANY_GLOSSARY_ENTRIES', { maximum: maximumEntries })
}
