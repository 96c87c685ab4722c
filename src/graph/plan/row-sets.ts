import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import type { Window } from '../declare/keyset.ts'
import {
  type AddedMembers,
  declarationOf,
  furtherRelated,
  guardsOf,
  type ModelDeclaration,
  models,
  type Policy,
  type Related,
  relatedColumns,
} from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import { singleExtension } from '../declare/planned-read.ts'
import { columnNamesOf, referenceOf } from '../sql/where.ts'
import { Columns } from './columns.ts'
import type { Declared, FieldPlan, ListOptions, QueryPlan, SelectionPlan, TypePlan } from './field-plan.ts'
import { columnsOf, columnsOfCode, columnsOfPermission, listNeeds } from './needs.ts'
import { queriedRowOf, readAheadOf, rowsOfQueried } from './query-extensions.ts'

/** A column of the parent, or the number of a key of the list that the parent was read in. */
export type ParentKey = string | number

/** The source of the rows of a row set. */
export type RowSetSource =
  /** The row that a field of Query finds. */
  | { readonly kind: 'single'; readonly field: FieldPlan }
  /** A page of the list of each parent. */
  | {
      readonly kind: 'list'
      readonly field: FieldPlan
      /** The keys of a parent of the list; none for a list of Query. */
      readonly keys: readonly ParentKey[]
      readonly parent: RowSet | undefined
      readonly reads: ListParts
    }
  /** The rows that the parents refer to. */
  | {
      readonly kind: 'one'
      /** Absent for rows that code reads. */
      readonly field?: FieldPlan
      readonly column: string
      readonly of: string
      /** The condition that the rows match. Absent for rows that code reads. */
      readonly policy?: Policy
      readonly parent: RowSet
    }
  /** All rows that refer to the parents. */
  | {
      readonly kind: 'all'
      readonly field: FieldPlan
      readonly declared: Declared<'all'>
      readonly parent: RowSet
    }

/** The parts of a connection that are selected. */
export interface ListParts {
  readonly rows: boolean
  readonly pageInfo: boolean
  readonly cursors: boolean
  readonly count: boolean
}

/** A number to read with each row: of the rows of a list, or of a `count`. */
export type Counted =
  | {
      readonly kind: 'list'
      readonly fields: FieldPlan[]
      readonly keys: readonly ParentKey[]
      /** The row set of the rows, if they are read too. */
      rows: RowSet | undefined
    }
  | { readonly kind: 'count'; readonly fields: FieldPlan[] }

/** Returns whether the rows of a page are all of their list unless more follow: then they need not be counted. */
export const isPageOfAll = ({ cursor, limit }: Window): boolean => cursor === null && limit > 0

/** Returns whether a row after the window of a list is read, which tells that more follow. */
export const readsBeyond = ({ pageInfo, count }: ListParts): boolean => pageInfo || count

/** The rows of one place of a document: the objects that a field leads to. */
export class RowSet {
  readonly index: number
  readonly table: string
  /** Absent for rows that code reads, whatever the viewer may see. */
  readonly declaration: ModelDeclaration | undefined
  readonly source: RowSetSource
  readonly columns = new Columns()
  /** The columns that code gets of the rows. */
  readonly columnsOfCode = new Columns()
  readonly counted: Counted[] = []
  /** The row sets that fields of the rows lead to. */
  readonly below = new Map<FieldPlan, RowSet>()
  /** The row sets of the rows that computed fields read, by relation. */
  readonly related = new Map<string, RowSet>()
  /** The computed fields that read them. */
  readonly relating: FieldPlan[] = []
  #layout: Layout | undefined

  constructor(index: number, table: string, declaration: ModelDeclaration | undefined, source: RowSetSource) {
    this.index = index
    this.table = table
    this.declaration = declaration
    this.source = source
  }

  /** Returns the positions of the members in the rows. No column may be added after the first call. */
  get layout(): Layout {
    this.#layout ??= layoutOf(this)
    return this.#layout
  }
}

