import type {
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { Context } from '../application.ts'
import type { AnswerObject } from '../batched/answer-object.ts'
import type { SharedReads } from '../declare/connection.ts'
import { Columns } from './columns.ts'
import { type FieldPlan, typePlanOf } from './field-plan.ts'
import { columnsOf } from './needs.ts'

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

  /**
   * Returns the columns that the selection needs of the row that a field of the object returns, undefined if it may need
   * any. A policy that is read with a column needs any, because only a compiled read reads it.
   */
  columnsBelow(fieldName: string): readonly string[] | undefined {
    const columns = new Columns()
    for (const field of typePlanOf(this.#field).fields)
      if (field.field.name === fieldName) columns.include(columnsOf(field))
    return columns.isAnyGuarded ? undefined : columns.names
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
