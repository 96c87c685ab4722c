import {
  defaultTypeResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isObjectType,
} from 'graphql'
import { authorizeParent } from '../../access/authorize.ts'
import { columnTypeOf } from '../../database/where.ts'
import { getOrCreate } from '../../get-or-create.ts'
import { type ListReads, pageInfo } from '../connection.ts'
import { type Context, withPermission } from '../context.ts'
import { plainSize, sizeOf } from '../cost.ts'
import { cursorOf, type Row } from '../keyset.ts'
import { permissionOfField } from '../permission-plugin.ts'
import { scopeOf } from '../scope.ts'
import { type Cells, decoderOf, isoInstant, isPlainText } from './cells.ts'
import { keyOf, type LevelRows, type RowsOfParent, rowDecoder } from './level-rows.ts'
import {
  cellOf,
  countCellOf,
  guardCellOf,
  isNodeOfEdge,
  keyCellOf,
  type Level,
  type Levels,
  orderCellOf,
  unreplacedCellOf,
} from './levels.ts'
import type { FieldPlan, SelectionPlan, TypePlan } from './plan.ts'
import { isPromise, serialized } from './values.ts'

/**
 * Thrown where an answer is not only data, or is not known without waiting. The operation is executed level by level
 * then, which finds the errors.
 */
export class NotWritable extends Error {
  /** Whether a field of the operation waits, so that it can never be written. */
  readonly isAsync: boolean

  constructor(reason: string, isAsync = false) {
    super(reason)
    this.isAsync = isAsync
  }
}

/** What an answer is written from, and the size of what was written. */
export interface Source {
  readonly context: Context
  readonly rows: readonly LevelRows[]
  readonly lists: ReadonlyMap<FieldPlan, ListReads>
  /** Returns the arguments of a field. */
  readonly argumentsOf: (field: FieldPlan) => Record<string, unknown>
  /** Returns the info for the resolver of a field. */
  readonly infoOf: (field: FieldPlan) => GraphQLResolveInfo
  /** By level: adds data of the row that the list belongs to, which is being written, to a row of the list. */
  readonly attach: Map<Level, (row: Row) => Row>
  /** The row that code got last: several fields of a row get the same. */
  last: { readonly cells: Cells; readonly row: Row } | undefined
  objects: number
  requestedObjects: number
  bytes: number
}

type RowText = (source: Source, row: Cells) => string
type ValueText = (source: Source, value: unknown) => string

/** Writes the answers of an operation as JSON, straight from the rows of its statement. */
export class AnswerText {
  readonly #schema: GraphQLSchema
  readonly #root: RowText
  readonly #objects = new Map<TypePlan, ValueText>()
  readonly #rows = new Map<Level, Map<SelectionPlan, RowText>>()
  readonly #decoders = new Map<Level, (row: Cells) => Row>()

  constructor(levels: Levels, schema: GraphQLSchema) {
    this.#schema = schema
    this.#root = this.#members(levels.root, (field) => this.#rootField(field, levels))
  }

  /** Returns the data of the answer. Throws NotWritable where the answer has errors or must be waited for. */
  write(source: Source): string {
    return this.#root(source, [])
  }

