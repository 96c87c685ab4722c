import type { ModelName } from '../declare/model-types.ts'
import { type AllDeclaration, type AllFunctions, all } from './all.ts'
import { type ClimbDeclaration, type ClimbFunctions, climb } from './climb.ts'
import { Code, type CodeDeclaration, type CodeFunctions, code } from './code.ts'
import { type ColumnDeclaration, type ColumnFunctions, column } from './column.ts'
import { type ComputedDeclaration, type ComputedFunctions, computed } from './computed/computed.ts'
import { type CountDeclaration, type CountFunctions, count } from './count.ts'
import { type ExistsDeclaration, type ExistsFunctions, exists } from './exists.ts'
import type { DeclareField, FieldKind, FieldToPlan, ModelToDeclare, Strategy } from './field-kind.ts'
import { type GuardedDeclaration, type GuardedFunctions, guarded } from './guarded.ts'
import { type ListDeclaration, type ListFunctions, list } from './list/list.ts'
import { type OneDeclaration, type OneFunctions, one } from './one.ts'
import { part } from './part.ts'
import { type SameDeclaration, type SameFunctions, same } from './same.ts'
import { single } from './single.ts'
import { typename } from './typename.ts'

/**
 * The kinds of fields besides code, which is every field that is of none of them. They are asked in this order: a list comes first,
 * because a model may declare it as code.
 */
const kinds: readonly FieldKind[] = [
  list,
  part,
  single,
  typename,
  column,
  guarded,
  one,
  same,
  all,
  climb,
  count,
  exists,
  computed,
]

export type FieldDeclaration =
  | ListDeclaration
  | ColumnDeclaration
  | GuardedDeclaration
  | OneDeclaration
  | SameDeclaration
  | AllDeclaration
  | ClimbDeclaration
  | CountDeclaration
  | ExistsDeclaration
  | ComputedDeclaration
  | CodeDeclaration

export interface FieldFunctions<Name extends ModelName>
  extends ListFunctions<Name>,
    ColumnFunctions<Name>,
    GuardedFunctions<Name>,
    OneFunctions<Name>,
    SameFunctions<Name>,
    AllFunctions<Name>,
    ClimbFunctions<Name>,
    CountFunctions<Name>,
    ExistsFunctions<Name>,
    ComputedFunctions<Name>,
    CodeFunctions<Name> {}

export const fieldFunctions = (to: ModelToDeclare): Readonly<Record<string, DeclareField>> =>
  Object.assign({}, ...[...kinds, code].map(({ declare }) => declare?.(to)))

export function plannedStrategy(field: FieldToPlan): Strategy {
  for (const { plan } of kinds) {
    const strategy = plan(field)
    if (strategy) return strategy
  }
  return new Code(field)
}
