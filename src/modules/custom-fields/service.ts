import { authorizeOrganization } from '../../access/authorize.ts'
import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { CustomField } from '../../generated/prisma/client.ts'
import type { CustomFieldType } from '../../generated/prisma/enums.ts'
import type { Context } from '../../request/context.ts'
import { loadAuthorizedOrganization, loadOrganization } from '../organizations/service.ts'
import { fieldsLock } from './fields-lock.ts'
import { maximumFields } from './limits.ts'
import { conflict } from './reasons.ts'
import { readOptions } from './values.ts'

/** Throws NOT_FOUND or FORBIDDEN unless the viewer may list the fields of the organization. */
export async function authorizeCustomFields(context: Context, organizationId: string): Promise<void> {
  await loadOrganization(context, organizationId)
  authorizeOrganization(context, organizationId)
}

async function findField(
  transaction: Transaction,
  organizationId: string,
  name: string,
): Promise<CustomField> {
  const field = await transaction.customField.findUnique({
    where: { organizationId_name: { organizationId, name } },
  })
  return orNotFound(field)
}

/** Changes the fields of an organization under the exclusive lock. The viewer must administer the organization. */
async function changeFields<Result>(
  context: Context,
  organizationId: string,
  change: (transaction: Transaction, organizationId: string) => Promise<Result>,
): Promise<Result> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, fieldsLock(id))
    return change(transaction, id)
  })
}

export interface CustomFieldTexts {
  title?: string | null
  description?: string | null
  placeholder?: string | null
  options?: string[] | null
}

export interface CreateCustomField extends CustomFieldTexts {
  name: string
  type: CustomFieldType
}

export function createCustomField(
  context: Context,
  organizationId: string,
  { name, type, title, description, placeholder, options }: CreateCustomField,
): Promise<CustomField> {
  return changeFields(context, organizationId, async (transaction, id) => {
    const data = {
      id: newId('CustomField'),
      organizationId: id,
      name,
      type,
      title: title ?? '',
      description: description ?? '',
      placeholder: placeholder ?? '',
      options: readOptions(type, options),
    }
    const where = { organizationId: id }
    if ((await transaction.customField.count({ where: { ...where, name } })) > 0)
      throw conflict('CUSTOM_FIELD_EXISTS')
    if ((await transaction.customField.count({ where })) >= maximumFields)
      throw conflict('TOO_MANY_CUSTOM_FIELDS', { maximum: maximumFields })
    return transaction.customField.create({ data })
  })
}

/** Updates a field. Null empties a text. Values of spaces that are not among new options are removed. */
export function updateCustomField(
  context: Context,
  organizationId: string,
  name: string,
  { title, description, placeholder, options }: CustomFieldTexts,
): Promise<CustomField> {
  return changeFields(context, organizationId, async (transaction, id) => {
    const { id: fieldId, type } = await findField(transaction, id, name)
    const field = await transaction.customField.update({
      where: { id: fieldId },
      data: {
        title: textOf(title),
        description: textOf(description),
        placeholder: textOf(placeholder),
        options: options === undefined ? undefined : readOptions(type, options),
        updatedAt: new Date(),
      },
    })
    if (options !== undefined) await keepValuesWithinOptions(transaction, field)
    return field
  })
}

const textOf = (text: string | null | undefined) => (text === null ? '' : text)

/** Removes values that are no longer options from all spaces, and lists that become empty. */
async function keepValuesWithinOptions(
  transaction: Transaction,
  { id, type, options }: CustomField,
): Promise<void> {
  if (type === 'SELECT_SINGLE')
    await transaction.query(
      `DELETE FROM "CustomFieldValue" WHERE "fieldId" = $1 AND value #>> '{}' <> ALL($2::text[])`,
      [id, options],
    )
  if (type !== 'SELECT_MULTI') return
  await transaction.query(
    `UPDATE "CustomFieldValue" SET value = (
       SELECT coalesce(jsonb_agg(item ORDER BY place), '[]')
       FROM jsonb_array_elements(value) WITH ORDINALITY AS items(item, place)
       WHERE item #>> '{}' = ANY($1::text[]))
     WHERE "fieldId" = $2 AND NOT value <@ to_jsonb($1::text[])`,
    [options, id],
  )
  await transaction.query(`DELETE FROM "CustomFieldValue" WHERE "fieldId" = $1 AND value = '[]'`, [id])
}

export function deleteCustomField(
  context: Context,
  organizationId: string,
  name: string,
): Promise<CustomField> {
  return changeFields(context, organizationId, async (transaction, id) => {
    const field = await findField(transaction, id, name)
    return transaction.customField.delete({ where: { id: field.id } })
  })
}
