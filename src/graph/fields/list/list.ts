import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { Context, PrismaTypes, Viewer } from '../../application.ts'
import type { Batch } from '../../batched/batch.ts'
import { guardedColumns, keysOf } from '../../batched/loaded-rows.ts'
import { type ListNeeds, readConnections } from '../../batched/reads.ts'
import { Failure } from '../../batched/values.ts'
import {
  type ConnectionOptions,
  connectionField,
  KeysetConnection,
  openConnection,
  type SharedReads,
} from '../../declare/connection.ts'
import {
  type Direction,
  type KeysetPage,
  type OrderColumn,
  type Row,
  selectWindow,
} from '../../declare/keyset.ts'
import { declarationOf, models } from '../../declare/model-registry.ts'
import type {
  DeclaredField,
  FieldOptions,
  ModelInterfaceRef,
  ModelName,
  ModelRef,
  RelationTo,
  RowOf,
} from '../../declare/model-types.ts'
import { permissionOfField } from '../../declare/permission.ts'
import { type AddedMembers, type Relation, relationBy } from '../../declare/relation.ts'
import { type FieldText, textOf } from '../../nested/object.ts'
import type { CurrentRow } from '../../nested/scope.ts'
import { Columns } from '../../plan/columns.ts'
import {
  connectionPartOf,
  type FieldPlan,
  isNodeOfEdge,
  type ListOptions,
  listOptionsOf,
  typePlanOf,
} from '../../plan/field-plan.ts'
import { columnsOf, columnsOfPermission } from '../../plan/needs.ts'
import type { PlannedReads } from '../../plan/policies.ts'
import {
  isNumbered,
  isPageOfAll,
  keepsRowsOf,
  type ListParts,
  type RowSet,
  readsBeyond,
} from '../../plan/row-set.ts'
import type { TextSql } from '../../sql/json-sql.ts'
import { countOf, keyMember, numbered, parentKeys } from '../../sql/row-set-sql.ts'
import type { Where } from '../../sql/where.ts'
import type {
  Counted,
  FieldKind,
  FlatWriter,
  PagesOfList,
  RowSetSource,
  RowSetting,
  RowWriter,
  Strategy,
} from '../field-kind.ts'
import { ListSql } from './sql.ts'

export interface ListDeclaration {
  readonly kind: 'list'
  readonly target: string
  readonly relation: Relation
  readonly filter?: (viewer: Viewer, args: never) => Where
  readonly order: readonly OrderColumn[] | ((args: never) => readonly OrderColumn[])
  readonly direction: Direction | ((args: never) => Direction)
}

interface ManyOptions<Name extends ModelName, Target extends ModelName, Args extends InputFieldMap>
  extends FieldOptions {
  /** The column of the target with the id of this row, or the relation in SQL. */
  readonly by: RelationTo<Name, Target>
  readonly args?: Args
  /** The filters. The policy of the target applies in addition. */
  readonly where?: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  /** The policy of the list, if it is not that of edges. It admits no others than that of rows found by id. */
  readonly policy?: (viewer: Viewer) => PrismaTypes[Target]['Where']
  readonly order: readonly OrderColumn[] | ((args: InputShapeFromFields<Args>) => readonly OrderColumn[])
  readonly direction?: Direction | ((args: InputShapeFromFields<Args>) => Direction)
  /** The number up to which `totalCount` counts, for lists that grow without end. By default it counts all. */
  readonly countedTo?: number
  /** Throws if the viewer may not see the list, for rules other than `permission`. It may read the keys of `by`. */
  readonly authorize?: (viewer: Viewer, row: RowOf<Name>) => void
}

export interface ListFunctions<Name extends ModelName> {
  /** A list in pages. */
  many<Target extends ModelName, Args extends InputFieldMap = Record<never, never>>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: ManyOptions<Name, Target, Args>,
  ): DeclaredField
  /** A list in pages of what is no model, or of rows that only code can tell. */
  codeList<Node, Args extends InputFieldMap = Record<never, never>>(
    options: ConnectionOptions<RowOf<Name>, Node, Args>,
  ): DeclaredField
}

