import {
  type FragmentDefinitionNode,
  GraphQLBoolean,
  GraphQLError,
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
  /** The names of the variables by which directives of any operation or fragment decide. */
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

  /**
   * Returns an error for each variable of an operation that is null where a directive decides by it, which its default allows.
   * graphql-js would find it as a fault of the field where the directive is.
   */
  nullConditions(
    { variableDefinitions = [] }: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ): GraphQLError[] {
    return variableDefinitions
      .filter(
        ({ type, variable: { name } }) =>
          type.kind === Kind.NAMED_TYPE &&
          type.name.value === GraphQLBoolean.name &&
          variables[name.value] === null &&
          this.#conditions.has(name.value),
      )
      .map(
        (nodes) =>
          new GraphQLError(
            `Variable "$${nodes.variable.name.value}" must not be null, because a directive decides by it.`,
            { nodes },
          ),
      )
  }

  /** Returns the plan of an operation for the given variables. */
  planOf(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Readonly<Record<string, unknown>>,
  ): OperationPlan {
    const conditions = Array.from(this.#conditions, (each) => stateOf(variables[each])).join('')
    const name = `${operation.name?.value ?? ''} ${conditions}`
    const known = this.#plans.get(name)
    if (known) return known
    const plan = new OperationPlan(schema, operation, fragments, variables)
    if (this.#plans.size < maximumPlans) this.#plans.set(name, plan)
    return plan
  }
}

/** Returns the character for a condition. A variable of any other value is one of another operation, whose value decides nothing. */
const stateOf = (value: unknown): string => (value === true ? '1' : value === false ? '0' : '-')

/** The bytes of the plan of a field, about, with what is kept of its row set. */
const bytesPerField = 900

/** The number of plans that are kept of one document. */
const maximumPlans = 32
