import { defaultFieldResolver, getArgumentValues } from 'graphql'
import type { Context } from '../application.ts'
import type { SharedReads } from '../declare/connection.ts'
import type { Row } from '../declare/keyset.ts'
import { type Execution, FieldInfo } from '../plan/field-info.ts'
import type { FieldPlan, RowsPlan } from '../plan/field-plan.ts'
import type { AnswerObject } from './answer-object.ts'
import { countValue } from './count-value.ts'
import type { PrefetchedRows } from './prefetched-rows.ts'
import type { RelatedReads } from './reads.ts'
import { Failure, isPromise, type MaybePromise, settled } from './values.ts'

/** Objects of one type whose fields are read at once, and the reads that several of these share. */
export class Batch {
  readonly objects: readonly AnswerObject[]
  /** The rows that a statement has read before. */
  readonly prefetched: PrefetchedRows | undefined
  /** The rows that fields refer to, by value. */
  readonly referred = new Map<RowsPlan, Promise<ReadonlyMap<string, Row>>>()
  /** The rows that computed fields read. */
  readonly related: RelatedReads = new Map()
  readonly #execution: Execution

  constructor(
    objects: readonly AnswerObject[],
    execution: Execution,
    prefetched: PrefetchedRows | undefined,
  ) {
    this.objects = objects
    this.prefetched = prefetched
    this.#execution = execution
  }

  get context(): Context {
    return this.#execution.context
  }

  /** Returns values that are found without waiting, and counts them as the resolver of the field would. */
  count(field: FieldPlan, find: (object: AnswerObject, index: number) => unknown): unknown[] {
    const { cost } = this.context
    return this.objects.map((object, index) => {
      try {
        const value = find(object, index)
        if (cost) countValue(cost, field.leaf !== undefined, value, object.source, field.key)
        return value
      } catch (error) {
        return new Failure(error)
      }
    })
  }

  /** Returns the arguments of a field as its resolver gets them where no plugin stands before it. */
  argumentsOf(field: FieldPlan): Record<string, unknown> | Failure {
    try {
      return getArgumentValues(field.field as never, field.nodes[0] as never, this.#execution.variableValues)
    } catch (error) {
      return new Failure(error)
    }
  }

  infoOf(field: FieldPlan, object: AnswerObject, shared?: SharedReads): FieldInfo {
    return new FieldInfo(this.#execution, field, object, shared)
  }

  /** Calls the resolver of a field for each object, as graphql-js does. */
  resolve(field: FieldPlan, shared?: SharedReads): MaybePromise<readonly unknown[]> {
    const resolve = field.field.resolve ?? defaultFieldResolver
    const args = this.argumentsOf(field)
    if (args instanceof Failure) return this.objects.map(() => args)
    const takesArguments = field.field.args.length > 0
    let isWaiting = false
    const values = this.objects.map((object) => {
      try {
        const info = this.infoOf(field, object, shared)
        const value = resolve(object.source, takesArguments ? { ...args } : args, this.context, info)
        isWaiting ||= isPromise(value)
        return value
      } catch (error) {
        return new Failure(error)
      }
    })
    return isWaiting ? settled(values) : values
  }
}
