import {
  defaultFieldResolver,
  defaultTypeResolver,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
  locatedError,
  OperationTypeNode,
} from 'graphql'
import type { Context } from '../application.ts'
import {
  isRead,
  KeysetConnection,
  openConnection,
  readPart,
  type SharedReads,
} from '../declare/connection.ts'
import { fieldContextOf } from '../declare/field-context.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import { graphHost } from '../host.ts'
import type { Explanation } from '../plan/explanation.ts'
import { type Execution, FieldInfo } from '../plan/field-info.ts'
import type { Declared, FieldPlan, RowsPlan, SelectionPlan, TypePlan } from '../plan/field-plan.ts'
import { columnsOf, listNeeds } from '../plan/needs.ts'
import type { OperationPlan } from '../plan/plan.ts'
import { AnswerObject, placed, put } from './answer-object.ts'
import { countValue } from './count-value.ts'
import { hiddenSince, isWrite } from './loaded-rows.ts'
import type { PrefetchedRows, RowsByKey } from './prefetched-rows.ts'
import { isQueryOfPayload, readQuery, type UnwrittenQuery } from './queries-of-payloads.ts'
import {
  type RelatedReads,
  readAll,
  readConnections,
  readCounts,
  readReferred,
  withRelated,
} from './reads.ts'
import { Failure, isPromise, type MaybePromise, serialized, settled } from './values.ts'