/** A page of the list of each parent, or of a list of Query. */
class RowsOfPages implements RowSetSource {
  readonly kind = 'list'
  readonly pages: PagesOfList
  readonly parent: RowSet | undefined
  readonly keys: readonly string[]
  readonly added: AddedMembers

  constructor(
    pages: PagesOfList,
    parent: RowSet | undefined,
    { columns = [], adds = {} }: ListOptions['parent'],
  ) {
    this.pages = pages
    this.parent = parent
    this.keys = parent ? columns : []
    this.added = adds
  }

  get field(): FieldPlan {
    return this.pages.field
  }

  condition({ lists }: PlannedReads): Where {
    return lists.get(this.field)?.list.where ?? {}
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const { parent, keys } = this
    const { list, window } = writer.list(this.field)
    const selected = writer.members(rowSet)
    // Rows after the window tell whether there are more.
    const count = window.limit + (readsBeyond(this.pages.parts) && window.limit > 0 ? 1 : 0)
    // A number would be part of the text, and would be less than the planner expects of a list: it would sort.
    const limit = writer.parameters.add(count)
    const { own, condition } = writer.policies.ofParents(list, parent, writer.parameters)
    const rows = selectWindow(own, window, selected, limit, writer.parameters)
    const from = parent ? writer.parents(parent, keys) : `(SELECT ''::text AS k0)`
    const members = [...parentKeys(keys.length), 'r.*'].join(', ')
    return `SELECT ${members} FROM ${from} p CROSS JOIN LATERAL (${isNumbered(rowSet) ? numbered(rows) : rows}) r${condition && ` WHERE ${condition}`} ${writer.end}`
  }
}

/** The number of rows of the list of each row of a row set. */
class CountOfList implements Counted {
  readonly fields: FieldPlan[]
  readonly list: { readonly keys: readonly string[]; rows: RowSet | undefined }

  constructor(field: FieldPlan, keys: readonly string[]) {
    this.fields = [field]
    this.list = { keys, rows: undefined }
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const [field] = this.fields as [FieldPlan]
    const { keys, rows } = this.list
    const { list, window } = writer.list(field)
    const place = { rowSet, alias: writer.nameOf(rowSet), keys }
    const count = countOf(list, place, writer, keepsRowsOf(field)?.rows)
    if (!rows || !isPageOfAll(window)) return count
    return ifMoreFollow(count, keys, { rows: writer.nameOf(rows), most: writer.parameters.add(window.limit) })
  }
}

/** Returns SQL for a number of the rows of a list; null where those that were read are all. */
function ifMoreFollow(
  count: string,
  keys: readonly string[],
  { rows, most }: { readonly rows: string; readonly most: string },
): string {
  const key = keys.map((each) => `"${each}"`).join(', ')
  const ofRows = keys.map((_key, index) => `"${keyMember(index)}"`).join(', ')
  // As texts, because a row with a null is equal to none.
  const asOne = (members: string) => (keys.length > 1 ? `ROW(${members})::text` : members)
  return `CASE WHEN ${asOne(key)} IN (SELECT ${asOne(ofRows)} FROM ${rows} GROUP BY ${ofRows} HAVING count(*) > ${most}) THEN (${count}) END`
}

/** A list in pages: `many`, and the lists of Query. */
class List implements Strategy {
  readonly kind = 'list'
  readonly #options: ListOptions
  #needs: ListNeeds | undefined

  constructor(options: ListOptions) {
    this.#options = options
  }

  needs(_field: FieldPlan, columns: Columns): void {
    const { parent } = this.#options
    if (!parent.columns) columns.addAll()
    else columns.add(...parent.columns)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    const rows = this.#rowSet(field, rowSet, setting)
    if (rows) rowSet.below.set(field, rows)
  }

  rowSetOfQuery(field: FieldPlan, setting: RowSetting): RowSet | undefined {
    return this.#rowSet(field, undefined, setting)
  }

