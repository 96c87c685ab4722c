import {
  type GraphQLResolveInfo,
  getNamedType,
  isNullableType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context, PrismaTypes, Viewer } from '../application.ts'
import type { AnswerObject } from '../batched/answer-object.ts'
import type { Batch } from '../batched/batch.ts'
import { hiddenSince, isWrite, loadRow, readRowsByValue, visibleRow } from '../batched/loaded-rows.ts'
import { originOf, type ReadOrigin } from '../batched/loaders.ts'
import { distinct, selectionOf } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import { declarationOf, type Policy } from '../declare/model-registry.ts'
import type { ColumnOf, DeclaredField, FieldOptions, ModelName, ModelRef } from '../declare/model-types.ts'
import { viewerOf } from '../host.ts'
import { NotNested } from '../nested/not-nested.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import { Columns } from '../plan/columns.ts'
import type { FieldPlan, RowsPlan } from '../plan/field-plan.ts'
import { columnsOfPermission } from '../plan/needs.ts'
import type { PlannedReads } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import { plainLeaf, TextSql } from '../sql/json-sql.ts'
import { parentKeys } from '../sql/row-set-sql.ts'
import { compileWhere, type Where } from '../sql/where.ts'
import type {
  FieldKind,
  FieldToPlan,
  FlatWriter,
  Reference,
  RowSetSource,
  RowSetting,
  RowWriter,
  Strategy,
} from './field-kind.ts'

/**
 * The declaration of the row of the target whose column `of`, which is mostly its id, has the value of the row's `column`. With a
 * filter, the one of several rows that matches it.
 */
export interface OneDeclaration {
  readonly kind: 'one'
  readonly target: string
  readonly column: string
  readonly of: string
  readonly filter?: Policy
  /** Takes the place of the policy of the target. */
  readonly policy?: Policy
}

export interface OneFunctions<Name extends ModelName> {
  /**
   * A row of another model, and its id: `author` and `authorId`, a column. What is said of the row begins with "The", what is
   * said of the id with "Id of the".
   */
  oneWithId<Target extends ModelName>(
    name: string,
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column with the id, if it is not that of the name. */
      readonly key?: ColumnOf<Name>
      readonly nullable?: boolean
    },
  ): Record<string, DeclaredField>
  /** A row of another model. Null if the viewer may not see it. */
  one<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column of this row with the id of the other. */
      readonly key: ColumnOf<Name>
      /** The column of the other row that has the key, if it is not its id. */
      readonly by?: ColumnOf<Target>
      /** Matches one of the rows that have the key, if the column is not unique. The policy applies in addition. */
      readonly where?: (viewer: Viewer) => PrismaTypes[Target]['Where']
      /** The policy of the edge, if it is not that of edges. It admits no others than that of rows found by id. */
      readonly policy?: (viewer: Viewer) => PrismaTypes[Target]['Where']
      readonly nullable?: boolean
    },
  ): DeclaredField
}

/** The rows that the parents refer to. */
export class ReferredRows implements RowSetSource {
  readonly kind = 'one'
  readonly field: FieldPlan | undefined
  readonly reference: Reference

  constructor(reference: Reference, field?: FieldPlan) {
    this.reference = reference
    this.field = field
  }

  get parent(): RowSet {
    return this.reference.parent
  }

  get keys(): readonly string[] {
    return [this.reference.column]
  }

  condition(_reads: PlannedReads, viewer: Viewer): Where {
    return this.reference.policy?.(viewer) ?? {}
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const { table } = rowSet
    const { of, policy } = this.reference
    const isImplied = !policy || writer.policies.isImplied(table, this.reference)
    const condition = isImplied ? {} : (policy(viewerOf(writer.context)) as Where)
    const where = compileWhere(table, condition, 't', writer.parameters)
    return `SELECT ${parentKeys(1).join()}, r.* FROM ${writer.parents(this.parent, this.keys)} p CROSS JOIN LATERAL (
SELECT ${writer.members(rowSet)} FROM "${table}" t WHERE t."${of}" = p.k0 AND ${where} LIMIT 1) r ${writer.end}`
  }
}

/** A row of another model, which has the value of a column of the row. */
class One implements Strategy {
  readonly kind = 'one'
  readonly #column: string
  readonly #rows: RowsPlan