  #members({ fields }: TypePlan, textOf: (field: FieldPlan) => RowText): RowText {
    const members = fields.map((field, index) => ({
      name: `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`,
      textOf: textOf(field),
    }))
    return (source, row) => {
      let text = '{'
      for (const member of members) text += member.name + member.textOf(source, row)
      return `${text}}`
    }
  }

  #rootField(field: FieldPlan, { below }: Levels): RowText {
    if (field.way.kind === 'typename') return typename(field)
    const level = below.get(field)
    if (field.way.kind === 'list') return this.#list(field, undefined, level)
    if (!level) throw new Error(`${field.path} has no level`)
    const object = this.#object(field, level)
    return (source) => {
      const row = source.rows[level.index]?.get('')?.rows[0]
      if (!row) throw new NotWritable(`${field.path} is not found`)
      countObjects(source, 1)
      return object(source, row)
    }
  }

  /** Returns how a row is written as an object of the type of a field. */
  #object(field: FieldPlan, level: Level): RowText {
    // The types of an interface share the selections of its fields.
    const bySelection = getOrCreate(this.#rows, level, () => new Map<SelectionPlan, RowText>())
    return getOrCreate(bySelection, field.selection as SelectionPlan, () => this.#newObject(field, level))
  }

  #newObject({ composite, selection }: FieldPlan, level: Level): RowText {
    if (isObjectType(composite)) return this.#objectOfType(composite, selection as SelectionPlan, level)
    if (!isAbstractType(composite)) throw new Error('a leaf has no selection')
    const byName = new Map<string, RowText>()
    for (const type of this.#schema.getPossibleTypes(composite))
      byName.set(type.name, this.#objectOfType(type, selection as SelectionPlan, level))
    const resolveType = composite.resolveType ?? defaultTypeResolver
    return (source, row) => {
      const name = resolveType(this.#rowOf(source, level, row), source.context, undefined as never, composite)
      const object = byName.get(String(name))
      if (!object) throw new NotWritable(`${composite.name} has no type ${name}`)
      return object(source, row)
    }
  }

  #objectOfType(type: GraphQLObjectType, selection: SelectionPlan, level: Level): RowText {
    return this.#members(selection.of(type), (field) => this.#field(field, level))
  }

  /** Returns how a field of the rows of a level is written. */
  #field(field: FieldPlan, level: Level): RowText {
    const { way } = field
    switch (way.kind) {
      case 'typename':
        return typename(field)
      case 'property':
        return this.#column(field, level, way.name)
      case 'guarded': {
        const column = this.#column(field, level, way.column)
        const visible = guardCellOf(level, way.column)
        return (source, row) => (row[visible] === 'true' ? column(source, row) : nullLeaf(field, source))
      }
      case 'same': {
        const object = this.#object(field, level)
        return (source, row) => {
          countObjects(source, 1)
          return object(source, row)
        }
      }
      case 'one':
        return this.#one(field, level, cellOf(level, way.column))
      case 'all':
        return this.#all(field, level)
      case 'count': {
        const cell = countCellOf(level, field)
        return (source, row) => numberLeaf(field, source, row[cell])
      }
      case 'computed':
        return this.#computed(field, level, way.declared)
      case 'list':
        return this.#list(field, level, level.below.get(field))
      case 'part':
        throw new Error(`${field.path} is no part of a list`)
      case 'code': {
        const value = this.#resolved(field)
        return (source, row) => value(source, this.#rowOf(source, level, row))
      }
    }
  }

  /** Returns how a column is written. */
  #column(field: FieldPlan, level: Level, column: string): RowText {
    const cell = cellOf(level, column)
    const type = columnTypeOf(level.table, column)
    const textOf = field.leaf && !field.isList && !type.isList ? plainLeaf(field.leaf, type) : undefined
    const decode = decoderOf(type)
    return (source, row) => {
      const text = row[cell] as string | null
      if (text === null && !type.isList) return nullLeaf(field, source)
      if (textOf && text !== null) {
        source.bytes += field.key.length
        return textOf(source, text)
      }
      const value = text === null ? [] : decode(text)
      countLeaf(field, source, value)
      return this.#complete(field, source, value)
    }
  }

  #one(field: FieldPlan, level: Level, cell: number): RowText {
    const target = level.below.get(field) as Level
    const object = this.#object(field, target)
    return (source, row) => {
      const key = row[cell]
      const found = key === null ? undefined : source.rows[target.index]?.get(key as string)?.rows[0]
      if (!found) return nullValue(field)
      countObjects(source, 1)
      return object(source, found)
    }
  }

  #all(field: FieldPlan, level: Level): RowText {
    const target = level.below.get(field) as Level
    const object = this.#object(field, target)
    const id = cellOf(level, 'id')
    return (source, row) => {
      const rows = source.rows[target.index]?.get(row[id] as string)?.rows ?? []
      countObjects(source, rows.length)
      return arrayOf(rows, (item) => object(source, item))
    }
  }

  #computed(
    field: FieldPlan,
    level: Level,
    { resolve, with: related }: Extract<FieldPlan['way'], { kind: 'computed' }>['declared'],
  ): RowText {
    const isPlain = Object.keys(related).length === 0
    return (source, row) => {
      const given = isPlain ? this.#rowOf(source, level, row) : this.#withRelated(level, row, source)
      const value = resolve?.(given, scopeOf(source.context), {})
      countValue(field, source, value)
      return this.#complete(field, source, value)
    }
  }

  /** Returns a row with those that it refers to, under the names of the relations. */
  #withRelated(level: Level, row: Cells, source: Source): Row {
    const complete: Record<string, unknown> = { ...this.#rowOf(source, level, row) }
    for (const [relation, target] of level.related) {
      if (target.source.kind !== 'one') continue
      const key = row[cellOf(level, target.source.column)]
      const found = key === null ? undefined : source.rows[target.index]?.get(key as string)?.rows[0]
      if (!found && key !== null) throw new NotWritable(`${level.table}.${relation} refers to nothing`)
      complete[relation] = found ? this.#withRelated(target, found, source) : null
    }
    return complete
  }

  /** Returns how the list of a row is written, or that of a field of Query. */
  #list(field: FieldPlan, parent: Level | undefined, level: Level | undefined): RowText {
    const permission = parent && permissionOfField(field.field)
    const { columns = [] } = field.way.kind === 'list' ? field.way.options.parent : {}
    const keys = parent ? columns.map((key) => keyCellOf(parent, key)) : []
    const unreplaced = level?.layout.hasUnreplaced ? unreplacedCellOf(level) : undefined
    const isCounted = parent?.counted.some(({ fields }) => fields.includes(field))
    const count = parent && isCounted ? countCellOf(parent, field) : -1
    const attachingTo = parent && this.#attaching(field, parent)
    const type = field.composite as GraphQLObjectType
    const parts = (field.selection as SelectionPlan).of(type).fields.map((part, index) => ({
      name: `${index === 0 ? '' : ','}${JSON.stringify(part.key)}:`,
      textOf: this.#part(part, level, count),
    }))
    return (source, row) => {
      if (permission && parent)
        authorizeParent(
          withPermission(source.context, permission),
          parent.declaration?.name ?? '',
          this.#rowOf(source, parent, row),
        )
      const reads = source.lists.get(field) as ListReads
      const ofParent = level && source.rows[level.index]?.get(keyOf(row, keys))
      if (unreplaced !== undefined && ofParent?.rows.some((item) => item[unreplaced] !== 'true'))
        throw new NotWritable(`${field.path} is replaced`)
      if (attachingTo && level) source.attach.set(level, attachingTo(source, row))
      const page = { reads, row, rows: ofParent?.rows ?? [], more: ofParent?.more ?? false }
      countObjects(source, 1)
      let text = '{'
      for (const part of parts) text += part.name + part.textOf(source, page)
      return `${text}}`
    }
  }

  /** Returns how data of a row is added to those of its list, as code gets them; undefined if nothing is. */
  #attaching(field: FieldPlan, parent: Level) {
    const attach = field.way.kind === 'list' ? field.way.options.attach : undefined
    if (!attach) return undefined
    return (source: Source, row: Cells) => {
      const given = this.#rowOf(source, parent, row)
      const args = source.argumentsOf(field)
      return (item: Row) => attach(item, given, args as never) as Row
    }
  }

  #part(field: FieldPlan, level: Level | undefined, count: number): (source: Source, page: Page) => string {
    const { way } = field
    if (way.kind === 'typename') return (source) => typename(field)(source, [])
    if (way.kind !== 'part') throw new Error(`${field.path} is no part of a list`)
    switch (way.part) {
      case 'totalCount':
        return (source, { row }) => numberLeaf(field, source, row[count])
      case 'pageInfo':
        return this.#pageInfo(field, level as Level)
      case 'nodes': {
        const object = this.#object(field, level as Level)
        return (source, { rows, reads }) => {
          countObjects(source, rows.length, reads.window.limit)
          return arrayOf(rows, (row) => object(source, row))
        }
      }
      case 'edges': {
        const edge = this.#edge(field, level as Level)
        return (source, { rows, reads }) => {
          countObjects(source, rows.length, reads.window.limit)
          return arrayOf(rows, (row) => edge(source, row, reads))
        }
      }
    }
  }

  #edge({ composite, selection }: FieldPlan, level: Level) {
    const members = (selection as SelectionPlan)
      .of(composite as GraphQLObjectType)
      .fields.map((field, index) => {
        const name = `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`
        if (field.way.kind === 'typename') return { name, textOf: typename(field) }
        if (!isNodeOfEdge(field)) return { name, field }
        const object = this.#object(field, level)
        const textOf: RowText = (source, row) => {
          countObjects(source, 1)
          return object(source, row)
        }
        return { name, textOf }
      })
    return (source: Source, row: Cells, reads: ListReads) => {
      let text = '{'
      for (const { name, textOf, field } of members)
        text += name + (textOf ? textOf(source, row) : textLeaf(field, source, cursorIn(level, row, reads)))
      return `${text}}`
    }
  }

  #pageInfo({ composite, selection }: FieldPlan, level: Level) {
    const members = (selection as SelectionPlan).of(composite as GraphQLObjectType).fields
    return (source: Source, { reads, rows, more }: Page) => {
      countObjects(source, 1)
      const cursors = rows.map((row) => ({
        get cursor() {
          return cursorIn(level, row, reads)
        },
      }))
      const info: Record<string, unknown> = pageInfo(reads.window, cursors, more)
      const texts = members.map((field) => {
        const value = field.way.kind === 'typename' ? field.parentType.name : info[field.field.name]
        countLeaf(field, source, value)
        return `${JSON.stringify(field.key)}:${JSON.stringify(value)}`
      })
      return `{${texts.join()}}`
    }
  }

  /** Returns how the value that the resolver of a field returns is written. The resolver counts it. */
  #resolved(field: FieldPlan): ValueText {
    const { resolve } = field.field
    if (!resolve) throw new Error(`${field.path} has no resolver`)
    const takesArguments = field.field.args.length > 0
    return (source, parent) => {
      const args = source.argumentsOf(field)
      const value = resolve(parent, takesArguments ? { ...args } : args, source.context, source.infoOf(field))
      return this.#complete(field, source, value)
    }
  }

  #complete(field: FieldPlan, source: Source, value: unknown): string {
    if (isPromise(value)) {
      value.then(undefined, () => undefined)
      throw new NotWritable(`${field.path} waits`, true)
    }
    if (value === null || value === undefined) return nullValue(field)
    if (value instanceof Error) throw new NotWritable(`${field.path} has an error`)
    if (!field.isList) return this.#completeItem(field, source, value)
    if (!Array.isArray(value)) throw new NotWritable(`${field.path} is no array`)
    return arrayOf(value, (item) => {
      if (isPromise(item) || item instanceof Error) throw new NotWritable(`${field.path} has an error`)
      if (item !== null && item !== undefined) return this.#completeItem(field, source, item)
      if (!field.itemNullable) throw new NotWritable(`${field.path} has a null`)
      return 'null'
    })
  }

  #completeItem(field: FieldPlan, source: Source, value: unknown): string {
    const { composite, leaf, selection } = field
    if (leaf) return JSON.stringify(serialized(leaf, value))
    let type = composite
    if (isAbstractType(composite)) {
      const resolveType = composite.resolveType ?? defaultTypeResolver
      const name = resolveType(value, source.context, source.infoOf(field), composite)
      type = this.#schema.getType(String(name)) as GraphQLObjectType | undefined
    }
    if (!isObjectType(type)) throw new NotWritable(`${field.path} has no type`)
    const plan = (selection as SelectionPlan).of(type)
    return getOrCreate(this.#objects, plan, () => this.#objectOfValue(plan))(source, value)
  }

  /** Returns how an object that code returned is written. */
  #objectOfValue({ fields }: TypePlan): ValueText {
    const members = fields.map((field, index) => ({
      name: `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`,
      textOf: this.#fieldOfValue(field),
    }))
    return (source, value) => {
      let text = '{'
      for (const member of members) text += member.name + member.textOf(source, value)
      return `${text}}`
    }
  }

  #fieldOfValue(field: FieldPlan): ValueText {
    const { way } = field
    const counted =
      (find: (source: Source, value: never) => unknown): ValueText =>
      (source, value) => {
        const found = find(source, value as never)
        countValue(field, source, found)
        return this.#complete(field, source, found)
      }
    switch (way.kind) {
      case 'typename':
        return (source) => typename(field)(source, [])
      case 'property':
        return counted((_source, value: Record<string, unknown>) => value[way.name])
      case 'same':
        return counted((_source, value) => value)
      case 'code':
        return this.#resolved(field)
      case 'computed':
        if (Object.keys(way.declared.with).length === 0)
          return counted((source, value: Row) => way.declared.resolve?.(value, scopeOf(source.context), {}))
        break
      default:
    }
    return () => {
      throw new NotWritable(`${field.path} is read for an object of code`, true)
    }
  }

  /** Returns a row as code gets it. */
  #rowOf(source: Source, level: Level, cells: Cells): Row {
    if (source.last?.cells === cells) return source.last.row
    const plain = getOrCreate(this.#decoders, level, () => rowDecoder(level, level.columnsOfCode))(cells)
    const row = source.attach.get(level)?.(plain) ?? plain
    source.last = { cells, row }
    return row
  }
}

