import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql'
import type { FieldPlan } from '../plan/field-plan.ts'

type Path = GraphQLResolveInfo['path']

/** An object of the answer, with the value from which its fields are found. */
export class AnswerObject {
  readonly type: GraphQLObjectType
  readonly source: unknown
  readonly members: Record<string, unknown> = {}
  /** The object and the field that it is a value of; null for the root. */
  readonly parent: AnswerObject | null
  readonly field: FieldPlan | null
  /** Its index in a list, or −1. */
  readonly index: number
  #path: Path | undefined

  constructor(
    type: GraphQLObjectType,
    source: unknown,
    parent: AnswerObject | null,
    field: FieldPlan | null,
    index: number,
  ) {
    this.type = type
    this.source = source
    this.parent = parent
    this.field = field
    this.index = index
  }

  /** The path of the object; undefined for the root. */
  get path(): Path | undefined {
    if (!this.parent || !this.field) return undefined
    this.#path ??= this.parent.pathOf(this.field, this.index)
    return this.#path
  }

  /** Returns the path of a field of the object, or of an item of its list. */
  pathOf({ key }: FieldPlan, index = -1): Path {
    const path = { prev: this.path, key, typename: this.type.name }
    return index < 0 ? path : { prev: path, key: index, typename: undefined }
  }

  /** Returns whether the object is still part of the answer: an error may have replaced it or its parent by null. */
  get isAnswered(): boolean {
    const { parent, field, index } = this
    if (!parent || !field) return this.#isRootAnswered
    const value = parent.members[field.key]
    return (index < 0 ? value : (value as unknown[] | null)?.[index]) === this.members && parent.isAnswered
  }

  #isRootAnswered = true

  /** Makes a null of the object, or of the innermost object around it that may be null. */
  remove(): void {
    const { parent, field, index } = this
    if (!parent || !field) this.#isRootAnswered = false
    else if (index >= 0 && field.itemNullable) (parent.members[field.key] as unknown[])[index] = null
    else parent.removeValue(field)
  }

  /** Makes a null of the value of a field, or of the innermost object around it that may be null. */
  removeValue({ key, nullable }: FieldPlan): void {
    if (nullable) this.members[key] = null
    else this.remove()
  }
}

/** Puts a value into the answer, or an item into a list of it. */
export function put({ members }: AnswerObject, { key }: FieldPlan, index: number, value: unknown): void {
  if (index < 0) members[key] = value
  else (members[key] as unknown[])[index] = value
}

/** Puts an object into the answer. */
export function placed(
  type: GraphQLObjectType,
  value: unknown,
  parent: AnswerObject,
  field: FieldPlan,
  index: number,
): AnswerObject {
  const object = new AnswerObject(type, value, parent, field, index)
  put(parent, field, index, object.members)
  return object
}
