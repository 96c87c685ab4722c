import { getOrCreate } from '../../base/get-or-create.ts'

/** A condition in the form of Prisma's `where`. Policies are written once in it, for Prisma and for SQL. */
export type Where = { readonly [member: string]: unknown }

interface ModelField extends ColumnType {
  name: string
  isId: boolean
  relationName?: string
  relationFromFields?: string[]
  isUpdatedAt?: boolean
}

/** The tables of a database, as Prisma describes them. */
export interface Tables {
  /** By name of the model. */
  readonly models: Readonly<Record<string, { readonly fields: readonly ModelField[] }>>
  /** The members of each enumeration. */
  readonly enumerations: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const fieldsByModel = new Map<string, ReadonlyMap<string, ModelField>>()
const membersByEnumeration = new Map<string, readonly string[]>()

/** Declares the tables of a database, before conditions on their rows are compiled. */
export function declareTables({ models, enumerations }: Tables): void {
  for (const [model, { fields }] of Object.entries(models))
    fieldsByModel.set(model, new Map(fields.map((field) => [field.name, field])))
  for (const [name, members] of Object.entries(enumerations))
    membersByEnumeration.set(name, Object.values(members))
}

/** The types of columns in the Prisma schema, by name. */
export type AddedColumns = Readonly<Record<string, 'String' | 'Int' | 'Boolean' | 'Json'>>

interface DeclaredRows {
  readonly of: string
  readonly adds: AddedColumns
}

const declaredRows = new Map<string, DeclaredRows>()

/**
 * Declares rows of a table that have further columns, such as those of the place that they are read at. There is no table of
 * this name: each relation to such rows selects them in SQL of its own.
 */
export function declareRows(name: string, rows: DeclaredRows): void {
  declaredRows.set(name, rows)
}

/** Returns the name of the table that rows are stored in. */
export const storedIn = (model: string): string => declaredRows.get(model)?.of ?? model

function fieldsWithAdded({ of, adds }: DeclaredRows): ReadonlyMap<string, ModelField> {
  const common = { kind: 'scalar', isList: false, isRequired: false, isId: false }
  const added = Object.entries(adds).map(([name, type]): [string, ModelField] => [
    name,
    { ...common, name, type },
  ])
  return new Map([...fieldsOf(of), ...added])
}

export const columnNamesOf = (model: string): string[] =>
  [...fieldsOf(model).values()].filter(({ kind }) => kind !== 'object').map(({ name }) => name)

/** Returns the columns of a table that Prisma sets to the time of each update. */
export const updatedAtColumnsOf = (model: string): string[] =>
  [...fieldsOf(model).values()].filter(({ isUpdatedAt }) => isUpdatedAt).map(({ name }) => name)

/** The type of a column in the Prisma schema. */
export interface ColumnType {
  /** `enum` or `scalar`. */
  readonly kind: string
  /** The name of the enumeration or of the scalar type, such as `String` or `DateTime`. */
  readonly type: string
  readonly isList: boolean
  /** Whether no row has null. */
  readonly isRequired: boolean
}

/** Returns whether a column has ids of rows as texts: it is the primary key "id", or a foreign key. */
export function hasIds(model: string, column: string): boolean {
  const fields = fieldsOf(model)
  if (fields.get(column)?.type !== 'String') return false
  const isKey = column === 'id' && fields.get(column)?.isId === true
  return isKey || [...fields.values()].some(({ relationFromFields }) => relationFromFields?.includes(column))
}

/** Returns the members of the enumeration that is the type of a column; undefined if it is none. */
export const enumMembers = ({ kind, type }: ColumnType): readonly string[] | undefined =>
  kind === 'enum' ? (membersByEnumeration.get(type) ?? []) : undefined

/** Returns the type of a column. Throws if the table has no such column. */
export function columnTypeOf(model: string, column: string): ColumnType {
  const field = fieldsOf(model).get(column)
  if (!field || field.kind === 'object') throw new Error(`${model} has no column ${column}`)
  return field
}

/** Returns SQL for columns of a table under an alias, by default for all of them. */
export const columnsOf = (
  model: string,
  alias: string,
  columns: readonly string[] = columnNamesOf(model),
): string => columns.map((name) => `${columnInSql(model, alias, name)} AS "${name}"`).join(', ')

/** Returns SQL for a column. Lists that were never set are null in the database and empty for Prisma. */
export const columnInSql = (model: string, alias: string, name: string): string =>
  fieldsOf(model).get(name)?.isList ? `coalesce(${alias}."${name}", '{}')` : `${alias}."${name}"`

/** The reference of a row to the one other row of a relation. */
export interface RelationReference {
  /** The column of the row. */
  readonly column: string
  /** The column of the other row that has the same value. */
  readonly of: string
  readonly table: string
  /** Whether the row has the foreign key, so that the other exists unless the key is null. */
  readonly isForeignKey: boolean
}

/** Returns how a row refers to the row of a relation: by its foreign key, or as the row that the other one refers to. */
export function referenceOf(model: string, relation: string): RelationReference {
  const field = fieldsOf(model).get(relation)
  if (field?.kind !== 'object' || field.isList)
    throw new Error(`${model}.${relation} is no relation to one row`)
  const column = field.relationFromFields?.[0]
  return column === undefined
    ? { column: 'id', of: oppositeColumn(model, field), table: field.type, isForeignKey: false }
    : { column, of: 'id', table: field.type, isForeignKey: true }
}

function fieldsOf(model: string): ReadonlyMap<string, ModelField> {
  const rows = declaredRows.get(model)
  const fields =
    fieldsByModel.get(model) ?? (rows && getOrCreate(fieldsByModel, model, () => fieldsWithAdded(rows)))
  if (!fields) throw new Error(`there is no model ${model}`)
  return fields
}

/** A condition on the row that a foreign key refers to. */
export interface ReferredCondition {
  readonly column: string
  readonly table: string
  readonly where: Where
  /** The condition as part of the `where` of the row that refers. */
  readonly condition: Where
}

/**
 * Separates the conditions on the rows that foreign keys refer to from the others, if the predicate holds. All rows with
 * the same value of the column share them.
 */
export function splitByReferences(
  model: string,
  where: Where,
  isSeparate: (condition: ReferredCondition) => boolean,
): { own: Where; referred: readonly ReferredCondition[] } {
  const own: Where[] = []
  const referred: ReferredCondition[] = []
  for (const condition of conjunctsOf(where)) {
    const [[member, value]] = Object.entries(condition) as [[string, unknown]]
    const field = fieldsOf(model).get(member)
    const column = field?.kind === 'object' ? field.relationFromFields?.[0] : undefined
    const found = field && column && { column, table: field.type, where: value as Where, condition }
    if (found && isSeparate(found)) referred.push(found)
    else own.push(condition)
  }
  return { own: { AND: own }, referred }
}

/** Separates the conditions on the row that a foreign key refers to, like `splitByReferences`. */
export const splitByReference = (model: string, where: Where, column: string) =>
  splitByReferences(model, where, (condition) => condition.column === column)

/** Returns the conditions that must all hold, each with one member. */
function conjunctsOf(where: Where): Where[] {
  return Object.entries(where).flatMap(([member, value]) => {
    if (value === undefined) return []
    return member === 'AND' ? asList(value).flatMap(conjunctsOf) : [{ [member]: value }]
  })
}

/**
 * Returns a condition with one condition on each row that a foreign key refers to, so that the row is read once: a policy and a
 * filter may each have one.
 */
export function withOneConditionPerRow(model: string, where: Where): Where {
  const { own, referred } = splitByReferences(model, where, () => true)
  const byMember = Map.groupBy(referred, ({ condition }) => Object.keys(condition)[0] as string)
  const joint = [...byMember].map(([member, conditions]) => ({
    [member]: { AND: conditions.map((condition) => condition.where) },
  }))
  return { AND: [own, ...joint] }
}

/** Returns whether all conditions that `where` joins are among those of `given`, so that its rows match `where` too. */
export function implies(model: string, given: Where, where: Where): boolean {
  const texts = new Set(conjunctsOf(given).map((condition) => textOf(model, condition)))
  return conjunctsOf(where).every((condition) => texts.has(textOf(model, condition)))
}

export const isSameCondition = (model: string, one: Where, other: Where): boolean =>
  textOf(model, one) === textOf(model, other)

function textOf(model: string, where: Where): string {
  const parameters = new Parameters()
  return compileWhere(model, where, 't', parameters) + JSON.stringify(parameters.values)
}

/** The parameters of one SQL statement, collected while its text is built. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #shared = new Map<string, string>()

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Adds a value once for all places of a type: policies repeat the ids of what the viewer may see. */
  share(type: string, value: string | readonly string[]): string {
    const key = typeof value === 'string' ? `${type} ${value}` : `${type}[] ${value.join('\0')}`
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    const added = this.add(value)
    this.#shared.set(key, added)
    return added
  }
}

