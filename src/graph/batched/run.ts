import { type GraphQLError, type GraphQLObjectType, OperationTypeNode } from 'graphql'
import type { Context } from '../application.ts'
import { graphHost } from '../host.ts'
import type { Explanation } from '../plan/explanation.ts'
import type { Execution } from '../plan/field-info.ts'
import type { FieldPlan, SelectionPlan, TypePlan } from '../plan/field-plan.ts'
import type { OperationPlan } from '../plan/plan.ts'
import { AnswerObject } from './answer-object.ts'
import { Batch } from './batch.ts'
import { Completion } from './completion.ts'
import { isWrite } from './loaded-rows.ts'
import type { PrefetchedRows } from './prefetched-rows.ts'
import { isQueryOfPayload, readQuery, type UnwrittenQuery } from './queries-of-payloads.ts'
import { Failure, type MaybePromise } from './values.ts'

/** The number of objects on which a selection takes so long that other requests run before it. */
const manyObjects = 500

/** Executes an operation by its plan: in batches, each field for all objects of the row set at once. */
export class Run {
  readonly errors: GraphQLError[]
  readonly #plan: OperationPlan
  readonly #execution: Execution
  readonly #context: Context
  readonly #explanation: Explanation | undefined
  readonly #prefetched: PrefetchedRows | undefined
  readonly #completion: Completion

  constructor(
    plan: OperationPlan,
    execution: Execution,
    explanation?: Explanation,
    prefetched?: PrefetchedRows,
    errors: GraphQLError[] = [],
  ) {
    this.errors = errors
    this.#plan = plan
    this.#execution = execution
    this.#context = execution.context
    this.#explanation = explanation
    this.#prefetched = prefetched
    this.#completion = new Completion(execution, errors)
  }

  async data(): Promise<Record<string, unknown> | null> {
    const { schema, operation } = this.#execution
    const type = schema.getRootType(operation.operation) as GraphQLObjectType
    const root = new AnswerObject(type, undefined, null, null, -1)
    const plan = this.#plan.root.of(type)
    if (isWrite(operation))
      for (const field of plan.fields) await this.#write({ ...plan, fields: [field] }, root)
    else await this.#executeFields(plan, [root])
    return root.isAnswered ? root.members : null
  }

  /** Executes a mutation, and reads its payload as of one state of the database after it. */
  async #write(mutation: TypePlan, root: AnswerObject): Promise<void> {
    const below: Below = new Map()
    const waiting: Promise<unknown>[] = []
    this.#startFields(mutation, [root], below, waiting)
    await Promise.all([...below.values()].flat())
    await graphHost().reads.inSnapshot(this.#context, async (context) =>
      this.#reading(context).#executeBelow(below, waiting),
    )
  }

  /** Executes the selection on objects of any types. */
  #executeSelection(selection: SelectionPlan, objects: readonly AnswerObject[]): MaybePromise<unknown> {
    // A limit that stops a query takes the place of its data. A mutation answers what it wrote.
    if (this.#context.cost?.exceeded && this.#execution.operation.operation === OperationTypeNode.QUERY)
      return undefined
    const answered = this.errors.length > 0 ? objects.filter((object) => object.isAnswered) : objects
    return answered.length < manyObjects
      ? this.#executeOn(selection, answered)
      : graphHost()
          .yieldToOthers()
          .then(() => this.#executeOn(selection, answered))
  }

  #executeOn(selection: SelectionPlan, answered: readonly AnswerObject[]): MaybePromise<unknown> {
    const [first] = answered
    if (!first) return undefined
    if (answered.every(({ type }) => type === first.type))
      return this.#executeFields(selection.of(first.type), answered)
    const byType = Map.groupBy(answered, ({ type }) => type)
    const below: Below = new Map()
    const waiting: Promise<unknown>[] = []
    for (const [type, ofType] of byType) this.#startFields(selection.of(type), ofType, below, waiting)
    return this.#executeBelow(below, waiting)
  }

  #executeFields(plan: TypePlan, objects: readonly AnswerObject[]): MaybePromise<unknown> {
    const below: Below = new Map()
    const waiting: Promise<unknown>[] = []
    this.#startFields(plan, objects, below, waiting)
    return this.#executeBelow(below, waiting)
  }

  /** Executes the selections on what fields found. Objects of different types that a selection is on share its reads. */
  #executeBelow(below: Below, waiting: Promise<unknown>[]): MaybePromise<unknown> {
    for (const [selection, found] of below) {
      const isFound = found.every((part) => Array.isArray(part))
      const done = isFound
        ? this.#executeSelection(selection, (found as AnswerObject[][]).flat())
        : Promise.all(found).then((parts) => this.#executeSelection(selection, parts.flat()))
      if (done instanceof Promise) waiting.push(done)
    }
    return waiting.length > 0 ? Promise.all(waiting) : undefined
  }

  #startFields(
    { fields }: TypePlan,
    objects: readonly AnswerObject[],
    below: Below,
    waiting: Promise<unknown>[],
  ): void {
    const batch = new Batch(objects, this.#execution, this.#prefetched)
    for (const field of fields) {
      // Members are in the order of the document, whenever their values are found.
      for (const { members } of objects) members[field.key] = null
      const found = this.#executeField(field, batch)
      if (isQueryOfPayload(field)) waiting.push(this.#executeQueries(field, found))
      else if (field.selection) {
        const parts = below.get(field.selection)
        if (parts) parts.push(found)
        else below.set(field.selection, [found])
      } else if (found instanceof Promise) waiting.push(found)
    }
  }

  /** Executes the selection on Query in a payload as an operation of its own: by one statement, where that can read it. */
  async #executeQueries(field: FieldPlan, found: MaybePromise<AnswerObject[]>): Promise<void> {
    for (const object of await found) {
      const read = await readQuery(field, this.#execution, this.#explanation)
      if (read && 'data' in read) Object.assign(object.members, read.data)
      else await this.#within(read).#executeSelection(field.selection as SelectionPlan, [object])
    }
  }

  /** Returns a run of a part of the operation, with what was read for it, whose errors are those of this one. */
  #within(read: UnwrittenQuery | null): Run {
    const context =
      read && 'timeout' in read ? graphHost().reads.failing(this.#context, read.timeout) : this.#context
    return this.#reading(context, read && 'rows' in read ? read.rows : undefined)
  }

  /** Returns a run of a part of the operation with another context, whose errors are those of this one. */
  #reading(context: Context, rows?: PrefetchedRows): Run {
    return new Run(this.#plan, { ...this.#execution, context }, this.#explanation, rows, this.errors)
  }

  /** Finds and completes the values of a field. Returns the objects among them. */
  #executeField(field: FieldPlan, batch: Batch): MaybePromise<AnswerObject[]> {
    const { objects } = batch
    const context = this.#explanation?.add(field, objects.length, this.#context) ?? this.#context
    const values = field.strategy.values(field, batch, context)
    return values instanceof Promise
      ? values.then(
          (found) => this.#completion.complete(field, objects, found),
          (error: unknown) =>
            this.#completion.complete(
              field,
              objects,
              objects.map(() => new Failure(error)),
            ),
        )
      : this.#completion.complete(field, objects, values)
  }
}

/** The objects that fields found, by the selection on them. */
type Below = Map<SelectionPlan, MaybePromise<AnswerObject[]>[]>
