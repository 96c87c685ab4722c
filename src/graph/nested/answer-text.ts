import {
  defaultTypeResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
} from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { missingRow } from '../batched/loaded-rows.ts'
import { keyOf, type LevelRows, type RowsOfParent, rowDecoder } from '../batched/rows.ts'
import { type ListReads, pageInfo } from '../declare/connection.ts'
import { fieldContextOf } from '../declare/field-context.ts'
import { cursorOf, type Row } from '../declare/keyset.ts'
import { permissionOfField } from '../declare/permission.ts'
import { graphHost, viewerOf } from '../host.ts'
import { type Declared, type FieldPlan, type SelectionPlan, typePlanOf } from '../plan/plan.ts'
import {
  cellOf,
  countCellOf,
  guardCellOf,
  isNodeOfEdge,
  isPageOfAll,
  keyCellOf,
  type Level,
  type Levels,
  orderCellOf,
  unreplacedCellOf,
} from '../plan/row-sets.ts'
import { type Cells, decoderOf } from '../sql/cells.ts'
import { columnTypeOf, referenceOf } from '../sql/where.ts'
import {
  arrayOf,
  countObjects,
  countValue,
  nullValue,
  numberText,
  objectText,
  pageInfoText,
  plainLeaf,
  type TextOf,
  typename,
} from './leaf-text.ts'
import { NotWritable } from './not-writable.ts'
import { argumentsIn, type ValueTexts } from './value-text.ts'
import { type InputsOfCode, Writing } from './writing.ts'

/** The state of writing an answer from the rows of levels. */
export class LevelWriting extends Writing {
  readonly rows: readonly LevelRows[]
  readonly lists: ReadonlyMap<FieldPlan, ListReads>
  /** By level: adds data of the row that the list belongs to, which is being written, to a row of the list. */
  readonly attach = new Map<Level, (row: Row) => Row>()
  /** The row that code got last: several fields of a row get the same. */
  last: { readonly cells: Cells; readonly row: Row } | undefined

  constructor(inputs: InputsOfCode, rows: readonly LevelRows[], lists: ReadonlyMap<FieldPlan, ListReads>) {
    super(inputs)
    this.rows = rows
    this.lists = lists
  }
}

type RowText = TextOf<LevelWriting, Cells>

/** Writes the answers of an operation as JSON, straight from the rows of its statement. */
export class AnswerText {
  readonly #schema: GraphQLSchema
  readonly #levels: Levels
  readonly #values: ValueTexts
  readonly #rows = new Map<Level, Map<SelectionPlan, RowText>>()
  readonly #decoders = new Map<Level, (row: Cells) => Row>()
  #root: RowText | undefined

  constructor(levels: Levels, schema: GraphQLSchema, values: ValueTexts) {
    this.#schema = schema
    this.#levels = levels
    this.#values = values
  }

  /** Returns the data of the answer. Throws NotWritable where the answer has errors or must be waited for. */
  write(source: LevelWriting): string {
    // Most operations never need it: the nested statement writes their answers.
    this.#root ??= objectText(this.#levels.root, (field) => this.#rootField(field, this.#levels))
    return this.#root(source, [])
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
    return objectText(selection.of(type), (field) => this.#field(field, level))
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
        return (source, row) => (row[visible] === 'true' ? column(source, row) : nullValue(field))
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
        return (_source, row) => numberText(field, row[cell])
      }
      case 'computed':
        return this.#computed(field, level, way.declared)
      case 'list':
        return this.#list(field, level, level.below.get(field))
      case 'part':
        throw new Error(`${field.path} is no part of a list`)
      case 'code': {
        const value = this.#values.resolved(field)
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
    const complete = this.#values.completed(field)
    return (source, row) => {
      const text = row[cell] as string | null
      if (text === null && !type.isList) return nullValue(field)
      if (textOf && text !== null) return textOf(text)
      const value = text === null ? [] : decode(text)
      return complete(source, value)
    }
  }

  #one(field: FieldPlan, level: Level, cell: number): RowText {
    const target = level.below.get(field) as Level
    const object = this.#object(field, target)
    const authorize = this.#authorizing(field, level)
    return (source, row) => {
      authorize?.(source, row)
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
    const key = target.source.kind === 'all' ? target.source.declared.relation.keys[0] : undefined
    const cell = cellOf(level, key as string)
    return (source, row) => {
      const rows = source.rows[target.index]?.get(row[cell] as string)?.rows ?? []
      countObjects(source, rows.length)
      return arrayOf(rows, (item) => object(source, item))
    }
  }

  #computed(field: FieldPlan, level: Level, { resolve, with: related }: Declared<'computed'>): RowText {
    const isPlain = Object.keys(related).length === 0
    const authorize = this.#authorizing(field, level)
    const complete = this.#values.completed(field)
    return (source, row) => {
      authorize?.(source, row)
      const given = isPlain ? this.#rowOf(source, level, row) : this.#withRelated(level, row, source)
      const value = resolve?.(given, fieldContextOf(source.context), argumentsIn(source, field))
      countValue(field, source, value)
      return complete(source, value)
    }
  }