/**
 * Compiles a Prisma `where` to an SQL predicate over `alias`. Supports the operators that policies and filters use.
 * Throws for any other, because ignoring a condition would expose hidden rows.
 */
export function compileWhere(model: string, where: Where, alias: string, parameters: Parameters): string {
  const simple = simplified(model, where)
  if (typeof simple === 'boolean') return simple ? 'TRUE' : 'FALSE'
  return compileSimplified(model, simple, alias, parameters)
}

function compileSimplified(model: string, where: Where, alias: string, parameters: Parameters): string {
  const parts: string[] = []
  for (const [member, value] of Object.entries(where)) {
    if (value === undefined) continue
    if (member === 'AND') parts.push(joined(model, asList(value), alias, parameters, 'AND'))
    else if (member === 'OR') parts.push(joined(model, asList(value), alias, parameters, 'OR'))
    else if (member === 'NOT') parts.push(`NOT ${joined(model, asList(value), alias, parameters, 'AND')}`)
    else parts.push(compileMember(model, member, value, alias, parameters))
  }
  return conjunction(parts)
}

/**
 * Returns a condition without the parts that are always true or false, as a comparison with no items is: the policies
 * of most viewers have several. True or false if nothing else is left.
 */
function simplified(model: string, where: Where): Where | boolean {
  const conditions: Where[] = []
  for (const [member, value] of Object.entries(where)) {
    const condition = value === undefined ? true : simplifiedMember(model, member, value)
    if (condition === false) return false
    if (condition !== true) conditions.push(condition)
  }
  const [only, ...others] = conditions
  return others.length > 0 ? { AND: conditions } : (only ?? true)
}

