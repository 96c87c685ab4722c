import type { Row } from '../declare/keyset.ts'
import type { DeclaredField, FieldOptions, ModelName, ModelRef } from '../declare/model-types.ts'
import { textOf } from '../nested/object.ts'
import { countOne } from '../nested/scope.ts'
import { columnsOf } from '../plan/needs.ts'
import type { FieldKind, Strategy } from './field-kind.ts'

export interface SameDeclaration {
  readonly kind: 'same'
  readonly sameRowAs: string
}

export interface SameFunctions<Name extends ModelName> {
  /** The same row as another type. */
  same(target: ModelRef<Name>, options: FieldOptions): DeclaredField
}

/** The same row as another type. */
const sameStrategy: Strategy = {
  kind: 'same',
  needs: (field, columns) => columns.include(columnsOf(field)),
  rowSets: (field, rowSet, setting) => setting.addSelection(rowSet, field),
  sql: (field, current, writer) => textOf(writer.scope.slot(countOne).add(writer.object(field, current))),
  text: (field, writer) => writer.counted(field, (_writing, value) => value),
  values: (field, batch) => batch.count(field, ({ source }) => source),
}

export const same: FieldKind = {
  declare: ({ builder, record }) => ({
    same: (target: ModelRef<ModelName>, options: object) =>
      record(builder.field({ ...options, type: target, resolve: (row: Row) => row }), {
        kind: 'same',
        sameRowAs: target.name,
      }),
  }),
  plan: ({ declared, isPlain }) => (isPlain && declared?.kind === 'same' ? sameStrategy : undefined),
}