  /** Adds the row set of the rows. Undefined if only their number is selected. */
  #rowSet(field: FieldPlan, parent: RowSet | undefined, setting: RowSetting): RowSet | undefined {
    const options = this.#options
    const { columns: keys } = options.parent
    const parts = partsOf(field)
    if (!keys) return setting.leave(field, 'Code finds the keys of the list.')
    if (options.replace && !options.keepsRows) return setting.leave(field, 'Code replaces items of the list.')
    if (!parent && !parts.rows && !setting.isWhole)
      return setting.leave(field, 'A list of Query of which no rows are selected is counted alone.')
    setting.addList(field)
    const needed = columnsOfPermission(field)
    parent?.columnsOfCode.add(...needed, ...(options.authorize ? keys : []))
    parent?.columns.add(...keys, ...needed)
    const counted = new CountOfList(field, keys)
    if (parts.count) parent?.counted.push(counted)
    if (!parts.rows) return undefined
    const [selectedBy, ...others] = rowFieldsOf(field)
    const { columns } = this.#needsOf(field)
    const table = options.model ?? options.name
    const declared = models.get(options.name)
    const declaration = declared?.table === table ? declared : undefined
    if (options.guarded && !declaration)
      return setting.leave(field, 'The items have columns that not everyone may see, and are no model.')
    const source = new RowsOfPages({ field, parts }, parent, options.parent)
    const rowSet = setting.add({ table, declaration, source, columns, selectedBy })
    if (!rowSet) return undefined
    counted.list.rows = rowSet
    for (const other of others) setting.addSelection(rowSet, other)
    return rowSet
  }

  readsSame({ field }: FieldPlan, other: FieldPlan): boolean {
    return (
      other.strategy instanceof List &&
      this.#options === other.strategy.#options &&
      permissionOfField(field) === permissionOfField(other.field)
    )
  }

  sql(field: FieldPlan, current: CurrentRow, writer: RowWriter): FieldText {
    return textOf(new ListSql(field, current, writer).connection())
  }

  sqlOfQuery(field: FieldPlan, writer: RowWriter): TextSql {
    return new ListSql(field, undefined, writer).connection()
  }

  #needsOf(field: FieldPlan): ListNeeds {
    this.#needs ??= needsOf(field, this.#options)
    return this.#needs
  }

  /** Opens the lists of all objects, and reads what is selected of them at once. */
  async values(field: FieldPlan, batch: Batch, context: Context): Promise<readonly unknown[]> {
    const { prefetched } = batch
    const shared: SharedReads = new Map()
    prefetched?.share(field, shared, batch.context)
    // Where the rows were read, code does not replace them.
    const isReplaced = this.#options.replace !== undefined && !prefetched?.hasPages(field)
    const opened =
      field.isWrapped || isReplaced ? await batch.resolve(field, shared) : this.#open(field, batch, shared)
    const connections = opened.filter((value) => value instanceof KeysetConnection)
    const { page, count, columns } = this.#needsOf(field)
    const isPrefetched = fill(field, batch, opened)
    await readConnections(context, connections, {
      page: page && !isPrefetched.pages,
      count: count && !isPrefetched.counts,
      columns,
    })
    return opened
  }

  #open(field: FieldPlan, batch: Batch, shared: SharedReads): readonly unknown[] {
    const args = batch.argumentsOf(field)
    if (args instanceof Failure) return batch.objects.map(() => args)
    return batch.count(field, (object) => {
      const info = batch.infoOf(field, object, shared)
      return openConnection(this.#options, object.source, args, batch.context, info)
    })
  }
}

/** Gives lists what was read of them before. Returns what that is. */
function fill(
  field: FieldPlan,
  { objects, prefetched, context }: Batch,
  opened: readonly unknown[],
): { readonly pages: boolean; readonly counts: boolean } {
  if (!prefetched) return { pages: false, counts: false }
  const listed = objects.filter((_object, index) => opened[index] instanceof KeysetConnection)
  const connections = opened.filter((value) => value instanceof KeysetConnection)
  prefetched.fill(field, connections, context.cost)
  const counts = prefetched.counts(
    field,
    listed.map(({ source }) => (source ?? {}) as Row),
  )
  if (counts)
    for (const [index, connection] of connections.entries())
      connection.readCount = () => counts[index] as number
  const pages = prefetched.hasPages(field)
  return { pages, counts: counts !== undefined || (pages && connections.every(isCountedByPage)) }
}