/** One page of a list, and the row that it belongs to. */
interface Page extends RowsOfParent {
  readonly reads: ListReads
  readonly row: Cells
}

function arrayOf<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  let text = '['
  for (let index = 0; index < items.length; index++)
    text += index === 0 ? textOf(items[index] as Item) : `,${textOf(items[index] as Item)}`
  return `${text}]`
}

const cursorIn = (level: Level, row: Cells, { list }: ListReads): string =>
  cursorOf(list, JSON.parse(row[orderCellOf(level)] as string))

function countObjects(source: Source, count: number, requested = count): void {
  source.objects += count
  source.requestedObjects += requested
}

function countLeaf({ key }: FieldPlan, source: Source, value: unknown): void {
  source.bytes += key.length + sizeOf(value)
}

function countValue(field: FieldPlan, source: Source, value: unknown): void {
  if (field.leaf) countLeaf(field, source, value)
  else if (Array.isArray(value)) countObjects(source, value.length)
  else if (value !== null && value !== undefined) countObjects(source, 1)
}

/** Returns null for a field that may be null. */
function nullValue(field: FieldPlan): string {
  if (!field.nullable) throw new NotWritable(`${field.path} is null`)
  return 'null'
}

function nullLeaf(field: FieldPlan, source: Source): string {
  source.bytes += field.key.length + plainSize
  return nullValue(field)
}