/** The cells of the rows of a row set, in their order. The cell before them has the number of the row set. */
export interface Layout {
  /** The number of keys of the parent. */
  readonly keys: number
  readonly columns: readonly string[]
  /** The columns of which a cell tells whether the viewer may see them. */
  readonly guarded: readonly string[]
  /** The members of the rows besides the columns of their table. */
  readonly added: AddedMembers
  /** Whether a cell has the values by which the rows are ordered, as a JSON array. */
  readonly hasOrder: boolean
  /** Whether a cell tells that the row is an item of the list, which code has not replaced. */
  readonly hasUnreplaced: boolean
  readonly width: number
}

function layoutOf({ columns, counted, declaration, source, table }: RowSet): Layout {
  const { names = columnNamesOf(table) } = columns
  const guarded = (declaration ? guardsOf(declaration) : [])
    .map(({ column }) => column)
    .filter((column) => columns.isGuarded(column))
  const isList = source.kind === 'list'
  const members = {
    keys: source.kind === 'single' ? 0 : isList ? source.keys.length : 1,
    // A statement must select something.
    columns: names.length > 0 ? names : columnNamesOf(table).slice(0, 1),
    guarded,
    added: addedBy(source),
    hasOrder: isList && source.reads.cursors,
    hasUnreplaced: isList && unreplacedOf(source.field) !== undefined,
  }
  const width =
    1 +
    members.keys +
    members.columns.length +
    guarded.length +
    Object.keys(members.added).length +
    Number(members.hasOrder) +
    Number(members.hasUnreplaced) +
    counted.length
  return { ...members, width }
}

/** Returns what rows get of their source besides their columns. */
function addedBy(source: RowSetSource): AddedMembers {
  if (source.kind === 'list' && source.field.strategy.kind === 'list')
    return source.field.strategy.options.parent.adds ?? {}
  if (source.kind === 'single') return queriedRowOf(source.field)?.adds ?? {}
  return source.kind === 'all' ? (source.declared.relation.adds ?? {}) : {}
}

const required = (index: number, name: string): number => {
  if (index < 0) throw new Error(`${name} is not read`)
  return index
}

/** Returns the cell of a column of the rows of a row set. */
export const cellOf = ({ layout }: RowSet, column: string): number =>
  1 + layout.keys + required(layout.columns.indexOf(column), column)

/** Returns the cell that tells whether the viewer may see a column. */
export const guardCellOf = ({ layout }: RowSet, column: string): number =>
  1 + layout.keys + layout.columns.length + required(layout.guarded.indexOf(column), column)

/** Returns the first cell of what rows have besides their columns. */
export const addedCellOf = ({ layout }: RowSet): number =>
  1 + layout.keys + layout.columns.length + layout.guarded.length

/** Returns the cell of the values by which the rows of a row set are ordered. */
export const orderCellOf = (rowSet: RowSet): number =>
  addedCellOf(rowSet) + Object.keys(rowSet.layout.added).length

/** Returns the cell that tells that a row is an item of its list. */
export const unreplacedCellOf = (rowSet: RowSet): number =>
  orderCellOf(rowSet) + Number(rowSet.layout.hasOrder)

/** Returns where the rows of a list field are its items, if code replaces others. */
export const unreplacedOf = ({ strategy }: FieldPlan): ListOptions['unreplaced'] =>
  strategy.kind === 'list' ? strategy.options.unreplaced : undefined

/** Returns the cell of a key of the lists of the rows of a row set. */
export const keyCellOf = (rowSet: RowSet, key: ParentKey): number =>
  typeof key === 'number' ? 1 + key : cellOf(rowSet, key)

/** Returns the cell of a number that is read with each row. */
export const countCellOf = (rowSet: RowSet, field: FieldPlan): number =>
  orderCellOf(rowSet) +
  Number(rowSet.layout.hasOrder) +
  Number(rowSet.layout.hasUnreplaced) +
  required(
    rowSet.counted.findIndex(({ fields }) => fields.includes(field)),
    field.path,
  )

