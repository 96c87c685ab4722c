import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { type ListNeeds, readConnections } from '../batched/reads.ts'
import { Failure, type MaybePromise } from '../batched/values.ts'
import {
  type ConnectionPart,
  isRead,
  KeysetConnection,
  openConnection,
  readPart,
  type SharedReads,
} from '../declare/connection.ts'
import type { Row } from '../declare/keyset.ts'
import { models } from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import { NotNested } from '../nested/not-nested.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { ValueText, ValueTexts } from '../nested/value-text.ts'
import { Columns } from '../plan/columns.ts'
import {
  connectionPartOf,
  type FieldPlan,
  isNodeOfEdge,
  type ListOptions,
  listOptionsOf,
  typePlanOf,
} from '../plan/field-plan.ts'
import { columnsOf, columnsOfPermission } from '../plan/needs.ts'
import { rowsOfQueried } from '../plan/query-extensions.ts'
import type { ListParts, RowSet } from '../plan/row-set.ts'
import type { TextSql } from '../sql/json-sql.ts'
import type { FieldKind, PlanKind, RowSetting, RowWriter } from './field-kind.ts'

/** A list in pages: `many`, and the lists of Query. */
class List implements FieldKind {
  readonly name = 'list'
  readonly #options: ListOptions

  constructor(options: ListOptions) {
    this.#options = options
  }

  needs(_field: FieldPlan, columns: Columns): void {
    const { attach, attaches, parent } = this.#options
    const keys = parent.columns?.filter((key) => typeof key === 'string')
    if (!keys || (attach && !attaches)) columns.addAll()
    else columns.add(...keys, ...(attaches ?? []))
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
    const reads = partsOf(field)
    if (!keys) return setting.leave(field, 'Code finds the keys of the list.')
    if (options.attach && !options.attaches)
      return setting.leave(field, 'The items need all of the object that the list belongs to.')
    if (options.replace && !options.unreplaced)
      return setting.leave(field, 'Code replaces items of the list.')
    if (!parent && reads.count && !(setting.isWhole && reads.rows))
      return setting.leave(field, 'A list of Query is counted only by a statement that answers all.')
    setting.addList(field)
    const keyColumns = keys.filter((key) => typeof key === 'string')
    const needed = [...columnsOfPermission(field), ...(options.attaches ?? [])]
    parent?.columnsOfCode.add(...needed, ...(options.authorize ? keyColumns : []))
    const ofQueried = parent && rowsOfQueried(field, parent)
    parent?.columns.add(...keyColumns, ...needed, ...(ofQueried?.columns ?? []))
    const counted = { kind: 'list' as const, fields: [field], keys, rows: undefined as RowSet | undefined }
    if (reads.count) parent?.counted.push(counted)
    if (!reads.rows) return undefined
    const [selectedBy, ...others] = rowFieldsOf(field)
    const { columns } = needsOf(field, options)
    const table = options.model ?? options.name
    const declared = models.get(options.name)
    const declaration = declared?.table === table ? declared : undefined
    if (options.guarded && !declaration)
      return setting.leave(field, 'The items have columns that not everyone may see, and are no model.')
    const source = { kind: 'list', field, keys: parent ? keys : [], parent, reads } as const
    const rowSet = setting.add({ table, declaration, source, columns, selectedBy })
    if (!rowSet) return undefined
    counted.rows = rowSet
    for (const other of others) setting.addSelection(rowSet, other)
    return rowSet
  }

  readsSame({ field }: FieldPlan, other: FieldPlan): boolean {
    return (
      other.kind instanceof List &&
      this.#options === other.kind.#options &&
      permissionOfField(field) === permissionOfField(other.field)
    )
  }

  sql(field: FieldPlan, current: CurrentRow, { lists }: RowWriter): FieldText {
    return textOf(lists.list(field, current))
  }

  sqlOfQuery(field: FieldPlan, { lists }: RowWriter): TextSql {
    return lists.list(field, undefined)
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
    const { page, count, columns } = needsOf(field, this.#options)
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
  return { pages: prefetched.hasPages(field), counts: counts !== undefined }
}

const needsByField = new WeakMap<FieldPlan, ListNeeds>()

/** Returns what the selection of a list field needs of its connections. */
const needsOf = (list: FieldPlan, { name, model, attach, attaches }: ListOptions): ListNeeds =>
  getOrCreate(needsByField, list, () => {
    const columns = new Columns()
    const { fields } = typePlanOf(list)
    const parts = fields.map(connectionPartOf)
    for (const [index, field] of fields.entries()) {
      if (parts[index] === 'nodes') columns.include(columnsOf(field))
      if (parts[index] === 'edges') columns.include(columnsOfEdges(field))
    }
    const isModel = models.get(name)?.table === (model ?? name)
    if (!attaches && (attach || !isModel)) columns.addAll()
    columns.add('id')
    const page = parts.some((part) => part !== undefined && part !== 'totalCount')
    return { page, count: parts.includes('totalCount'), columns }
  })

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

export const list: PlanKind = (field) => {
  const options = listOptionsOf(field)
  return options && new List(options)
}

/** A part of a connection, which is read with the list. */
class Part implements FieldKind {
  readonly name = 'part'
  readonly #part: ConnectionPart

  constructor(part: ConnectionPart) {
    this.#part = part
  }

  // A connection is no row.
  needs(): void {}

  rowSets(field: FieldPlan, _rowSet: RowSet, setting: RowSetting): void {
    setting.leave(field, 'It is a part of a list that code returns.')
  }

  sql(): FieldText {
    throw new NotNested()
  }

  text(field: FieldPlan, writer: ValueTexts): ValueText {
    return writer.resolved(field)
  }

  values(field: FieldPlan, batch: Batch): MaybePromise<readonly unknown[]> {
    if (batch.objects.some(({ source }) => !isRead(source, this.#part))) return batch.resolve(field)
    return batch.count(field, ({ source }) => readPart(source, this.#part))
  }
}

export const part: PlanKind = (field) => {
  const found = connectionPartOf(field)
  return found && new Part(found)
}
