import { defaultTypeResolver, type GraphQLSchema, isAbstractType, isEnumType, isObjectType } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { isPromise, serialized } from '../batched/values.ts'
import type { FieldPlan, SelectionPlan, TypePlan } from '../plan/field-plan.ts'
import type { AnswerForm } from './answer-form.ts'
import { JsonText } from './json-text.ts'
import {
  arrayOf,
  countValue,
  enumText,
  nullValue,
  objectText,
  objectTextIn,
  type TextOf,
} from './leaf-text.ts'
import { NotWritable } from './not-writable.ts'
import type { Writing } from './writing.ts'

/** Returns the arguments of a field as a function of it gets them, which may change them. */
export const argumentsIn = (writing: Writing, field: FieldPlan): Record<string, unknown> =>
  field.field.args.length > 0 ? { ...writing.argumentsOf(field) } : {}

/** Writes a field of an object that code returned. */
export type ValueText = TextOf<Writing, unknown>

/** Returns the text of a field that no text of an object of code has. */
const readInBatches =
  ({ path }: FieldPlan): ValueText =>
  () => {
    throw new NotWritable(`${path} is read for an object of code`, true)
  }

/** Writes the values that code returns as JSON. */
export class ValueTexts {
  /** The form of the answer; undefined for the data of GraphQL. */
  readonly form: AnswerForm | undefined
  readonly #schema: GraphQLSchema
  readonly #objects = new Map<TypePlan, ValueText>()

  constructor(schema: GraphQLSchema, form?: AnswerForm) {
    this.#schema = schema
    this.form = form
  }

  /** Returns how the value that the resolver of a field returns is written. The resolver counts it. */
  resolved(field: FieldPlan): ValueText {
    const { resolve } = field.field
    if (!resolve) throw new Error(`${field.path} has no resolver`)
    const complete = this.completed(field)
    return (writing, parent) => {
      const value = resolve(parent, argumentsIn(writing, field), writing.context, writing.infoOf(field))
      return complete(writing, value)
    }
  }

  /** Returns how a value that is found without a resolver is counted and written. */
  counted(field: FieldPlan, find: (writing: Writing, value: never) => unknown): ValueText {
    const complete = this.completed(field)
    return (writing, value) => {
      const found = find(writing, value as never)
      countValue(field, writing, found)
      return complete(writing, found)
    }
  }

  /** Returns how a value of a field is written. Throws NotWritable for an error, and for what must be waited for. */
  completed(field: FieldPlan): ValueText {
    const item = this.#item(field)
    return (writing, value) => {
      if (value === null || value === undefined) return nullValue(field)
      if (isPromise(value)) {
        value.then(undefined, () => undefined)
        throw new NotWritable(`${field.path} waits`, true)
      }
      if (value instanceof Error) throw new NotWritable(`${field.path} has an error`)
      if (!field.isList) return item(writing, value)
      if (!Array.isArray(value)) throw new NotWritable(`${field.path} is no array`)
      return arrayOf(value, (each) => {
        if (isPromise(each) || each instanceof Error) throw new NotWritable(`${field.path} has an error`)
        if (each !== null && each !== undefined) return item(writing, each)
        if (!field.itemNullable) throw new NotWritable(`${field.path} has a null`)
        return 'null'
      })
    }
  }

  #item(field: FieldPlan): ValueText {
    const { composite, leaf, selection } = field
    if (isEnumType(leaf)) return (_writing, value) => enumText(leaf, value, this.form)
    if (leaf)
      return (_writing, value) =>
        value instanceof JsonText ? value.text : JSON.stringify(serialized(leaf, value))
    const plans = selection as SelectionPlan
    if (isObjectType(composite)) return (writing, value) => this.#object(plans.of(composite))(writing, value)
    if (!isAbstractType(composite)) throw new NotWritable(`${field.path} has no type`)
    const resolveType = composite.resolveType ?? defaultTypeResolver
    return (writing, value) => {
      const name = resolveType(value, writing.context, writing.infoOf(field), composite)
      const type = this.#schema.getType(String(name))
      if (!isObjectType(type)) throw new NotWritable(`${field.path} has no type`)
      return this.#object(plans.of(type))(writing, value)
    }
  }

  /** Returns how an object that code returned is written. */
  #object(plan: TypePlan): ValueText {
    return getOrCreate(this.#objects, plan, () => {
      const textOf = (member: FieldPlan) => member.strategy.text?.(member, this) ?? readInBatches(member)
      return this.form ? objectTextIn(this.form, plan, textOf) : objectText(plan, textOf)
    })
  }
}
