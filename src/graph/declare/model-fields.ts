import type { InputFieldMap } from '@pothos/core'
import { type GraphQLResolveInfo, isNullableType } from 'graphql'
import type { Context, Viewer } from '../application.ts'
import {
  allRowsOf,
  countRowsOf,
  guardedColumns,
  hiddenSince,
  isWrite,
  keysOf,
  matches,
  originOf,
  originOfList,
  referredRowOf,
  relatedRows,
  relationBy,
} from '../batched/loaded-rows.ts'
import type { Where } from '../sql/where.ts'
import { connectionField } from './connection.ts'
import { type FieldContext, fieldContextOf } from './field-context.ts'
import { type Direction, type Row, visibleColumn } from './keyset.ts'
import {
  declarationOf,
  type FieldDeclaration,
  type MembersInSql,
  type ModelDeclaration,
  type Policy,
  type Related,
  type Relation,
  type SameRows,
  type StoredCount,
  type ValueInSql,
} from './model-registry.ts'
import {
  type Builder,
  type DeclaredField,
  exposing,
  type Fields,
  type ManyOptions,
  type ModelFields,
  type ModelName,
  type ModelRef,
} from './model-types.ts'

/** Declares the fields and records how each is read. */
export function recorded<Name extends ModelName>(
  declaration: ModelDeclaration,
  t: Builder<Name>,
  fields: Fields<Name>,
): Record<string, DeclaredField> {
  const strategies = new Map<DeclaredField, FieldDeclaration>()
  const declared = fields(
    fieldsFor(declaration, t, (field, strategy) => {
      strategies.set(field, strategy)
      return field
    }),
  )
  for (const [name, field] of Object.entries(declared)) {
    const strategy = strategies.get(field)
    if (!strategy)
      throw new Error(`${declaration.name}.${name} must be declared with the functions of the model`)
    declaration.fields.set(name, strategy)
  }
  return declared
}

type RecordStrategy = (field: DeclaredField, strategy: FieldDeclaration) => DeclaredField

interface UntypedBuilder {
  readonly field: (options: object) => DeclaredField
  readonly [expose: string]: (...args: never[]) => DeclaredField
}

function fieldsFor<Name extends ModelName>(
  { name, table }: ModelDeclaration,
  t: Builder<Name>,
  record: RecordStrategy,
): ModelFields<Name> {
  const untyped = t as unknown as UntypedBuilder
  const exposed = Object.fromEntries(
    exposing.map((expose) => [
      expose,
      (column: string, options: object) =>
        record(untyped[expose]?.(column as never, options as never) as DeclaredField, {
          kind: 'column',
          column,
        }),
    ]),
  )
  const field = (options: object) => untyped.field(options)
  const own = {
    arg: t.arg,
    guarded: (column: string, { visible, ...options }: { visible: Policy }) =>
      record(
        field({
          type: 'String',
          ...options,
          nullable: true,
          resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
            const isVisible =
              row[visibleColumn(column)] ??
              (await matches(originOf(context, info), `${name}.${column}`, table, visible, row.id as string))
            return isVisible ? row[column] : null
          },
        }),
        { kind: 'column', column, visible },
      ),
    one: (
      target: ModelRef<ModelName>,
      {
        key: column,
        by: of = 'id',
        where: filter,
        policy,
        ...options
      }: { key: string; by?: string; where?: Policy; policy?: Policy },
    ) => {
      const strategy = { kind: 'one', target: target.name, column, of, filter, policy } as const
      return record(
        field({
          ...options,
          type: target,
          resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
            if (row[column] === null) return null
            const origin = originOf(context, info)
            const found = await referredRowOf(origin, strategy, row[column] as string)
            if (!found && !isNullableType(info.returnType) && isWrite(info.operation)) throw hiddenSince()
            return found
          },
        }),
        strategy,
      )
    },
    many: (target: ModelRef<ModelName>, options: ManyOptions<Name, ModelName, InputFieldMap>) => {
      const { by, where: filter, policy, order, direction = 'asc', ...rest } = options
      const relation = relationBy(by)
      const list = connectionField(
        t as never,
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
          where: (viewer: Viewer, args: never) => ({
            AND: [
              (policy ?? declarationOf(target.name).visible)(viewer) as Where,
              filter?.(viewer, args) ?? {},
            ],
          }),
          order,
          direction,
        } as never,
      )
      const strategy = { kind: 'many', target: target.name, relation, filter, order, direction } as const
      return record(list as unknown as DeclaredField, strategy)
    },
    all: (
      target: ModelRef<ModelName>,
      {
        by,
        where: filter = {},
        order,
        direction = 'asc',
        ...options
      }: { by: string | Relation; where?: Where; order: readonly string[]; direction?: Direction },
    ) => {
      const strategy = {
        kind: 'all',
        target: target.name,
        relation: relationBy(by),
        order,
        direction,
        filter,
      } as const
      return record(
        field({
          ...options,
          type: [target],
          resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
            allRowsOf(
              originOfList(context, info),
              strategy,
              row[strategy.relation.keys[0] as string] as string,
            ),
        }),
        strategy,
      )
    },
    count: (
      target: ModelRef<ModelName>,
      {
        by,
        stored,
        together,
        ...options
      }: { by: string | Relation; stored?: StoredCount; together?: string },
    ) => {
      const strategy = {
        kind: 'count',
        target: target.name,
        relation: relationBy(by),
        stored,
        together,
      } as const
      return record(
        field({
          ...options,
          type: 'Int',
          resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
            countRowsOf(originOf(context, info), `${name}.${info.fieldName}`, strategy, row),
        }),
        strategy,
      )
    },
    same: (target: ModelRef<Name>, options: object) =>
      record(field({ ...options, type: target, resolve: (row: Row) => row }), {
        kind: 'same',
        target: target.name,
      }),
    computed: ({
      from,
      added = [],
      with: related = {},
      resolve,
      sameFor,
      inSql,
      membersInSql,
      ...options
    }: UntypedComputed) =>
      record(
        field({
          ...options,
          resolve: (row: Row, args: unknown, context: Context, info: GraphQLResolveInfo) => {
            const fieldContext = fieldContextOf(context)
            const columns = Object.fromEntries([...from, ...added].map((column) => [column, row[column]]))
            const relations = Object.keys(related)
            if (relations.length === 0) return resolve(columns, fieldContext, args)
            return relatedRows(originOf(context, info), table, row, related).then((rows) =>
              resolve({ ...columns, ...rows }, fieldContext, args),
            )
          },
        }),
        { kind: 'computed', from, with: related, resolve, sameFor, inSql, membersInSql },
      ),
    code: (options: object) => record(field(options), { kind: 'code' }),
    codeList: (options: never) =>
      record(connectionField(t as never, options) as unknown as DeclaredField, { kind: 'code' }),
  }
  return { ...exposed, ...own } as unknown as ModelFields<Name>
}

interface UntypedComputed {
  readonly from: readonly string[]
  readonly added?: readonly string[]
  readonly with?: Related
  readonly resolve: (row: Row, fieldContext: FieldContext, args: unknown) => unknown
  readonly sameFor?: SameRows<Row>
  readonly inSql?: ValueInSql
  readonly membersInSql?: MembersInSql<never>
}