  constructor(column: string, rows: RowsPlan) {
    this.#column = column
    this.#rows = rows
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(this.#column)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    rowSet.columnsOfCode.add(...columnsOfPermission(field))
    const { declaration, of, policy, columns } = this.#rows
    const source = new ReferredRows({ column: this.#column, of, policy, parent: rowSet }, field)
    const { table } = declaration
    setting.addBelow(rowSet, field, { table, declaration, source, columns, selectedBy: field })
  }

  readsSame(_field: FieldPlan, { strategy }: FieldPlan): boolean {
    if (!(strategy instanceof One)) return false
    const [one, other] = [this.#rows, strategy.#rows]
    return (
      this.#column === strategy.#column &&
      one.of === other.of &&
      one.declaration === other.declaration &&
      one.policy === other.policy
    )
  }

  sql(field: FieldPlan, current: CurrentRow, writer: RowWriter): FieldText {
    const { scope } = writer
    const { rowSet: parent, alias, maximum } = current
    const rowSet = parent.below.get(field)
    if (!rowSet) throw new NotNested()
    if (scope.joined.has(rowSet)) {
      const row = getOrCreate(scope.below, rowSet, () => writer.countedRow(field, rowSet, maximum))
      return textOf(scope.permissionCheck(field, current).add(row))
    }
    const { table } = rowSet
    const { of, policy } = this.#rows
    const reference = { column: this.#column, of, policy, parent }
    const found = getOrCreate(scope.below, rowSet, () => {
      const where = scope.policies.isImplied(table, reference)
        ? 'TRUE'
        : scope.policyBelow(table, policy(viewerOf(scope.context)), current, of)
      // Without a limit, PostgreSQL reads the row where it is written, instead of in a query of its own.
      const limit = of === 'id' ? '' : ' LIMIT 1'
      const query = () =>
        `SELECT ${scope.members(rowSet)} FROM "${table}" t WHERE t."${of}" = ${alias}."${this.#column}" AND ${where}${limit}`
      return new TextSql().value(writer.foundRow(field, rowSet, maximum, query))
    })
    return { kind: 'nullable', check: scope.permissionCheck(field, current), leaf: plainLeaf(found.sql) }
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    if (field.isWrapped) return batch.resolve(field)
    const keyOf = ({ source }: AnswerObject) => (source as Row)[this.#column] as string | null
    const keys = batch.objects.flatMap((object) => keyOf(object) ?? [])
    if (keys.length === 0) return batch.count(field, () => null)
    const complete = (found: { get(value: string): Row | undefined }) =>
      batch.count(field, (object) => found.get(keyOf(object) as string) ?? null)
    const known = batch.prefetched?.referred(field)
    if (known) return complete(known)
    const reading = getOrCreate(batch.referred, this.#rows, () => readReferred(context, this.#rows, keys))
    return reading.then(complete)
  }

  nullError(operation: OperationDefinitionNode): Error | undefined {
    return isWrite(operation) ? hiddenSince() : undefined
  }
}

/** Returns the read of a row of another model, which fields that refer to the same row share. */
function rowsOf(declared: OneDeclaration, { field, selection, rows }: FieldToPlan): RowsPlan {
  const { target, column, of, filter, policy } = declared
  const name = `${target} ${of} ${column} ${filter || policy ? field.name : ''}`
  const plan = getOrCreate(rows, name, () => ({
    declaration: declarationOf(target),
    of,
    policy: policyOfReferred(declared),
    columns: new Columns(),
  }))
  plan.columns.add(of)
  const type = getNamedType(field.type)
  if (isObjectType(type) && selection) plan.columns.include(selection.of(type).columns)
  else plan.columns.addAll()
  return plan
}

interface OneOptions extends FieldOptions {
  readonly key: string
  readonly by?: string
  readonly where?: Policy
  readonly policy?: Policy
  readonly nullable?: boolean
}

export const one: FieldKind = {
  declare: ({ builder, record }) => {
    const declare = (
      target: ModelRef<ModelName>,
      { key: column, by: of = 'id', where: filter, policy, ...options }: OneOptions,
    ) => {
      const declared = { kind: 'one', target: target.name, column, of, filter, policy } as const
      const field = builder.field({
        ...options,
        type: target,
        resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
          if (row[column] === null) return null
          const found = await referredRowOf(originOf(context, info), declared, row[column] as string)
          if (!found && !isNullableType(info.returnType) && isWrite(info.operation)) throw hiddenSince()
          return found
        },
      })
      return record(field, declared)
    }
    const declareWithId = (
      name: string,
      target: ModelRef<ModelName>,
      { key = `${name}Id`, ...options }: Omit<OneOptions, 'key'> & Partial<Pick<OneOptions, 'key'>>,
    ) => {
      const description = `Id of ${options.description.replace(/^The/, 'the')}`
      const id = builder.exposeID?.(key as never, { ...options, description } as never) as DeclaredField
      return {
        [`${name}Id`]: record(id, { kind: 'column', column: key }),
        [name]: declare(target, { ...options, key }),
      }
    }
    return { one: declare, oneWithId: declareWithId as never }
  },
  plan: (field) => {
    const { declared, isCheckedOnly } = field
    if (declared?.kind !== 'one' || !isCheckedOnly || field.field.args.length > 0) return undefined
    return new One(declared.column, rowsOf(declared, field))
  },
}

/** Returns the condition on the row that a field leads to: the policy of its model, and the filter of the field. */
function policyOfReferred({ target, filter, policy }: OneDeclaration): Policy {
  const among = policy ?? declarationOf(target).visible
  return filter ? (viewer) => ({ AND: [among(viewer), filter(viewer)] }) : among
}

/** Returns the row that a field leads to, by the value of its column. Null if the viewer may not see it. */
function referredRowOf(origin: ReadOrigin, strategy: OneDeclaration, value: string): Promise<Row | null> {
  const { target, column, of, filter, policy } = strategy
  const declaration = declarationOf(target)
  if (!filter && !policy) return visibleRow(origin, declaration, value, of)
  const filtered = filter ? ` where ${JSON.stringify(filter(viewerOf(origin.context)))}` : ''
  const name = `one ${target} by ${of}${policy ? ` of ${column}` : ''}${filtered}`
  return loadRow(origin, name, declaration, { column: of, value, policy: policyOfReferred(strategy) })
}

async function readReferred(
  context: Context,
  { declaration, of, policy, columns }: RowsPlan,
  values: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { table } = declaration
  const where = policy(viewerOf(context))
  const selection = { table, column: of, where, ...selectionOf(context, declaration, columns) }
  return readRowsByValue(context, selection, distinct(values))
}