function numberLeaf({ key, path }: FieldPlan, source: Source, text: string | null | undefined): string {
  source.bytes += key.length + plainSize
  // A number that code knows only is null.
  if (text == null) throw new NotWritable(`${path} is not counted`)
  return text
}

function textLeaf(field: FieldPlan | undefined, source: Source, text: string): string {
  if (field) countLeaf(field, source, text)
  return JSON.stringify(text)
}

function typename(field: FieldPlan): RowText {
  const { name } = field.parentType
  const text = JSON.stringify(name)
  const size = field.key.length + name.length
  return (source) => {
    source.bytes += size
    return text
  }
}

/** Returns how the text of a column is written as a leaf, and counts it; undefined if it must be decoded for that. */
function plainLeaf(
  leaf: GraphQLLeafType,
  { type, kind }: { readonly type: string; readonly kind: string },
): ((source: Source, text: string) => string) | undefined {
  if (isEnumType(leaf)) {
    const texts = new Map<string, string>()
    return (source, text) => {
      source.bytes += text.length
      const known = texts.get(text)
      if (known !== undefined) return known
      const written = JSON.stringify(serialized(leaf, text))
      texts.set(text, written)
      return written
    }
  }
  if ((type === 'String' || kind === 'enum') && textLeaves.has(leaf.name))
    return (source, text) => {
      if (isPlainText(text)) {
        source.bytes += text.length
        return `"${text}"`
      }
      source.bytes += Buffer.byteLength(text)
      return JSON.stringify(text)
    }
  if ((type === 'Int' && leaf.name === 'Int') || (type === 'Boolean' && leaf.name === 'Boolean'))
    return (source, text) => {
      source.bytes += plainSize
      return text
    }
  if (type === 'DateTime' && leaf.name === 'DateTime')
    return (source, text) => {
      source.bytes += plainSize
      return `"${isoInstant(text)}"`
    }
  return undefined
}

/** The scalars whose text in the answer is that of the database. */
const textLeaves: ReadonlySet<string> = new Set(['String', 'ID', 'URL'])
