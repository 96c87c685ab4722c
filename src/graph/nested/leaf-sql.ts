import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  isEnumType,
} from 'graphql'
import { columnsExtension } from '../declare/connection.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { type LeafSql, plainLeaf, quoted, quotedLeaf } from '../sql/json-sql.ts'
import { columnTypeOf, enumMembers, hasIds } from '../sql/where.ts'
import type { AnswerForm } from './answer-form.ts'
import { enumText, textLeaves } from './leaf-text.ts'

/** Returns the column that tells the type of a row, and the types by its values; undefined if there is no such column. */
export function typesByColumn(
  type: GraphQLAbstractType,
  table: string,
): { column: string; types: readonly (readonly [string, string])[] } | undefined {
  const [column, ...others] = (type.extensions[columnsExtension] as readonly string[] | undefined) ?? []
  const members = column === undefined ? undefined : enumMembers(columnTypeOf(table, column))
  if (column === undefined || !members || others.length > 0) return undefined
  const resolveType = type.resolveType ?? defaultTypeResolver
  const types = members.map((member) => {
    const name = resolveType({ [column]: member }, undefined, undefined as never, type)
    return [member, String(name)] as const
  })
  return { column, types }
}

/** Returns SQL for a column as a leaf; undefined if code must write it. */
export function leafInSql(
  { leaf, isList }: FieldPlan,
  { table, name, alias }: { readonly table: string; readonly name: string; readonly alias: string },
  form?: AnswerForm,
): LeafSql | undefined {
  const type = columnTypeOf(table, name)
  const column = `${alias}."${name}"`
  if (!leaf || isList !== type.isList) return undefined
  if (isList)
    return type.type === 'String' && textLeaves.has(leaf.name)
      ? plainLeaf(`array_to_json(${column})`)
      : undefined
  if (isEnumType(leaf)) {
    const members = enumMembers(type)
    return members && enumInSql(leaf, column, form, members)
  }
  if (leaf.name === 'ID' && hasIds(table, name)) return quotedLeaf(column)
  if ((type.type === 'String' || type.kind === 'enum') && textLeaves.has(leaf.name))
    return plainLeaf(`to_json(${column}${type.kind === 'enum' ? '::text' : ''})`)
  if (leaf.name === type.type && leaf.name === 'Int') return plainLeaf(column)
  if (leaf.name === type.type && leaf.name === 'Boolean') return plainLeaf(`to_json(${column})`)
  if (type.type === 'DateTime' && leaf.name === 'DateTime') return instantInSql(column)
  return undefined
}

/**
 * Returns SQL for a time, which is stored in milliseconds. A part of a millisecond more makes PostgreSQL write all of their digits,
 * which takes half as long as to format them.
 */
const instantInSql = (column: string): LeafSql => ({
  before: '',
  value: `left(to_json(${column} AT TIME ZONE 'UTC' + interval '0.1 milliseconds')::text, 24)`,
  after: 'Z"',
})

/**
 * Returns SQL for a value of a leaf that SQL finds. Where the type is ID it is an id, which consists of letters, digits and
 * `@`: JSON escapes none of them.
 */
export const leafOfValue = ({ name }: GraphQLLeafType, value: string): LeafSql =>
  name === 'ID' ? quotedLeaf(value) : plainLeaf(`to_json(${value})`)

/** Returns SQL for an enum, from SQL for its value, which is one of the members. */
export function enumInSql(
  leaf: GraphQLEnumType,
  value: string,
  form: AnswerForm | undefined,
  members: readonly string[] = leaf.getValues().map((each) => String(each.value)),
): LeafSql {
  const written = members.map((member) => [member, enumText(leaf, member, form)] as const)
  if (written.every(([member, text]) => text === `"${member}"`)) return quotedLeaf(`${value}::text`)
  const branches = written.map(([member, text]) => `WHEN ${quoted(member)} THEN ${quoted(text)}`)
  return plainLeaf(`CASE ${value} ${branches.join(' ')} END`)
}
