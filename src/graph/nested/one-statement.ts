import { type GraphQLSchema, getArgumentValues } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Budget, Database } from '../application.ts'
import { AnswerObject } from '../batched/answer-object.ts'
import { compileStatement, type FlatStatement, separateProof } from '../batched/flat-statement.ts'
import { PrefetchedRows } from '../batched/prefetched-rows.ts'
import { distribute } from '../batched/rows.ts'
import type { ListReads } from '../declare/connection.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import { graphHost } from '../host.ts'
import { numberOf } from '../object-number.ts'
import { withMarkers } from '../plan/compared-arguments.ts'
import { constantArgumentsOf } from '../plan/constant-arguments.ts'
import type { Explanation } from '../plan/explanation.ts'
import { type Execution, FieldInfo } from '../plan/field-info.ts'
import type { FieldPlan, QueryPlan } from '../plan/field-plan.ts'
import { FullPages } from '../plan/full-pages.ts'
import { type AskedField, planListOf, planSingle } from '../plan/planned-reads.ts'
import type { PlannedReads } from '../plan/policies.ts'
import { keepsRowsOf } from '../plan/row-set.ts'
import { partialRowSetsOf, type RowSets, rowSetsOf } from '../plan/row-sets.ts'
import type { Cells } from '../sql/cells.ts'
import { NestedWriting } from './answer.ts'
import { byteLengthOf, joinBytes, textOfBytes } from './byte-text.ts'
import type { WrittenSize } from './leaf-text.ts'
import { NotNested } from './not-nested.ts'
import { NotWritable } from './not-writable.ts'
import { compileNested, type NestedStatement } from './statement.ts'
import { ValueTexts } from './value-text.ts'
import type { InputsOfCode } from './writing.ts'
import type { WrittenData } from './written-result.ts'

/** The parts of an operation that one statement reads. */
interface PlannedParts {
  readonly rowSets: RowSets
  /** Whether the statement writes the answer. Others read what is around code that waits. */
  readonly isWhole: boolean
}

/** The plan of reading an operation by one statement. */
class StatementPlan {
  /** The whole operation. Undefined if code of it waits. */
  whole: PlannedParts | undefined
  /** The writers of the values that code returns in a nested statement. */
  readonly values: ValueTexts
  readonly fullPages = new FullPages()
  /** The writers of those values in the form of answers that was asked for last. */
  formed?: ValueTexts
  readonly #operation: QueryPlan
  #partial: PlannedParts | undefined

  constructor(operation: QueryPlan, schema: GraphQLSchema) {
    this.values = new ValueTexts(schema)
    const rowSets = rowSetsOf(operation)
    this.whole = rowSets ? { rowSets, isWhole: true } : undefined
    this.#operation = operation
  }

  /** The row sets around the code of the operation that waits. */
  get partial(): PlannedParts {
    this.#partial ??= { rowSets: partialRowSetsOf(this.#operation), isWhole: false }
    return this.#partial
  }
}

const statementPlans = new WeakMap<QueryPlan, StatementPlan>()

/** Returns the writers of values in the form that a request asks for. */
function valuesInForm(plan: StatementPlan, { schema, context: { form } }: Execution): ValueTexts {
  if (!form) return plan.values
  if (plan.formed?.form !== form) plan.formed = new ValueTexts(schema, form)
  return plan.formed
}

/** The result of reading an operation by one statement. */
export type Prefetched =
  | WrittenData
  /**
   * The rows for executing it in batches, as the viewer of the context, who is confirmed. Undefined if the rows that
   * were read cannot be used, because the answer has errors.
   */
  | { readonly rows: PrefetchedRows | undefined }
  /** The error of a statement that took too long. The operation fails with it instead of trying another statement. */
  | { readonly timeout: Error }

/**
 * Answers an operation with one statement, whose rows are written as JSON, or reads the rows around the code of it. Returns
 * null if nothing of the operation can be read in this way. If the answer has errors, they are found in batches.
 *
 * @param snapshot - The database to read what is executed in batches in, which has one state for all of its reads.
 */
