import type { GraphQLResolveInfo } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context, Viewer } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { guardedColumns, keysOf } from '../batched/loaded-rows.ts'
import { loader, originOf, originOfList, type ReadOrigin } from '../batched/loaders.ts'
import { forEachDistinct, selectionOf } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import { keyOfParent } from '../declare/connection.ts'
import {
  type ParentKeys,
  parentMember,
  parentsInSql,
  type Row,
  type SelectedColumns,
  selectedColumns,
} from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import type {
  ColumnOf,
  DeclaredField,
  FieldOptions,
  ModelInterfaceRef,
  ModelName,
  ModelRef,
  RowOf,
} from '../declare/model-types.ts'
import type { FixedColumns } from '../declare/planned-read.ts'
import { viewerOf } from '../host.ts'
import { NotNested } from '../nested/not-nested.ts'
import type { FieldText } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { columnsOf } from '../plan/needs.ts'
import type { PlannedReads } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import { rowsAbove, type Steps } from '../sql/climb.ts'
import { plainLeaf, TextSql } from '../sql/json-sql.ts'
import { parentKeys, selectKeys, selectNamed } from '../sql/row-set-sql.ts'
import { compileWhere, Parameters, type Where } from '../sql/where.ts'
import { textOfAll } from './all.ts'
import type { FieldKind, FlatWriter, RowSetSource, RowSetting, RowWriter, Strategy } from './field-kind.ts'

/** The steps from a row of a tree to those above it. */
export interface Climb<Keys extends string = string> {
  readonly step: Steps<Keys>
  /** SQL that takes the place of `from` where columns of the first row are known before it is read. */
  readonly fromFixed?: (fixed: FixedColumns) => string | undefined
}

/** The declaration of the rows above a row, outermost first, or only of the one directly above it. */
export interface ClimbDeclaration {
  readonly kind: 'climb'
  readonly target: string
  readonly climb: Climb
  readonly isWhole: boolean
  /** Returns whether code made the row, and knows what is above it. Absent if code makes none. */
  readonly isMade: ((row: Row) => boolean) | undefined
}

interface ClimbOptions<Name extends ModelName, Value> extends FieldOptions {
  readonly by: Climb<ColumnOf<Name>>
  /** The rows that code made, and what is above them. A statement knows nothing of them. */
  readonly made?: {
    readonly is: (row: RowOf<Name>) => boolean
    readonly resolve: (row: RowOf<Name>, context: Context) => MaybePromise<Value>
  }
}

export interface ClimbFunctions<Name extends ModelName> {
  /** The rows above a row of a tree, outermost first, of those that the viewer may see. */
  ancestors<Target extends ModelName>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: ClimbOptions<Name, readonly RowOf<Target>[]>,
  ): DeclaredField
  /** The row directly above a row of a tree. Null if there is none that the viewer may see. */
  parent<Target extends ModelName>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: ClimbOptions<Name, RowOf<Target> | null>,
  ): DeclaredField
}

class RowsAbove implements RowSetSource {
  readonly kind = 'climb'
  readonly field: FieldPlan
  readonly parent: RowSet
  readonly #declared: ClimbDeclaration

  constructor(field: FieldPlan, parent: RowSet, declared: ClimbDeclaration) {
    this.field = field
    this.parent = parent
    this.#declared = declared
  }

  get keys(): readonly string[] {
    return this.#declared.climb.step.keys
  }