/** The reads of one row set that several of its fields share. */
interface SharedRows {
  readonly referred: Map<RowsPlan, Promise<ReadonlyMap<string, Row>>>
  readonly related: RelatedReads
}

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
  }

  /** Returns the data of the answer. */
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
    const rows: SharedRows = { referred: new Map(), related: new Map() }
    for (const field of fields) {
      // Members are in the order of the document, whenever their values are found.
      for (const { members } of objects) members[field.key] = null
      const found = this.#executeField(field, objects, rows)
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
  #executeField(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    rows: SharedRows,
  ): MaybePromise<AnswerObject[]> {
    const values = this.#valuesOf(field, objects, rows)
    return values instanceof Promise
      ? values.then(
          (found) => this.#complete(field, objects, found),
          (error: unknown) =>
            this.#complete(
              field,
              objects,
              objects.map(() => new Failure(error)),
            ),
        )
      : this.#complete(field, objects, values)
  }

  /** Returns the value of a field for each object. */
  #valuesOf(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    shared: SharedRows,
  ): MaybePromise<readonly unknown[]> {
    const { strategy } = field
    const context = this.#explanation?.add(field, objects.length, this.#context) ?? this.#context
    switch (strategy.kind) {
      case 'typename':
        return this.#count(field, objects, (object) => object.type.name)
      case 'property':
        return this.#count(field, objects, ({ source }) => (source as Row)[strategy.name])
      case 'same':
        return this.#count(field, objects, ({ source }) => source)
      case 'guarded': {
        const visible = visibleColumn(strategy.column)
        if (objects.some(({ source }) => !(visible in (source as Row)))) return this.#resolve(field, objects)
        return this.#count(field, objects, ({ source }) =>
          (source as Row)[visible] ? (source as Row)[strategy.column] : null,
        )
      }
      case 'computed':
        if (field.isWrapped) return this.#resolve(field, objects)
        this.#prefetched?.addRelated(field, shared.related)
        return this.#computed(field, strategy.declared, objects, context, shared.related)
      case 'one': {
        if (field.isWrapped) return this.#resolve(field, objects)
        const keys = objects.flatMap(
          ({ source }) => ((source as Row)[strategy.column] as string | null) ?? [],
        )
        if (keys.length === 0) return this.#count(field, objects, () => null)
        const known = this.#prefetched?.referred(field)
        if (known)
          return this.#count(
            field,
            objects,
            ({ source }) => known.get((source as Row)[strategy.column] as string) ?? null,
          )
        const reading = shared.referred.get(strategy.rows) ?? readReferred(context, strategy.rows, keys)
        shared.referred.set(strategy.rows, reading)
        return reading.then((found) =>
          this.#count(
            field,
            objects,
            ({ source }) => found.get((source as Row)[strategy.column] as string) ?? null,
          ),
        )
      }
      case 'all': {
        const key = strategy.declared.relation.keys[0] as string
        const keyOf = ({ source }: AnswerObject) => (source as Row)[key] as string
        const keys = objects.map(keyOf)
        const complete = (found: RowsByKey) =>
          this.#count(field, objects, (object) => found.get(keyOf(object)) ?? [])
        const known = this.#prefetched?.all(field, keys, this.#context.cost)
        return known
          ? complete(known)
          : readAll(context, strategy.declared, columnsOf(field), keys).then(complete)
      }
      case 'count': {
        const rows = objects.map(({ source }) => source as Row)
        const complete = (counts: readonly number[]) =>
          this.#count(field, objects, (_object, index) => counts[index])
        const known = this.#prefetched?.counts(field, rows)
        return known ? complete(known) : readCounts(context, strategy.declared, rows).then(complete)
      }
      case 'list':
        return this.#lists(field, strategy.options, objects, context)
      case 'part':
        if (objects.some(({ source }) => !isRead(source, strategy.part))) return this.#resolve(field, objects)
        return this.#count(field, objects, ({ source }) => readPart(source, strategy.part))
      case 'code': {
        const row = this.#prefetched?.single(field)
        return row ? this.#count(field, objects, () => row) : this.#resolve(field, objects)
      }
    }
  }

  /** Returns values that are found without waiting, and counts them as the resolver of the field would. */
  #count(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    find: (object: AnswerObject, index: number) => unknown,
  ): unknown[] {
    const { cost } = this.#context
    return objects.map((object, index) => {
      try {
        const value = find(object, index)
        if (cost) countValue(cost, field.leaf !== undefined, value, object.source, field.key)
        return value
      } catch (error) {
        return new Failure(error)
      }
    })
  }

  #computed(
    field: FieldPlan,
    { with: related, resolve }: Declared<'computed'>,
    objects: readonly AnswerObject[],
    context: Context,
    shared: RelatedReads,
  ): MaybePromise<readonly unknown[]> {
    const fieldContext = fieldContextOf(this.#context)
    const args = this.#argumentsOf(field)
    if (args instanceof Failure) return objects.map(() => args)
    const compute = (row: Row) => resolve?.(row, fieldContext, { ...args })
    if (Object.keys(related).length === 0)
      return this.#count(field, objects, ({ source }) => compute(source as Row))
    return withRelated(
      context,
      declarationOf(field.parentType.name).table,
      objects.map(({ source }) => source as Row),
      related,
      shared,
    ).then((rows) => this.#count(field, objects, (_object, index) => compute(rows[index] as Row)))
  }

  /** Opens the lists of all objects, and reads what is selected of them at once. */
  async #lists(
    field: FieldPlan,
    options: Extract<FieldPlan['strategy'], { kind: 'list' }>['options'],
    objects: readonly AnswerObject[],
    context: Context,
  ): Promise<readonly unknown[]> {
    const shared: SharedReads = new Map()
    this.#prefetched?.share(field, shared, this.#context)
    // Where the rows were read, code does not replace them.
    const isReplaced = options.replace !== undefined && !this.#prefetched?.hasPages(field)
    const opened =
      field.isWrapped || isReplaced
        ? await this.#resolve(field, objects, shared)
        : await this.#openLists(field, options, objects, shared)
    const connections = opened.filter((value) => value instanceof KeysetConnection)
    const { page, count, columns } = listNeeds(field, options)
    const isPrefetched = this.#fill(field, objects, opened)
    await readConnections(context, connections, {
      page: page && !isPrefetched.pages,
      count: count && !isPrefetched.counts,
      columns,
    })
    return opened
  }

  /** Gives lists what was read of them before. Returns what that is. */
  #fill(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    opened: readonly unknown[],
  ): { readonly pages: boolean; readonly counts: boolean } {
    const prefetched = this.#prefetched
    if (!prefetched) return { pages: false, counts: false }
    const listed = objects.filter((_object, index) => opened[index] instanceof KeysetConnection)
    const connections = opened.filter((value) => value instanceof KeysetConnection)
    prefetched.fill(field, connections, this.#context.cost)
    const counts = prefetched.counts(
      field,
      listed.map(({ source }) => (source ?? {}) as Row),
    )
    if (counts)
      for (const [index, connection] of connections.entries())
        connection.readCount = () => counts[index] as number
    return { pages: prefetched.hasPages(field), counts: counts !== undefined }
  }

  async #openLists(
    field: FieldPlan,
    options: Extract<FieldPlan['strategy'], { kind: 'list' }>['options'],
    objects: readonly AnswerObject[],
    shared: SharedReads,
  ): Promise<readonly unknown[]> {
    const args = this.#argumentsOf(field)
    if (args instanceof Failure) return objects.map(() => args)
    const context = this.#context
    return this.#count(field, objects, (object) => {
      const info = new FieldInfo(this.#execution, field, object, shared)
      return openConnection(options, object.source, args, context, info)
    })
  }

  /** Returns the arguments of a field as its resolver gets them where no plugin stands before it. */
  #argumentsOf(field: FieldPlan): Record<string, unknown> | Failure {
    try {
      return getArgumentValues(field.field as never, field.nodes[0] as never, this.#execution.variableValues)
    } catch (error) {
      return new Failure(error)
    }
  }

  /** Calls the resolver of a field for each object, as graphql-js does. */
  #resolve(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    shared?: SharedReads,
  ): MaybePromise<readonly unknown[]> {
    const resolve = field.field.resolve ?? defaultFieldResolver
    const args = this.#argumentsOf(field)
    if (args instanceof Failure) return objects.map(() => args)
    const takesArguments = field.field.args.length > 0
    let isWaiting = false
    const values = objects.map((object) => {
      try {
        const info = new FieldInfo(this.#execution, field, object, shared)
        const value = resolve(object.source, takesArguments ? { ...args } : args, this.#context, info)
        isWaiting ||= isPromise(value)
        return value
      } catch (error) {
        return new Failure(error)
      }
    })
    return isWaiting ? settled(values) : values
  }

  /** Puts the values of a field into the answer. Returns the objects among them. */
  #complete(
    field: FieldPlan,
    objects: readonly AnswerObject[],
    values: readonly unknown[],
  ): MaybePromise<AnswerObject[]> {
    if (field.isList && values.some((value) => Array.isArray(value) && value.some(isPromise)))
      return Promise.all(
        values.map((value) => (Array.isArray(value) && value.some(isPromise) ? settled(value) : value)),
      ).then((found) => this.#complete(field, objects, found))
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
    const isHidden = field.strategy.kind === 'one' && isWrite(this.#execution.operation)
    this.#fail(object, field, isHidden ? hiddenSince() : noValue(field), index)
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
    const name = resolveType(value, this.#context, info, composite)
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
    this.errors.push(locatedError(error, field.nodes, path))
    if (index >= 0 && field.itemNullable) put(object, field, index, null)
    else object.removeValue(field)
  }
}

type Path = GraphQLResolveInfo['path']

/** The objects that fields found, by the selection on them. */
type Below = Map<SelectionPlan, MaybePromise<AnswerObject[]>[]>

const nameOf = ({ parentType, field }: FieldPlan) => `${parentType.name}.${field.name}`

const noValue = (field: FieldPlan) => new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`)

const noList = (field: FieldPlan) =>
  new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`)