export async function readInOneStatement(
  plan: QueryPlan,
  execution: Execution,
  explanation: Explanation | undefined,
  snapshot: Database,
): Promise<Prefetched | null> {
  if (!execution.context.viewer) return null
  const known = getOrCreate(statementPlans, plan, () => new StatementPlan(plan, execution.schema))
  return readParts(known.whole ?? known.partial, known, execution, explanation, snapshot)
}

/**
 * No statement writes the answer for the arguments of a request: they make a field of Query find other rows than those that its
 * plan reads, or a page too large.
 */
class NotWhole extends NotWritable {}

async function readParts(
  parts: PlannedParts,
  plan: StatementPlan,
  execution: Execution,
  explanation: Explanation | undefined,
  snapshot: Database,
): Promise<Prefetched | null> {
  explanation?.leave(parts.rowSets.left)
  if (!parts.isWhole && parts.rowSets.all.length === 0 && !execution.context.unconfirmed) return null
  const database = parts.isWhole ? execution.context.database : snapshot
  const statement = new OneStatement(parts, plan, execution, database)
  try {
    return await statement.read(explanation)
  } catch (error) {
    if (error instanceof NotWhole && parts.isWhole)
      return readParts(plan.partial, plan, execution, explanation, snapshot)
    if (error instanceof NotWritable && error.isAsync) plan.whole = undefined
    const fault = graphHost().errors.faultOf(error)
    if (fault === 'timeout') return { timeout: error as Error }
    // No other statement would succeed, and each would wait as long.
    if (fault) throw error
    if (isFaultOfStatement(error))
      execution.context.logger.error({ err: error }, 'a compiled statement is invalid')
    // Whatever failed fails again where errors have their place in the answer.
    return statement.hasConfirmedViewer ? { rows: undefined } : null
  }
}

/** The number of rows of a row set, and of bytes of all, that one statement reads. More are read in batches. */
const maximumRows = 20_000
const maximumBytes = 32 * 1024 * 1024

type KeptStatement = NestedStatement | FlatStatement

const isNested = (statement: KeptStatement): statement is NestedStatement => 'slots' in statement

/** The bytes that a statement takes, with what code writes in its answer, for each character of its text, about. */
const bytesPerCharacter = 8

/** The statements that are kept. They expire, because policies embed the current time. */
let cache: ReturnType<typeof newCache> | undefined

const keptStatements = () => {
  cache ??= newCache()
  return cache
}

const newCache = () =>
  graphHost().cache<string, KeptStatement>(
    'statements',
    ({ text }, name) => bytesPerCharacter * text.length + name.length,
    { ttl: 60_000 },
  )

class OneStatement {
  readonly #plan: PlannedParts & Pick<StatementPlan, 'fullPages'>
  /** The writers of values in the form of the answer, for a statement that writes it as a whole. */
  readonly #values: ValueTexts
  readonly #execution: Execution
  readonly #database: Database
  readonly #infos = new Map<FieldPlan, FieldInfo>()
  readonly #arguments = new Map<FieldPlan, Record<string, unknown>>()
  #hasConfirmedViewer = false

  constructor(
    { rowSets, isWhole }: PlannedParts,
    plan: StatementPlan,
    execution: Execution,
    database: Database,
  ) {
    this.#values = valuesInForm(plan, execution)
    this.#plan = { rowSets, isWhole, fullPages: plan.fullPages }
    this.#execution = execution
    this.#database = database
  }

  /** Whether what was read proves that the viewer is the one of the context. */
  get hasConfirmedViewer(): boolean {
    return this.#hasConfirmedViewer
  }