function simplifiedMember(model: string, member: string, value: unknown): Where | boolean {
  switch (member) {
    case 'AND': {
      const parts = asList(value).map((part) => simplified(model, part))
      if (parts.includes(false)) return false
      const conditions = parts.filter((part) => typeof part === 'object')
      return conditions.length === 0 || { AND: conditions }
    }
    case 'OR': {
      const parts = asList(value).map((part) => simplified(model, part))
      // Prisma treats an empty OR as false and an empty condition in it as true; either is a mistake of the caller.
      if (parts.length === 0 || parts.includes(true)) throw new Error(`${model}: a condition in OR is empty`)
      const conditions = withoutNarrower(parts.filter((part) => typeof part === 'object'))
      return conditions.length > 0 && { OR: conditions }
    }
    case 'NOT': {
      const inner = simplified(model, { AND: asList(value) })
      return typeof inner === 'boolean' ? !inner : { NOT: inner }
    }
    default:
      return simplifiedField(model, member, value)
  }
}

/** Returns alternatives without those that require all of another one and more, and without repetitions. */
function withoutNarrower(alternatives: readonly Where[]): readonly Where[] {
  if (alternatives.length < 2) return alternatives
  const required = alternatives.map(
    (where) => new Set(conjunctsOf(where).map((condition) => JSON.stringify(condition))),
  )
  return alternatives.filter((_where, index) =>
    required.every((other, otherIndex) => {
      const own = required[index] as ReadonlySet<string>
      const isNarrower = otherIndex !== index && [...other].every((condition) => own.has(condition))
      return !isNarrower || (other.size === own.size && index < otherIndex)
    }),
  )
}

function simplifiedField(model: string, member: string, value: unknown): Where | boolean {
  const field = fieldsOf(model).get(member)
  if (!field) throw new Error(`${model} has no field ${member}`)
  if (typeof value !== 'object' || value === null) return { [member]: value }
  if (field.kind !== 'object') {
    const { in: among, hasSome } = value as { in?: unknown; hasSome?: unknown }
    return !isEmptyList(among) && !isEmptyList(hasSome) && { [member]: value }
  }
  if (!field.isList) {
    const inner = simplified(field.type, value as Where)
    return inner !== false && { [member]: inner === true ? {} : inner }
  }
  const [[quantifier, where] = []] = Object.entries(value)
  const inner = simplified(field.type, where as Where)
  if (inner === false) return quantifier === 'none'
  return { [member]: { [quantifier as string]: inner === true ? {} : inner } }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Joins conditions, each of which is written once. */
function conjunction(parts: readonly string[]): string {
  const distinct = [...new Set(parts)].filter((part) => part !== 'TRUE')
  return distinct.length > 1 ? `(${distinct.join(' AND ')})` : (distinct[0] ?? 'TRUE')
}

const asList = (value: unknown): Where[] => (Array.isArray(value) ? value : [value as Where])

function joined(
  model: string,
  list: Where[],
  alias: string,
  parameters: Parameters,
  operator: 'AND' | 'OR',
): string {
  const parts = list.map((where) => compileSimplified(model, where, alias, parameters))
  if (operator === 'AND') return conjunction(parts)
  // Prisma treats an empty OR as false and an empty condition in it as true; either is a mistake of the caller.
  if (parts.length === 0 || parts.includes('TRUE')) throw new Error(`${model}: a condition in OR is empty`)
  return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] as string)
}

