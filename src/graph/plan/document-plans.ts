import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { OperationPlan } from './plan.ts'

/** The plans of a document, by operation and by what its directives include. */
export class DocumentPlans {
  /** Whether the document selects only what plans can express. */
  readonly isPlannable: boolean
  readonly #conditions: ReadonlySet<string>
  readonly #plans = new Map<string, OperationPlan>()

  constructor(definitions: readonly { readonly kind: Kind }[]) {
    const conditions = new Set<string>()
    let isPlannable = true
    for (const definition of definitions)
      visit(definition as OperationDefinitionNode, {
        Field({ name, alias }) {
          // Introspection is left to graphql-js, and a member of this name to objects without a prototype.
          if (/^__(schema|type)$/.test(name.value) || alias?.value === '__proto__') isPlannable = false
        },
        Directive({ arguments: given }) {
          for (const { value } of given ?? [])
            if (value.kind === Kind.VARIABLE) conditions.add(value.name.value)
        },
      })
    this.isPlannable = isPlannable
    this.#conditions = conditions
  }

  /** The bytes that the plans take, about, which grow while they are first used. */
  get bytes(): number {
    let fields = 0
    for (const plan of this.#plans.values()) fields += plan.planned
    return bytesPerField * fields
  }

  /** Returns the plan of an operation for the given variables. */
  planOf(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Readonly<Record<string, unknown>>,
  ): OperationPlan {
    const name = `${operation.name?.value ?? ''} ${[...this.#conditions].map((each) => variables[each]).join()}`
    const known = this.#plans.get(name)
    if (known) return known
    const plan = new OperationPlan(schema, operation, fragments, variables)
    if (this.#plans.size < maximumPlans) this.#plans.set(name, plan)
    return plan
  }
}

/** The bytes of the plan of a field, about, with what is kept of its row set. */
const bytesPerField = 900

/** The number of plans that are kept of one document. */
const maximumPlans = 32