  async read(explanation: Explanation | undefined): Promise<Prefetched> {
    const { context } = this.#execution
    const rows = this.#planRows()
    const cost = context.cost && graphHost().freshBudget(context.cost)
    const limit = Math.min(cost?.rowsToStopAt ?? maximumRows, maximumRows)
    const { all, lists } = this.#plan.rowSets
    const statement =
      all.length > 0 || (this.#plan.isWhole && lists.length > 0)
        ? await this.#statementFor(rows, limit)
        : undefined
    return statement && isNested(statement)
      ? this.#readNested(statement, rows, cost, explanation)
      : this.#readFlat(statement, rows, explanation)
  }

  /** Returns the statement for the rows that fields of Query find, which stops at a number of rows of a row set. */
  async #statementFor(rows: PlannedReads['rows'], limit: number): Promise<KeptStatement> {
    const name = this.#nameOfStatement(rows, limit)
    const known = name === undefined ? undefined : keptStatements().get(name)
    // What lists read is part of a statement, so that their resolvers are not asked again.
    if (known) return known
    const { rowSets, isWhole } = this.#plan
    const reads = { rows, lists: this.#planLists() }
    const statement = isWhole
      ? this.#nested(reads)
      : compileStatement(rowSets, reads, this.#execution.context, limit)
    if (name !== undefined && statement.isReusable) keptStatements().set(name, statement)
    return statement
  }

  /** Returns the statement that writes the answer. Throws NotWhole if there is none. */
  #nested(reads: PlannedReads): NestedStatement {
    const { rowSets, fullPages } = this.#plan
    try {
      return compileNested(rowSets, reads, this.#execution.context, { values: this.#values, fullPages })
    } catch (error) {
      if (error instanceof NotNested) throw new NotWhole('there is no nested statement')
      throw error
    }
  }

  /**
   * Returns what a statement depends on: the plan, its full pages, the viewer, and the arguments of lists. Undefined for a
   * viewer that is not shared by requests, because the request may change it.
   */
  #nameOfStatement(rows: PlannedReads['rows'], limit: number): string | undefined {
    const { unconfirmed, viewer } = this.#execution.context
    if (!unconfirmed || !viewer) return undefined
    const { rowSets, fullPages } = this.#plan
    let name = `${numberOf(rowSets)} ${fullPages.version} ${numberOf(this.#values)} ${numberOf(viewer)} ${limit}`
    for (const { where } of rows.values()) name += ` ${Object.keys(where)}`
    for (const field of rowSets.lists)
      if (!constantArgumentsOf(field)) name += ` ${JSON.stringify(this.#argumentsWithMarkersOf(field))}`
    return name
  }

  async #readNested(
    { text, valuesFor, slots, rows }: NestedStatement,
    foundRows: PlannedReads['rows'],
    cost: Budget | undefined,
    explanation: Explanation | undefined,
  ): Promise<Prefetched> {
    const values = valuesFor(foundRows, (list) => this.#argumentsOf(list))
    const [[data, proof] = []] = await this.#database.texts(text, values, {
      bytes: maximumBytes,
      rows: this.#plan.fullPages.expectedRows(rows),
      encoding: 'bytes',
      owner: graphHost().ownerOf(this.#execution.context),
    })
    this.#assertViewer(proof && textOfBytes(proof))
    if (data == null) throw new Error('a statement has no answer')
    const writing = new NestedWriting(this.#inputsOfCode(cost))
    const answer = slots.write(data, writing)
    const { form } = this.#values
    if (form && byteLengthOf(answer) === 4 && joinBytes(answer) === 'null')
      throw new NotWritable('there is no value')
    if (writing.listed >= (cost?.rowsToStopAt ?? Number.POSITIVE_INFINITY))
      throw new NotWritable('a limit is exceeded')
    this.#plan.fullPages.learn(writing.fullPages, writing.listed)
    if (writing.missesRows) return this.read(explanation)
    explanation?.addStatement(this.#plan.rowSets, (rowSet) => writing.found[rowSet.index] ?? 0, text)
    cost?.readRows(writing.listed)
    return this.#answered({ bytes: answer, form }, writing, cost)
  }

  async #readFlat(
    statement: FlatStatement | undefined,
    foundRows: PlannedReads['rows'],
    explanation: Explanation | undefined,
  ): Promise<Prefetched> {
    const { rowSets } = this.#plan
    const lists = statement?.lists ?? this.#planLists()
    const rows = await this.#rowsOf(statement, foundRows)
    if (statement) assertComplete(rowSets, rows, statement.limit)
    const distributed = distribute(rowSets, rows, lists)
    if (statement) explanation?.addPrefetch(statement.text)
    return { rows: new PrefetchedRows(rowSets, distributed, lists) }
  }

  #inputsOfCode(cost: Budget | undefined): InputsOfCode {
    const { context } = this.#execution
    return {
      context,
      cost,
      argumentsOf: (field) => this.#argumentsOf(field),
      infoOf: (field) => this.#infoOf(field),
    }
  }