/** The row sets of an operation that one statement reads. */
export interface RowSets {
  readonly root: TypePlan
  readonly all: readonly RowSet[]
  /** The row sets that the fields of Query lead to. */
  readonly below: ReadonlyMap<FieldPlan, RowSet>
  /** All fields that are lists. */
  readonly lists: readonly FieldPlan[]
  /** The list fields of other types that are selected at the same place, by field. */
  readonly sameLists: ReadonlyMap<FieldPlan, FieldPlan>
}

/** The number of row sets that one statement reads. Documents with more are executed in batches. */
const maximumRowSets = 50

/** Thrown where an operation cannot be read by one statement. */
class Unsupported extends Error {}

/** Returns the row sets of an operation, or null if one statement cannot read all of it. */
export function rowSetsOf(plan: QueryPlan): RowSets | null {
  try {
    return new RowSetPlanner(plan, true).plan()
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

/** Returns the row sets of an operation that one statement can read: those around what is code. */
export const partialRowSetsOf = (plan: QueryPlan): RowSets => new RowSetPlanner(plan, false).plan()

class RowSetPlanner {
  readonly #plan: QueryPlan
  /** Whether all of the operation must be read by the statement. */
  readonly #isWhole: boolean
  readonly #all: RowSet[] = []
  readonly #lists: FieldPlan[] = []
  readonly #sameLists = new Map<FieldPlan, FieldPlan>()

  constructor(plan: QueryPlan, isWhole: boolean) {
    this.#plan = plan
    this.#isWhole = isWhole
  }

  /** Leaves a field to those who execute the operation in batches. */
  #leave(): undefined {
    if (this.#isWhole) throw new Unsupported()
  }

  plan(): RowSets {
    const root = this.#plan.root.of(this.#plan.schema.getQueryType() as GraphQLObjectType)
    const below = new Map<FieldPlan, RowSet>()
    for (const field of root.fields) {
      const rowSet = field.strategy.kind === 'typename' ? undefined : this.#rootRowSet(field)
      if (rowSet) below.set(field, rowSet)
    }
    return { root, all: this.#all, below, lists: this.#lists, sameLists: this.#sameLists }
  }

  #rootRowSet(field: FieldPlan): RowSet | undefined {
    const { strategy } = field
    if (strategy.kind === 'list') return this.#list(field, strategy.options, undefined)
    const queried = queriedRowOf(field)
    // Only a nested statement reads it.
    if (queried && this.#isWhole)
      return this.#rowSet(queried.table, undefined, { kind: 'single', field }, columnsOf(field), field)
    const name = field.field.extensions[singleExtension] as string | undefined
    if (name === undefined) return this.#leave()
    const declaration = declarationOf(name)
    return this.#rowSet(declaration.table, declaration, { kind: 'single', field }, columnsOf(field), field)
  }

  /** Adds a row set, and those below it, for the selection of a field on its rows. */
  #rowSet(
    table: string,
    declaration: ModelDeclaration | undefined,
    source: RowSetSource,
    columns: Columns,
    rows: FieldPlan | undefined,
  ): RowSet | undefined {
    if (this.#all.length === maximumRowSets) return this.#leave()
    const rowSet = new RowSet(this.#all.length, table, declaration, source)
    rowSet.columns.include(columns)
    this.#all.push(rowSet)
    if (rows?.selection) this.#fields(rowSet, rows.selection, rows)
    return rowSet
  }

  #fields(rowSet: RowSet, selection: SelectionPlan, field: FieldPlan): void {
    const { composite } = field
    if (isAbstractType(composite)) {
      rowSet.columns.include(columnsOf(field))
      rowSet.columnsOfCode.include(columnsOfCode(composite))
    }
    const types = isAbstractType(composite) ? selection.possibleTypes(composite) : [composite]
    for (const type of types) if (isObjectType(type)) this.#typeFields(rowSet, selection.of(type))
  }

  #typeFields(rowSet: RowSet, { fields, columns }: TypePlan): void {
    rowSet.columns.include(columns)
    for (const field of fields) this.#field(rowSet, field)
  }

  #field(rowSet: RowSet, field: FieldPlan): void {
    const { strategy } = field
    if (this.#isPlanned(rowSet, field)) return
    switch (strategy.kind) {
      case 'same':
        this.#fields(rowSet, field.selection as SelectionPlan, field)
        return
      case 'one': {
        rowSet.columnsOfCode.add(...columnsOfPermission(field))
        const { declaration, of, policy, columns } = strategy.rows
        const source = { kind: 'one', field, column: strategy.column, of, policy, parent: rowSet } as const
        this.#addBelow(rowSet, field, this.#rowSet(declaration.table, declaration, source, columns, field))
        return
      }
      case 'all': {
        const declaration = declarationOf(strategy.declared.target)
        const source = { kind: 'all', field, declared: strategy.declared, parent: rowSet } as const
        const columns = columnsOf(field)
        this.#addBelow(rowSet, field, this.#rowSet(declaration.table, declaration, source, columns, field))
        return
      }
      case 'list':
        this.#addBelow(rowSet, field, this.#list(field, strategy.options, rowSet))
        return
      case 'count':
        rowSet.counted.push({ kind: 'count', fields: [field] })
        return
      case 'computed':
        rowSet.columnsOfCode.add(...strategy.declared.from, ...columnsOfPermission(field))
        this.#related(rowSet, strategy.declared.with)
        rowSet.relating.push(field)
        return
      case 'part':
        this.#leave()
        return
      case 'code':
        if (isCodeOfModel(field) && !readAheadOf(rowSet, field)) this.#leave()
        rowSet.columnsOfCode.include(columnsOfCode(field))
        rowSet.columnsOfCode.add(...columnsOfPermission(field))
        return
      default:
    }
  }

  #addBelow(rowSet: RowSet, field: FieldPlan, below: RowSet | undefined): void {
    if (below) rowSet.below.set(field, below)
  }

  /**
   * Returns whether a field was planned for another type of the rows, whose field at the same place of the document reads
   * the same: the types of an interface share the row sets of its fields.
   */
  #isPlanned(rowSet: RowSet, field: FieldPlan): boolean {
    if (!field.selection) return false
    for (const [planned, target] of rowSet.below)
      if (planned.selection === field.selection && isSameStrategy(planned, field)) {
        rowSet.below.set(field, target)
        if (field.strategy.kind === 'list') this.#share(rowSet, planned, field)
        return true
      }
    return false
  }

  #share(rowSet: RowSet, planned: FieldPlan, field: FieldPlan): void {
    this.#sameLists.set(field, this.#sameLists.get(planned) ?? planned)
    rowSet.counted.find(({ fields }) => fields.includes(planned))?.fields.push(field)
  }

  /** Adds the row set of the rows of a list. Undefined if only their number is selected. */
  #list(field: FieldPlan, options: ListOptions, parent: RowSet | undefined): RowSet | undefined {
    const { columns: keys } = options.parent
    const reads = partsOf(field)
    if (!keys || (options.attach && !options.attaches)) return this.#leave()
    if (options.replace && !options.unreplaced) return this.#leave()
    // Only a nested statement counts the rows of a list of Query.
    if (!parent && reads.count && !(this.#isWhole && reads.rows)) return this.#leave()
    this.#lists.push(field)
    const keyColumns = keys.filter((key) => typeof key === 'string')
    const needed = [...columnsOfPermission(field), ...(options.attaches ?? [])]
    parent?.columnsOfCode.add(...needed, ...(options.authorize ? keyColumns : []))
    const ofQueried = parent && rowsOfQueried(field, parent)
    parent?.columns.add(...keyColumns, ...needed, ...(ofQueried?.columns ?? []))
    const counted = { kind: 'list' as const, fields: [field], keys, rows: undefined as RowSet | undefined }
    if (reads.count) parent?.counted.push(counted)
    if (!reads.rows) return undefined
    const [rows, ...others] = rowFieldsOf(field)
    const { columns } = listNeeds(field, options)
    const table = options.model ?? options.name
    const declared = models.get(options.name)
    const declaration = declared?.table === table ? declared : undefined
    if (options.guarded && !declaration) return this.#leave()
    const source = { kind: 'list', field, keys: parent ? keys : [], parent, reads } as const
    const rowSet = this.#rowSet(table, declaration, source, columns, rows)
    if (!rowSet) return undefined
    counted.rows = rowSet
    for (const other of others) if (other.selection) this.#fields(rowSet, other.selection, other)
    return rowSet
  }

  /** Adds the row sets of rows that computed fields read besides their own. */
  #related(rowSet: RowSet, related: Related): void {
    for (const [relation, inner] of Object.entries(related)) {
      const { column, of, table } = referenceOf(rowSet.table, relation)
      rowSet.columns.add(column)
      const columns = new Columns()
      const named = relatedColumns(inner)
      if (named) columns.add(...named)
      else columns.addAll()
      // Those who execute in batches find them by it.
      if (!this.#isWhole) columns.add(of)
      const source = { kind: 'one', column, of, parent: rowSet } as const
      const known = rowSet.related.get(relation)
      const target = known ?? this.#rowSet(table, undefined, source, columns, undefined)
      if (!target) return
      target.columns.include(columns)
      target.columnsOfCode.include(columns)
      rowSet.related.set(relation, target)
      this.#related(target, furtherRelated(inner))
    }
  }
}

