import { getDatamodel } from '../generated/pothos-types.ts'

/** A condition in the form of Prisma's `where`. Policies are written once in it, for Prisma and for SQL. */
export type Where = { readonly [member: string]: unknown }

interface ModelField {
  name: string
  type: string
  kind: string
  isList: boolean
  relationName?: string
  relationFromFields?: string[]
}

const models = getDatamodel().datamodel.models as unknown as Record<string, { fields: ModelField[] }>
const fieldsByModel = new Map(
  Object.entries(models).map(([model, { fields }]) => [model, new Map(fields.map((f) => [f.name, f]))]),
)

export const columnNamesOf = (model: string): string[] =>
  [...fieldsOf(model).values()].filter(({ kind }) => kind !== 'object').map(({ name }) => name)

/** Returns SQL for columns of a table under an alias, by default for all of them. */
export const columnsOf = (
  model: string,
  alias: string,
  columns: readonly string[] = columnNamesOf(model),
): string => columns.map((name) => columnOf(model, alias, name)).join(', ')

/** Lists that were never set are null in the database and empty for Prisma. */
const columnOf = (model: string, alias: string, name: string): string =>
  fieldsOf(model).get(name)?.isList ? `coalesce(${alias}."${name}", '{}') AS "${name}"` : `${alias}."${name}"`

/** Returns the column with the id of the row that a relation refers to, and the table of that row. */
export function foreignKeyOf(model: string, relation: string): { column: string; table: string } {
  const field = fieldsOf(model).get(relation)
  const column = field?.relationFromFields?.[0]
  if (!field || column === undefined) throw new Error(`${model}.${relation} has no foreign key`)
  return { column, table: field.type }
}

function fieldsOf(model: string): ReadonlyMap<string, ModelField> {
  const fields = fieldsByModel.get(model)
  if (!fields) throw new Error(`there is no model ${model}`)
  return fields
}

/** The parameters of one SQL statement, collected while its text is built. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * Compiles a Prisma `where` to an SQL predicate over `alias`. Supports the operators that policies and filters use.
 * Throws for any other, because ignoring a condition would expose hidden rows.
 */
export function compileWhere(model: string, where: Where, alias: string, parameters: Parameters): string {
  const parts: string[] = []
  for (const [member, value] of Object.entries(where)) {
    if (value === undefined) continue
    if (member === 'AND') parts.push(joined(model, asList(value), alias, parameters, 'AND'))
    else if (member === 'OR') parts.push(joined(model, asList(value), alias, parameters, 'OR'))
    else if (member === 'NOT') parts.push(`NOT ${joined(model, asList(value), alias, parameters, 'AND')}`)
    else parts.push(compileMember(model, member, value, alias, parameters))
  }
  return parts.length === 0 ? 'TRUE' : parts.length === 1 ? (parts[0] as string) : `(${parts.join(' AND ')})`
}

const asList = (value: unknown): Where[] => (Array.isArray(value) ? value : [value as Where])

function joined(
  model: string,
  list: Where[],
  alias: string,
  parameters: Parameters,
  operator: 'AND' | 'OR',
): string {
  if (list.length === 0 && operator === 'AND') return 'TRUE'
  const parts = list.map((where) => compileWhere(model, where, alias, parameters))
  // Prisma treats an empty OR as false and an empty condition in it as true; either is a mistake of the caller.
  if (operator === 'OR' && (parts.length === 0 || parts.includes('TRUE')))
    throw new Error(`${model}: a condition in OR is empty`)
  return `(${parts.join(` ${operator} `)})`
}

function compileMember(model: string, member: string, value: unknown, alias: string, parameters: Parameters) {
  const field = fieldsOf(model).get(member)
  if (!field) throw new Error(`${model} has no field ${member}`)
  if (field.kind === 'object') return compileRelation(model, field, value as Where, alias, parameters)
  const column = `${alias}."${member}"`
  if (value === null) return `${column} IS NULL`
  if (typeof value !== 'object' || value instanceof Date) return `${column} = ${parameters.add(value)}`
  return compileOperators(column, value as Where, parameters)
}

function compileOperators(column: string, operators: Where, parameters: Parameters): string {
  const insensitive = operators.mode === 'insensitive'
  const parts = Object.entries(operators)
    .filter(([operator, operand]) => operator !== 'mode' && operand !== undefined)
    .map(([operator, operand]) => compileOperator(column, operator, operand, insensitive, parameters))
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' AND ')})`
}

const comparisons: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' }

function compileOperator(
  column: string,
  operator: string,
  operand: unknown,
  insensitive: boolean,
  parameters: Parameters,
): string {
  const comparison = comparisons[operator]
  if (comparison)
    return operand === null ? `${column} IS NULL` : `${column} ${comparison} ${parameters.add(operand)}`
  switch (operator) {
    case 'not':
      return operand === null ? `${column} IS NOT NULL` : `${column} <> ${parameters.add(operand)}`
    case 'in':
      return `${column} = ANY(${parameters.add(operand)})`
    case 'notIn':
      return `${column} <> ALL(${parameters.add(operand)})`
    case 'contains':
      return `${column} ${insensitive ? 'ILIKE' : 'LIKE'} ${parameters.add(`%${escapePattern(operand as string)}%`)}`
    case 'has':
      return `${column} @> ARRAY[${parameters.add(operand)}]::text[]`
    case 'hasSome':
      return `${column} && ${parameters.add(operand)}`
    default:
      throw new Error(`the operator ${operator} on ${column} is not supported`)
  }
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

function compileRelation(
  model: string,
  field: ModelField,
  value: Where,
  alias: string,
  parameters: Parameters,
): string {
  const inner = `${alias}_${field.name}`
  if (field.isList) {
    const [quantifier, where] = Object.entries(value)[0] ?? []
    if (quantifier !== 'some' && quantifier !== 'none')
      throw new Error(`${model}.${field.name} supports only some and none`)
    const opposite = oppositeColumn(model, field)
    const condition = compileWhere(field.type, where as Where, inner, parameters)
    const exists = `EXISTS (SELECT 1 FROM "${field.type}" ${inner} WHERE ${inner}."${opposite}" = ${alias}.id AND ${condition})`
    return quantifier === 'some' ? exists : `NOT ${exists}`
  }
  const column = field.relationFromFields?.[0]
  const joined = column
    ? `${inner}.id = ${alias}."${column}"`
    : `${inner}."${oppositeColumn(model, field)}" = ${alias}.id`
  const condition = compileWhere(field.type, value, inner, parameters)
  return `EXISTS (SELECT 1 FROM "${field.type}" ${inner} WHERE ${joined} AND ${condition})`
}

function oppositeColumn(model: string, field: ModelField): string {
  for (const other of fieldsByModel.get(field.type)?.values() ?? []) {
    const isOpposite = other.relationName === field.relationName && other.type === model && !other.isList
    const column = isOpposite ? other.relationFromFields?.[0] : undefined
    if (column) return column
  }
  throw new Error(`${model}.${field.name} has no opposite relation`)
}