  #answered(
    written: WrittenData,
    { objects, requestedObjects }: WrittenSize,
    cost: Budget | undefined,
  ): WrittenData {
    const { context } = this.#execution
    if (cost) {
      cost.answerObjects(objects, requestedObjects)
      cost.answerBytes(byteLengthOf(written.bytes))
      context.cost?.include(cost)
    }
    return written
  }

  /** Reads the rows, and whether the viewer is still the one of the context. Throws NotWritable if not. */
  async #rowsOf(
    statement: FlatStatement | undefined,
    foundRows: PlannedReads['rows'],
  ): Promise<readonly Cells[]> {
    const { unconfirmed } = this.#execution.context
    if (!statement) {
      if (unconfirmed) this.#confirmViewer(await unconfirmed.isCurrent())
      return []
    }
    const { text, valuesFor } = statement
    const values = valuesFor(foundRows, (list) => this.#argumentsOf(list))
    const owner = graphHost().ownerOf(this.#execution.context)
    const read = await this.#database.texts(text, values, { bytes: maximumBytes, owner })
    const { rows, proof } = separateProof(read)
    this.#assertViewer(proof)
    return rows
  }

  /** Throws NotWritable if what was read does not prove that the viewer is the one of the context. */
  #assertViewer(proof: string | null | undefined): void {
    const { unconfirmed } = this.#execution.context
    if (unconfirmed) this.#confirmViewer(proof === unconfirmed.proof.expected)
  }

  #confirmViewer(isCurrent: boolean): void {
    if (!isCurrent) throw new NotWritable('the viewer has changed')
    this.#hasConfirmedViewer = true
  }

  #planRows(): PlannedReads['rows'] {
    const rows = new Map<FieldPlan, PlannedRow>()
    for (const { source } of this.#plan.rowSets.all)
      if (source.single)
        rows.set(source.single, planSingle(this.#asked(source.single, this.#argumentsOf(source.single))))
    return rows
  }

  #planLists(): PlannedReads['lists'] {
    const { rowSets } = this.#plan
    const lists = new Map<FieldPlan, ListReads>()
    for (const field of rowSets.lists) {
      const reads = planListOf(this.#asked(field, this.#argumentsWithMarkersOf(field)))
      if (keepsRowsOf(field)?.window(reads.window) === false)
        throw new NotWritable(`${field.path} is replaced`)
      lists.set(field, reads)
    }
    for (const [field, same] of rowSets.sameLists) lists.set(field, lists.get(same) as ListReads)
    return lists
  }

  #asked(field: FieldPlan, args: Readonly<Record<string, unknown>>): AskedField {
    return {
      field,
      args,
      context: { ...this.#execution.context, cost: undefined },
      info: this.#infoOf(field),
    }
  }

  /** Returns the arguments of a list, with markers for what other requests can have other values of. */
  #argumentsWithMarkersOf(field: FieldPlan): Readonly<Record<string, unknown>> {
    return constantArgumentsOf(field) ?? withMarkers(field, this.#argumentsOf(field))
  }

  #argumentsOf(field: FieldPlan): Readonly<Record<string, unknown>> {
    return (
      constantArgumentsOf(field) ??
      getOrCreate(this.#arguments, field, () =>
        getArgumentValues(field.field as never, field.nodes[0] as never, this.#execution.variableValues),
      )
    )
  }

  /** Returns the info of a field. All of its objects share it, because none of what is written reads their paths. */
  #infoOf(field: FieldPlan): FieldInfo {
    return getOrCreate(this.#infos, field, () => {
      const object = new AnswerObject(field.parentType, undefined, null, null, -1)
      return new FieldInfo(this.#execution, field, object, new Map())
    })
  }
}

/** Throws NotWritable if a row set stopped at the limit of rows. */
function assertComplete({ all }: RowSets, rows: readonly Cells[], limit: number): void {
  if (rows.length < limit) return
  const counts = all.map(() => 0)
  for (const [index] of rows) counts[Number(index)] = (counts[Number(index)] ?? 0) + 1
  if (counts.some((count) => count >= limit)) throw new NotWritable('a limit is exceeded')
}

/** Returns whether PostgreSQL refused the text of a statement, which is a fault of the compiler. */
const isFaultOfStatement = (error: unknown): boolean =>
  /^42/.test((error as { readonly code?: string } | null)?.code ?? '')
