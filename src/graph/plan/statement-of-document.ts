import { type DocumentNode, type GraphQLSchema, getOperationAST, Kind, valueFromASTUntyped } from 'graphql'
import { OperationPlan } from './plan.ts'
import { type LeftField, partialRowSetsOf, rowSetsOf } from './row-sets.ts'

/** How much of a document one statement reads, with the defaults of its variables. */
export interface StatementOfDocument {
  readonly reads: 'all' | 'a part' | 'nothing'
  /** The fields that it does not read. */
  readonly left: readonly LeftField[]
}

export function statementOfDocument(schema: GraphQLSchema, document: DocumentNode): StatementOfDocument {
  const operation = getOperationAST(document)
  if (!operation) throw new Error('the document does not have one operation')
  const fragments = Object.fromEntries(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )
  const plan = new OperationPlan(schema, operation, fragments, defaults)
  const whole = rowSetsOf(plan)
  if (whole) return { reads: 'all', left: [] }
  const { all, left } = partialRowSetsOf(plan)
  return { reads: all.length > 0 ? 'a part' : 'nothing', left }
}
