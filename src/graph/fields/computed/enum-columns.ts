import { isEnumType } from 'graphql'
import { serialized } from '../../batched/values.ts'
import type { FieldContext } from '../../declare/field-context.ts'
import type { Row } from '../../declare/keyset.ts'
import type { AnswerForm } from '../../nested/answer-form.ts'
import { arrayOf, enumText } from '../../nested/leaf-text.ts'
import type { FieldPlan } from '../../plan/field-plan.ts'
import { type LeafSql, plainLeaf, quoted } from '../../sql/json-sql.ts'
import { columnTypeOf, enumMembers } from '../../sql/where.ts'
import type { ComputedDeclaration } from './computed.ts'

/** A column of an enum, with its values: the members, and null if it may be null. */
interface EnumColumn {
  readonly name: string
  readonly values: readonly (string | null)[]
}

/** The number of values of a field that are part of a statement. */
const maximumValues = 64

/**
 * Returns SQL for a field that is computed from columns of enums only: a choice among its values for
 * all of their members, which are computed in advance. Undefined for other fields.
 */
export function choiceByEnums(
  field: FieldPlan,
  { from, with: related, resolve }: ComputedDeclaration,
  {
    table,
    alias,
    form,
    fieldContext,
  }: {
    readonly table: string
    readonly alias: string
    readonly form: AnswerForm | undefined
    readonly fieldContext: FieldContext
  },
): LeafSql | undefined {
  if (!field.leaf || field.isWrapped || field.field.args.length > 0 || !resolve) return undefined
  const columns = enumColumnsOf(table, from)
  if (columns.length === 0 || columns.length < from.length || Object.keys(related).length > 0)
    return undefined
  if (columns.reduce((product, { values }) => product * values.length, 1) > maximumValues) return undefined
  const choice = (row: Row, [column, ...others]: readonly EnumColumn[]): string => {
    if (!column) return textOf(field, resolve(row, fieldContext, {}), form)
    const valuesByText = Map.groupBy(column.values, (value) =>
      choice({ ...row, [column.name]: value }, others),
    )
    const [first = 'NULL', ...texts] = valuesByText.keys()
    const branches = texts.map(
      (text) => `WHEN ${isAmong(column, valuesByText.get(text) ?? [], alias)} THEN ${text}`,
    )
    return branches.length > 0 ? `CASE ${branches.join(' ')} ELSE ${first} END` : first
  }
  return plainLeaf(choice({}, columns))
}

const enumColumnsOf = (table: string, names: readonly string[]): EnumColumn[] =>
  names.flatMap((name) => {
    const type = columnTypeOf(table, name)
    const members = type.isList ? undefined : enumMembers(type)
    return members ? [{ name, values: type.isRequired ? members : [...members, null] }] : []
  })

/** Returns the SQL condition for a column to have one of some values. */
function isAmong({ name }: EnumColumn, values: readonly (string | null)[], alias: string): string {
  const column = `${alias}."${name}"`
  const members = values.flatMap((value) => (value === null ? [] : [quoted(value)]))
  const conditions = [
    ...(members.length > 0 ? [`${column} IN (${members.join(', ')})`] : []),
    ...(values.includes(null) ? [`${column} IS NULL`] : []),
  ]
  return conditions.join(' OR ')
}

/** Returns SQL for the text of a value, or for null. */
function textOf(field: FieldPlan, value: unknown, form: AnswerForm | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (!field.isList) return quoted(leafText(field, value, form))
  return quoted(arrayOf(value as readonly unknown[], (item) => leafText(field, item, form)))
}

const leafText = ({ leaf }: FieldPlan, value: unknown, form: AnswerForm | undefined): string =>
  isEnumType(leaf) ? enumText(leaf, value, form) : JSON.stringify(serialized(leaf as never, value))