/** Returns whether a model declares a field as code, which mostly waits for what it reads. */
const isCodeOfModel = ({ parentType, field }: FieldPlan): boolean =>
  models.get(parentType.name)?.fields.get(field.name)?.kind === 'code'

/** Returns whether two fields of one place of a document read the same. */
function isSameStrategy(
  { strategy: one, field: first }: FieldPlan,
  { strategy: other, field: second }: FieldPlan,
): boolean {
  if (one.kind === 'list' && other.kind === 'list')
    return one.options === other.options && permissionOfField(first) === permissionOfField(second)
  if (one.kind === 'one' && other.kind === 'one')
    return (
      one.column === other.column &&
      one.rows.of === other.rows.of &&
      one.rows.declaration === other.rows.declaration &&
      one.rows.policy === other.rows.policy
    )
  return false
}

/** Returns what is selected of the connections of a list field. */
function partsOf(field: FieldPlan): ListParts {
  const parts = { rows: false, pageInfo: false, cursors: false, count: false }
  for (const part of fieldsOf(field)) {
    if (part.strategy.kind !== 'part') continue
    const name = part.strategy.part
    if (name === 'totalCount') parts.count = true
    else parts.rows = true
    if (name === 'pageInfo') parts.pageInfo = true
    if (
      name === 'pageInfo' ||
      (name === 'edges' && fieldsOf(part).some((each) => each.field.name === 'cursor'))
    )
      parts.cursors = true
  }
  return parts
}

/** Returns the fields whose selections are on the rows of a list. */
const rowFieldsOf = (field: FieldPlan): FieldPlan[] =>
  fieldsOf(field).flatMap((part) => {
    if (part.strategy.kind !== 'part') return []
    if (part.strategy.part === 'nodes') return [part]
    return part.strategy.part === 'edges' ? fieldsOf(part).filter(isNodeOfEdge) : []
  })

const fieldsOf = ({ composite, selection }: FieldPlan): readonly FieldPlan[] =>
  isObjectType(composite) ? (selection?.of(composite).fields ?? []) : []

/** Returns whether a field of an edge is its node. */
export const isNodeOfEdge = ({ field }: FieldPlan): boolean => field.name === 'node'
