import {
  defaultTypeResolver,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  locatedError,
} from 'graphql'
import { type Execution, FieldInfo } from '../plan/field-info.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { type AnswerObject, placed, put } from './answer-object.ts'
import { Failure, isPromise, type MaybePromise, serialized, settled } from './values.ts'

/** Completes the values of an operation as the specification of GraphQL says, and records their errors. */
export class Completion {
  readonly #execution: Execution
  readonly #errors: GraphQLError[]

  constructor(execution: Execution, errors: GraphQLError[]) {
    this.#execution = execution
    this.#errors = errors
  }

  /** Puts the values of a field into the answer. Returns the objects among them. */
  complete(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    values: readonly unknown[],
  ): MaybePromise<AnswerObject[]> {
    if (field.isList && values.some((value) => Array.isArray(value) && value.some(isPromise)))
      return Promise.all(
        values.map((value) => (Array.isArray(value) && value.some(isPromise) ? settled(value) : value)),
      ).then((found) => this.complete(field, objects, found))
    const found: AnswerObject[] = []
    const waiting: Promise<unknown>[] = []
    for (const [index, object] of objects.entries()) {
      const value = values[index]
      if (value instanceof Failure) this.#fail(object, field, value.error)
      else if (value instanceof Error) this.#fail(object, field, value)
      else if (value === null || value === undefined) this.#completeNull(object, field)
      else if (field.isList) this.#completeList(object, field, value, found, waiting)
      else this.#completeValue(object, field, value, found, waiting)
    }
    return waiting.length > 0 ? Promise.all(waiting).then(() => found) : found
  }

  #completeNull(object: AnswerObject, field: FieldPlan, index = -1): void {
    const mayBeNull = index >= 0 ? field.itemNullable : field.nullable
    if (mayBeNull) return
    const error = field.strategy.nullError?.(this.#execution.operation) ?? noValue(field)
    this.#fail(object, field, error, index)
  }

  #completeList(
    object: AnswerObject,
    field: FieldPlan,
    value: unknown,
    found: AnswerObject[],
    waiting: Promise<unknown>[],
  ): void {
    if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) {
      this.#fail(object, field, noList(field))
      return
    }
    const items = [...(value as Iterable<unknown>)]
    object.members[field.key] = items.map(() => null)
    for (const [index, item] of items.entries()) {
      if (item instanceof Failure) this.#fail(object, field, item.error, index)
      else if (item instanceof Error) this.#fail(object, field, item, index)
      else if (item === null || item === undefined) this.#completeNull(object, field, index)
      else this.#completeValue(object, field, item, found, waiting, index)
      // An item without a value made a null of the list.
      if (!Array.isArray(object.members[field.key])) return
    }
  }

  #completeValue(
    object: AnswerObject,
    field: FieldPlan,
    value: unknown,
    found: AnswerObject[],
    waiting: Promise<unknown>[],
    index = -1,
  ): void {
    try {
      if (field.leaf) {
        put(object, field, index, serialized(field.leaf, value))
        return
      }
      const type = this.#typeOf(object, field, value)
      if (!isPromise(type)) found.push(placed(type, value, object, field, index))
      else
        waiting.push(
          type.then(
            (known) => found.push(placed(known, value, object, field, index)),
            (error: unknown) => this.#fail(object, field, error, index),
          ),
        )
    } catch (error) {
      this.#fail(object, field, error, index)
    }
  }

  #typeOf(object: AnswerObject, field: FieldPlan, value: unknown): MaybePromise<GraphQLObjectType> {
    const { composite } = field
    if (isObjectType(composite)) return composite
    if (!composite) throw new Error(`${field.path} has no selection`)
    const info = new FieldInfo(this.#execution, field, object)
    const resolveType = composite.resolveType ?? defaultTypeResolver
    const name = resolveType(value, this.#execution.context, info, composite)
    const typeNamed = (given: string | undefined) => {
      const type = given === undefined ? undefined : this.#execution.schema.getType(given)
      if (isObjectType(type) && this.#execution.schema.isSubType(composite, type)) return type
      throw new Error(`${composite.name} has no type ${given} for ${field.path}`)
    }
    return isPromise(name) ? (name as Promise<string>).then(typeNamed) : typeNamed(name as string)
  }

  /** Records the error of a field, or of an item of its list, and makes a null of its value. */
  #fail(object: AnswerObject, field: FieldPlan, error: unknown, index = -1): void {
    // An error in what is a null already is not reported.
    if (!object.isAnswered) return
    const path: (string | number)[] = []
    for (let step = object.pathOf(field, index) as Path | undefined; step; step = step.prev)
      path.unshift(step.key)
    this.#errors.push(locatedError(error, field.nodes, path))
    if (index >= 0 && field.itemNullable) put(object, field, index, null)
    else object.removeValue(field)
  }
}

type Path = GraphQLResolveInfo['path']

const nameOf = ({ parentType, field }: FieldPlan) => `${parentType.name}.${field.name}`

const noValue = (field: FieldPlan) => new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`)

const noList = (field: FieldPlan) =>
  new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`)