  condition(_reads: PlannedReads, viewer: Viewer): Where {
    return visibleOf(this.#declared, viewer)
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const { parameters } = writer
    const { single } = this.parent.source
    const climb = climbFrom(this.#declared, single && writer.found(single).fixed)
    const selected = { members: writer.members(rowSet), names: namesOf(rowSet, rowSet.layout.columns) }
    const rows = selectAbove(climb, selected, viewerOf(writer.context), parameters)
    const keys = parentKeys(this.keys.length).join()
    return `SELECT ${keys}, r.* FROM ${writer.parents(this.parent, this.keys)} p CROSS JOIN LATERAL (${rows}) r ${writer.end}`
  }
}

class ClimbStrategy implements Strategy {
  readonly kind = 'climb'
  readonly #declared: ClimbDeclaration

  constructor(declared: ClimbDeclaration) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(...this.#declared.climb.step.keys)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    const declaration = declarationOf(this.#declared.target)
    const { table } = declaration
    const source = new RowsAbove(field, rowSet, this.#declared)
    setting.addBelow(rowSet, field, {
      table,
      declaration,
      source,
      columns: columnsOf(field),
      selectedBy: field,
    })
  }

  readsSame(_field: FieldPlan, { strategy }: FieldPlan): boolean {
    return strategy instanceof ClimbStrategy && strategy.#declared === this.#declared
  }

  sql(field: FieldPlan, { rowSet: parent, alias, maximum }: CurrentRow, writer: RowWriter): FieldText {
    const { scope } = writer
    const rowSet = parent.below.get(field)
    if (!rowSet) throw new NotNested()
    const climb = climbFrom(this.#declared, scope.fixedColumns(parent))
    const { keys } = this.#declared.climb.step
    const select = () => {
      const members = scope.membersOf(rowSet, {})
      const names = namesOf(
        rowSet,
        members.map(({ name }) => name),
      )
      const selected = { members: selectNamed(members).join(', '), names }
      const rows = selectAbove(climb, selected, viewerOf(scope.context), scope.parameters)
      return `SELECT r.* FROM (SELECT ${selectKeys(alias, keys)}) p CROSS JOIN LATERAL (${rows}) r`
    }
    if (this.#declared.isWhole) return textOfAll(field, rowSet, maximum, writer, select)
    const found = getOrCreate(scope.below, rowSet, () =>
      new TextSql().value(writer.foundRow(field, rowSet, maximum, select)),
    )
    return { kind: 'nullable', check: new TextSql(), leaf: plainLeaf(found.sql) }
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    const { isMade, isWhole, climb } = this.#declared
    if (isMade && batch.objects.some(({ source }) => isMade(source as Row))) return batch.resolve(field)
    const parents = batch.objects.map(({ source }) => keysOf(climb.step, source as Row))
    const complete = (rowsOf: (index: number) => readonly Row[]) =>
      batch.count(field, (_object, index) => {
        const rows = rowsOf(index)
        return isWhole ? rows : (rows[0] ?? null)
      })
    const keys = parents.map(keyOfParent)
    const known = batch.prefetched?.all(field, keys, isWhole ? batch.context.cost : undefined)
    if (known) return complete((index) => known.get(keys[index] as string) ?? [])
    const selection = selectionOf(context, declarationOf(this.#declared.target), columnsOf(field))
    return forEachDistinct(parents, (given) => readAbove(context, this.#declared, selection, given)).then(
      (rows) => complete((index) => rows[index] as readonly Row[]),
    )
  }
}

interface UntypedOptions extends FieldOptions {
  readonly by: Climb
  readonly made?: {
    readonly is: (row: Row) => boolean
    readonly resolve: (row: Row, context: Context) => MaybePromise<unknown>
  }
}

export const climb: FieldKind = {
  declare: ({ model: { name }, builder, record }) => {
    const declare =
      (isWhole: boolean) =>
      (target: ModelRef<ModelName>, { by, made, ...options }: UntypedOptions) => {
        const declared = { kind: 'climb', target: target.name, climb: by, isWhole, isMade: made?.is } as const
        const origin = isWhole ? originOfList : originOf
        const field = builder.field({
          ...options,
          type: isWhole ? [target] : target,
          nullable: !isWhole,
          resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
            if (made?.is(row)) return made.resolve(row, context)
            const rows = await rowsAboveOf(origin(context, info), `${name}.${info.fieldName}`, declared, row)
            return isWhole ? rows : (rows[0] ?? null)
          },
        })
        return record(field, declared)
      }
    return { ancestors: declare(true), parent: declare(false) }
  },
  plan: ({ declared, isPlain }) =>
    isPlain && declared?.kind === 'climb' ? new ClimbStrategy(declared) : undefined,
}

/** Returns the rows above a row, in one statement for all rows of a request. */
function rowsAboveOf(
  origin: ReadOrigin,
  field: string,
  declared: ClimbDeclaration,
  row: Row,
): Promise<readonly Row[]> {
  return loader(origin, `climb ${field}`, (parents: readonly ParentKeys[]) => {
    const { context } = origin
    const guarded = guardedColumns(declarationOf(declared.target), viewerOf(context))
    return readAbove(context, declared, { guarded }, parents)
  }).load(keysOf(declared.climb.step, row))
}

/** Reads the rows above others, in the order of these. Counts those of whole climbs, and stops at the limit of the operation. */
async function readAbove(
  context: Context,
  declared: ClimbDeclaration,
  selection: SelectedColumns,
  parents: readonly ParentKeys[],
): Promise<Row[][]> {
  const { table } = declarationOf(declared.target)
  const parameters = new Parameters()
  const keyTypes = declared.climb.step.keys.map(() => 'text' as const)
  const given = parentsInSql({ keyTypes }, parents, parameters)
  const members = selectedColumns(table, selection, parameters)
  const rows = selectAbove(declared, { members, names: undefined }, viewerOf(context), parameters)
  const cost = declared.isWhole ? context.cost : undefined
  const found = await context.database.query<Row>(
    `SELECT p.n::int AS "${parentMember}", r.* FROM ${given} CROSS JOIN LATERAL (${rows}) r
     LIMIT ${parameters.add(cost?.rowsToStopAt ?? null)}`,
    parameters.values,
  )
  cost?.readRows(found.length)
  const byParent = Map.groupBy(found, (row) => row[parentMember] as number)
  return parents.map((_parent, index) => byParent.get(index + 1) ?? [])
}

/** Returns the climb from a row of which some columns are known. */
function climbFrom(declared: ClimbDeclaration, fixed: FixedColumns | undefined): ClimbDeclaration {
  const { climb } = declared
  const from = fixed && climb.fromFixed?.(fixed)
  return from === undefined ? declared : { ...declared, climb: { ...climb, step: { ...climb.step, from } } }
}

/** Returns the condition on the rows that the viewer sees. */
const visibleOf = ({ target }: ClimbDeclaration, viewer: Viewer): Where =>
  declarationOf(target).visible(viewer)

/** The members to select of rows, and the columns that they are made of; undefined for any. */
interface SelectedAbove {
  readonly members: string
  readonly names: readonly string[] | undefined
}

/** Returns the columns of members; undefined if the policies of guarded columns may be on others. */
const namesOf = ({ layout }: RowSet, names: readonly string[]): readonly string[] | undefined =>
  layout.guarded.length > 0 ? undefined : names

/** Returns SQL for members of the rows above one, of which `p` has the keys: outermost first, or the one directly above it. */
function selectAbove(
  declared: ClimbDeclaration,
  { members, names }: SelectedAbove,
  viewer: Viewer,
  parameters: Parameters,
): string {
  const { table } = declarationOf(declared.target)
  const where = compileWhere(table, visibleOf(declared, viewer), 't', parameters)
  const { step } = declared.climb
  return declared.isWhole
    ? `SELECT ${members} FROM ${rowsAbove(step, where === 'TRUE' ? names : undefined)} t WHERE ${where} ORDER BY t.distance DESC`
    : `SELECT ${members} FROM ${step.from} t WHERE ${step.condition} AND ${where}`
}