/** Counts a list by the page that was read of it, if that has all of its rows. Returns whether it has. */
function isCountedByPage(connection: KeysetConnection<unknown>): boolean {
  const page = isPageOfAll(connection.window) ? pageOf(connection) : undefined
  if (!page || page.more) return false
  connection.readCount = () => page.items.length
  return true
}

/** Returns the page that was read of a list; undefined if reading it took all of the budget, which its completion tells. */
function pageOf({ readPage }: KeysetConnection<unknown>): KeysetPage | undefined {
  try {
    return readPage?.()
  } catch {
    return undefined
  }
}

/** Returns what the selection of a list field needs of its connections. */
function needsOf(list: FieldPlan, { name, model }: ListOptions): ListNeeds {
  const columns = new Columns()
  const { fields } = typePlanOf(list)
  const parts = fields.map(connectionPartOf)
  for (const [index, field] of fields.entries()) {
    if (parts[index] === 'nodes') columns.include(columnsOf(field))
    if (parts[index] === 'edges') columns.include(columnsOfEdges(field))
  }
  const isModel = models.get(name)?.table === (model ?? name)
  if (!isModel) columns.addAll()
  columns.add('id')
  const page = parts.some((part) => part !== undefined && part !== 'totalCount')
  return { page, count: parts.includes('totalCount'), columns }
}

function columnsOfEdges(edges: FieldPlan): Columns {
  const columns = new Columns()
  for (const field of typePlanOf(edges).fields) if (field.selection) columns.include(columnsOf(field))
  return columns
}

/** Returns what is selected of the connections of a list field. */
function partsOf(list: FieldPlan): ListParts {
  const parts = { rows: false, pageInfo: false, cursors: false, count: false }
  for (const field of typePlanOf(list).fields) {
    const part = connectionPartOf(field)
    if (part === undefined) continue
    if (part === 'totalCount') parts.count = true
    else parts.rows = true
    if (part === 'pageInfo') parts.pageInfo = true
    if (part === 'pageInfo' || (part === 'edges' && hasCursors(field))) parts.cursors = true
  }
  return parts
}

const hasCursors = (edges: FieldPlan): boolean =>
  typePlanOf(edges).fields.some(({ field }) => field.name === 'cursor')

/** Returns the fields whose selections are on the rows of a list. */
const rowFieldsOf = (list: FieldPlan): FieldPlan[] =>
  typePlanOf(list).fields.flatMap((field) => {
    const part = connectionPartOf(field)
    if (part === 'nodes') return [field]
    return part === 'edges' ? typePlanOf(field).fields.filter(isNodeOfEdge) : []
  })

export const list: FieldKind = {
  declare: ({ builder, record }) => ({
    many: (target: ModelRef<ModelName>, options: ManyOptions<ModelName, ModelName, InputFieldMap>) => {
      const { by, where: filter, policy, order, direction = 'asc', ...rest } = options
      const relation = relationBy(by)
      const visible = (viewer: Viewer) => (policy ?? declarationOf(target.name).visible)(viewer) as Where
      const field = connectionField(
        builder as never,
        {
          ...rest,
          type: target,
          name: target.name,
          model: declarationOf(target.name).table,
          guarded: (viewer: Viewer) => guardedColumns(declarationOf(target.name), viewer),
          parent: {
            from: relation.from,
            adds: relation.adds,
            condition: relation.condition,
            by: relation.by,
            keyTypes: relation.keys.map(() => 'text' as const),
            keys: (row: Row) => keysOf(relation, row),
            columns: relation.keys,
          },
          where: (viewer: Viewer, args: never) => ({ AND: [visible(viewer), filter?.(viewer, args) ?? {}] }),
          order,
          direction,
        } as never,
      )
      const declared = { kind: 'list', target: target.name, relation, filter, order, direction } as const
      return record(field as unknown as DeclaredField, declared)
    },
    codeList: (options: never) =>
      record(connectionField(builder as never, options) as unknown as DeclaredField, { kind: 'code' }),
  }),
  plan: (field) => {
    const options = listOptionsOf(field)
    return options && new List(options)
  },
}
