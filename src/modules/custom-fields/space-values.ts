import { orNotFound } from '../../base/errors.ts'
import { lockUntilCommit, shareLockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { CustomField, Space } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { loadAuthorizedSpace } from '../spaces/service.ts'
import { fieldsLock } from './fields-lock.ts'
import { conflict, refusedInput } from './reasons.ts'
import { type CustomFieldValue, readValue } from './values.ts'

export interface NamedValue {
  readonly name: string
  readonly value?: unknown
}

/** Sets values of a space atomically. A value that is null or absent is removed. Other fields keep their values. */
export async function updateSpaceCustomFields(
  context: Context,
  spaceId: string,
  values: readonly NamedValue[],
): Promise<Space> {
  const space = await loadAuthorizedSpace(context, spaceId)
  const given = new Map(values.map(({ name, value }) => [name, value ?? null]))
  await context.database.transaction(async (transaction) => {
    await shareLockUntilCommit(transaction, fieldsLock(space.organizationId))
    await assertNotMoved(transaction, space)
    const where = { organizationId: space.organizationId, name: { in: [...given.keys()] } }
    const fields = await transaction.customField.findMany({ where })
    await writeValues(transaction, space.id, changesOf(fields, given))
  })
  return space
}

async function assertNotMoved(transaction: Transaction, space: Space): Promise<void> {
  const current = orNotFound(await transaction.space.findUnique({ where: { id: space.id, deletedAt: null } }))
  if (current.organizationId !== space.organizationId) throw conflict('SPACE_TRANSFERRED')
}

interface ValueChange {
  readonly fieldId: string
  readonly value: CustomFieldValue | null
}

function changesOf(fields: readonly CustomField[], given: ReadonlyMap<string, unknown>): ValueChange[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return [...given].map(([name, value]) => {
    const field = byName.get(name)
    if (!field) throw refusedInput(`values.${name}`, 'CUSTOM_FIELD_NOT_IN_ORGANIZATION')
    return {
      fieldId: field.id,
      value: value === null ? null : readValue(field, value, `values.${name}.value`),
    }
  })
}

/** Writes values in the order of field ids, so that concurrent writes to a space cannot deadlock. */
async function writeValues(
  transaction: Transaction,
  spaceId: string,
  changes: readonly ValueChange[],
): Promise<void> {
  for (const { fieldId, value } of [...changes].sort((a, b) => (a.fieldId < b.fieldId ? -1 : 1)))
    if (value === null) await transaction.customFieldValue.deleteMany({ where: { spaceId, fieldId } })
    else
      await transaction.customFieldValue.upsert({
        where: { spaceId_fieldId: { spaceId, fieldId } },
        create: { spaceId, fieldId, value },
        update: { value },
      })
}

/** Deletes the values of spaces that leave the organization. */
export async function removeValues(transaction: Transaction, spaceIds: readonly string[]): Promise<void> {
  const organizations = await transaction.space.findMany({
    where: { id: { in: [...spaceIds] } },
    distinct: 'organizationId',
    select: { organizationId: true },
    orderBy: { organizationId: 'asc' },
  })
  for (const { organizationId } of organizations)
    await lockUntilCommit(transaction, fieldsLock(organizationId))
  await transaction.customFieldValue.deleteMany({ where: { spaceId: { in: [...spaceIds] } } })
}