function compileMember(model: string, member: string, value: unknown, alias: string, parameters: Parameters) {
  const field = fieldsOf(model).get(member)
  if (!field) throw new Error(`${model} has no field ${member}`)
  if (field.kind === 'object') return compileRelation(model, field, value as Where, alias, parameters)
  const column = `${alias}."${member}"`
  if (value === null) return `${column} IS NULL`
  if (field.kind === 'enum' && typeof value === 'string')
    return `${column} = ${parameters.share(field.type, value)}`
  if (typeof value !== 'object' || value instanceof Date) return `${column} = ${parameters.add(value)}`
  return compileOperators(column, value as Where, field.type, parameters)
}

function compileOperators(column: string, operators: Where, type: string, parameters: Parameters): string {
  const insensitive = operators.mode === 'insensitive'
  const parts = Object.entries(operators)
    .filter(([operator, operand]) => operator !== 'mode' && operand !== undefined)
    .map(([operator, operand]) =>
      compileOperator(column, operator, operand, { insensitive, type }, parameters),
    )
  return conjunction(parts)
}

const comparisons: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' }

function compileOperator(
  column: string,
  operator: string,
  operand: unknown,
  { insensitive, type }: { readonly insensitive: boolean; readonly type: string },
  parameters: Parameters,
): string {
  const comparison = comparisons[operator]
  if (comparison)
    return operand === null ? `${column} IS NULL` : `${column} ${comparison} ${parameters.add(operand)}`
  switch (operator) {
    case 'not':
      return operand === null ? `${column} IS NOT NULL` : `${column} <> ${parameters.add(operand)}`
    case 'in':
      return among(column, operand, type, parameters)
    case 'notIn':
      return `NOT (${among(column, operand, type, parameters)})`
    case 'contains':
      return contains(column, operand as string, insensitive, parameters)
    case 'has':
      return `${column} @> ARRAY[${parameters.add(operand)}]::text[]`
    case 'hasSome':
      return isLong(operand, type)
        ? `EXISTS (SELECT 1 FROM unnest(${column}) i WHERE ${among('i', operand, type, parameters)})`
        : `${column} && ${shared(type, operand, parameters)}`
    default:
      throw new Error(`the operator ${operator} on ${column} is not supported`)
  }
}

/** The number of texts that are compared one after the other. More of them are hashed. */
const comparedTexts = 20

const isLong = (operand: unknown, type: string): boolean =>
  type === 'String' && Array.isArray(operand) && operand.length > comparedTexts

/**
 * Returns SQL for whether a value is one of several. PostgreSQL hashes the items of an array only if it is a constant, which it
 * is in no statement that is planned once for all values: a viewer with a thousand grants would have each row compared with
 * each. It hashes those of a subquery.
 */
function among(value: string, operand: unknown, type: string, parameters: Parameters): string {
  const items = shared(type, operand, parameters)
  return isLong(operand, type) ? `${value} IN (SELECT unnest(${items}::text[]))` : `${value} = ANY(${items})`
}

const shared = (type: string, operand: unknown, parameters: Parameters): string => {
  const isTexts = Array.isArray(operand) && operand.every((item) => typeof item === 'string')
  return isTexts ? parameters.share(type, operand) : parameters.add(operand)
}

/** Returns SQL for whether a text contains another one. Without regard to case, an index on `lower` of a column finds it. */
function contains(column: string, part: string, insensitive: boolean, parameters: Parameters): string {
  const pattern = parameters.add(`%${escapePattern(part)}%`)
  return insensitive ? `lower(${column}) LIKE lower(${pattern})` : `${column} LIKE ${pattern}`
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
    const condition = compileSimplified(field.type, where as Where, inner, parameters)
    const exists = `EXISTS (SELECT 1 FROM "${field.type}" ${inner} WHERE ${inner}."${opposite}" = ${alias}.id AND ${condition})`
    return quantifier === 'some' ? exists : `NOT ${exists}`
  }
  const column = field.relationFromFields?.[0]
  const joined = column
    ? `${inner}.id = ${alias}."${column}"`
    : `${inner}."${oppositeColumn(model, field)}" = ${alias}.id`
  const condition = compileSimplified(field.type, value, inner, parameters)
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
