import type {
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { SharedReads } from '../connection.ts'
import type { Context } from '../context.ts'
import type { AnswerObject } from './answer-object.ts'
import type { FieldPlan } from './plan.ts'

/** The input of the execution of an operation. */
export interface Execution {
  readonly schema: GraphQLSchema
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly operation: OperationDefinitionNode
  readonly variableValues: Record<string, unknown>
  readonly context: Context
}

/** The info of a resolver. Most resolvers read nothing of it, so that its members are found when they are read. */
export class FieldInfo implements GraphQLResolveInfo {
  readonly shared: SharedReads | undefined
  readonly #execution: Execution
  readonly #field: FieldPlan
  readonly #object: AnswerObject

  constructor(execution: Execution, field: FieldPlan, object: AnswerObject, shared?: SharedReads) {
    this.shared = shared
    this.#execution = execution
    this.#field = field
    this.#object = object
  }

  get fieldName() {
    return this.#field.field.name
  }
  get fieldNodes() {
    return this.#field.nodes
  }
  get returnType() {
    return this.#field.field.type
  }
  get parentType() {
    return this.#field.parentType
  }
  get path() {
    return this.#object.pathOf(this.#field)
  }
  get schema() {
    return this.#execution.schema
  }
  get fragments() {
    return this.#execution.fragments
  }
  get rootValue() {
    return undefined
  }
  get operation() {
    return this.#execution.operation
  }
  get variableValues() {
    return this.#execution.variableValues
  }
}
