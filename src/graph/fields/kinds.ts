import type { ModelName } from '../declare/model-types.ts'
import { type AllDeclaration, type AllFunctions, all } from './all.ts'
import { type CodeDeclaration, type CodeFunctions, code } from './code.ts'
import { type ColumnDeclaration, type ColumnFunctions, column } from './column.ts'
import { type ComputedDeclaration, type ComputedFunctions, computed } from './computed.ts'
import { type CountDeclaration, type CountFunctions, count } from './count.ts'
import type { DeclareField, FieldKind, FieldToPlan, ModelToDeclare, Strategy } from './field-kind.ts'
import { type GuardedDeclaration, type GuardedFunctions, guarded } from './guarded.ts'
import { type ListDeclaration, type ListFunctions, list } from './list.ts'
import { type OneDeclaration, type OneFunctions, one } from './one.ts'
import { part } from './part.ts'
import { type SameDeclaration, type SameFunctions, same } from './same.ts'
import { typename } from './typename.ts'

/**
 * All kinds of fields, in the order in which they are asked for a field. A list comes first, because a model may declare it as
 * code. Code comes last: it is every field that is of no other kind.
 */
const kinds: readonly FieldKind[] = [
  list,
  part,
  typename,
  column,
  guarded,
  one,
  same,
  all,
  count,
  computed,
  code,
]

/** The declaration of a field of a model. */
export type FieldDeclaration =
  | ListDeclaration
  | ColumnDeclaration
  | GuardedDeclaration
  | OneDeclaration
  | SameDeclaration
  | AllDeclaration
  | CountDeclaration
  | ComputedDeclaration
  | CodeDeclaration

/** The functions with which a model declares its fields. */
export interface FieldFunctions<Name extends ModelName>
  extends ListFunctions<Name>,
    ColumnFunctions<Name>,
    GuardedFunctions<Name>,
    OneFunctions<Name>,
    SameFunctions<Name>,
    AllFunctions<Name>,
    CountFunctions<Name>,
    ComputedFunctions<Name>,
    CodeFunctions<Name> {}

export const fieldFunctions = (to: ModelToDeclare): Readonly<Record<string, DeclareField>> =>
  Object.assign({}, ...kinds.map(({ declare }) => declare?.(to)))

/** Returns how a field is read. */
export function plannedStrategy(field: FieldToPlan): Strategy {
  for (const { plan } of kinds) {
    const strategy = plan(field)
    if (strategy) return strategy
  }
  throw new Error(`${field.parentType.name}.${field.field.name} is of no kind`)
}