  /** Returns a row with those that it refers to, under the names of the relations. */
  #withRelated(level: Level, row: Cells, source: LevelWriting): Row {
    const complete: Record<string, unknown> = { ...this.#rowOf(source, level, row) }
    for (const [relation, target] of level.related) {
      if (target.source.kind !== 'one') continue
      const key = row[cellOf(level, target.source.column)]
      const found = key === null ? undefined : source.rows[target.index]?.get(key as string)?.rows[0]
      complete[relation] = found
        ? this.#withRelated(target, found, source)
        : missingRow(referenceOf(level.table, relation), key)
    }
    return complete
  }

  /** Returns the check of the permission of a field on its row; undefined if it has none. */
  #authorizing(field: FieldPlan, level: Level): ((source: LevelWriting, row: Cells) => void) | undefined {
    const permission = permissionOfField(field.field)
    if (!permission) return undefined
    return (source, row) =>
      graphHost().permission.check(
        source.context,
        permission,
        field.parentType.name,
        this.#rowOf(source, level, row),
      )
  }

  /** Returns how the list of a row is written, or that of a field of Query. */
  #list(field: FieldPlan, parent: Level | undefined, level: Level | undefined): RowText {
    const options = field.way.kind === 'list' ? field.way.options : undefined
    const { columns = [] } = options?.parent ?? {}
    const authorize = parent && this.#authorizing(field, parent)
    const keys = parent ? columns.map((key) => keyCellOf(parent, key)) : []
    const unreplaced = level?.layout.hasUnreplaced ? unreplacedCellOf(level) : undefined
    const isCounted = parent?.counted.some(({ fields }) => fields.includes(field))
    const count = parent && isCounted ? countCellOf(parent, field) : -1
    const attachingTo = parent && this.#attaching(field, parent)
    const connection = objectText(typePlanOf(field), (part) => this.#part(part, level, count))
    return (source, row) => {
      authorize?.(source, row)
      if (options?.authorize && parent)
        options.authorize(viewerOf(source.context), this.#rowOf(source, parent, row))
      const reads = source.lists.get(field) as ListReads
      const ofParent = level && source.rows[level.index]?.get(keyOf(row, keys))
      if (unreplaced !== undefined && ofParent?.rows.some((item) => item[unreplaced] !== 'true'))
        throw new NotWritable(`${field.path} is replaced`)
      if (attachingTo && level) source.attach.set(level, attachingTo(source, row))
      countObjects(source, 1)
      return connection(source, { reads, row, rows: ofParent?.rows ?? [], more: ofParent?.more ?? false })
    }
  }

  /** Returns how data of a row is added to those of its list, as code gets them; undefined if nothing is. */
  #attaching(field: FieldPlan, parent: Level) {
    const attach = field.way.kind === 'list' ? field.way.options.attach : undefined
    if (!attach) return undefined
    return (source: LevelWriting, row: Cells) => {
      const given = this.#rowOf(source, parent, row)
      const args = source.argumentsOf(field)
      return (item: Row) => attach(item, given, args as never) as Row
    }
  }

  #part(field: FieldPlan, level: Level | undefined, count: number): TextOf<LevelWriting, Page> {
    const { way } = field
    if (way.kind === 'typename') return typename(field)
    if (way.kind !== 'part') throw new Error(`${field.path} is no part of a list`)
    switch (way.part) {
      case 'totalCount':
        return (_source, { row, rows, more, reads }) => {
          const isAll = level !== undefined && !more && isPageOfAll(reads.window)
          return numberText(field, row[count] ?? (isAll ? String(rows.length) : null))
        }
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
          return arrayOf(rows, (row) => edge(source, { row, reads }))
        }
      }
    }
  }

  #edge(field: FieldPlan, level: Level): TextOf<LevelWriting, Pick<Page, 'row' | 'reads'>> {
    return objectText(typePlanOf(field), (member) => {
      if (member.way.kind === 'typename') return typename(member)
      if (!isNodeOfEdge(member))
        return (_source, { row, reads }) => JSON.stringify(cursorIn(level, row, reads))
      const object = this.#object(member, level)
      return (source, { row }) => {
        countObjects(source, 1)
        return object(source, row)
      }
    })
  }

  #pageInfo(field: FieldPlan, level: Level): TextOf<LevelWriting, Page> {
    const write = pageInfoText<LevelWriting>(field)
    return (source, { reads, rows, more }) => {
      countObjects(source, 1)
      const ends = rows.length > 0 ? [rows[0] as Cells, rows.at(-1) as Cells] : []
      const cursors = ends.map((row) => ({ cursor: cursorIn(level, row, reads) }))
      return write(source, pageInfo(reads.window, cursors, more))
    }
  }

  /** Returns a row as code gets it. */
  #rowOf(source: LevelWriting, level: Level, cells: Cells): Row {
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

const cursorIn = (level: Level, row: Cells, { list }: ListReads): string =>
  cursorOf(list, JSON.parse(row[orderCellOf(level)] as string))
