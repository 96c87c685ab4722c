import { contextCacheSymbol } from '@pothos/core'
import { type GraphQLSchema, getArgumentValues } from 'graphql'
import { wasCanceled } from '../../database/violations.ts'
import { getOrCreate } from '../../get-or-create.ts'
import { KeysetConnection, type ListReads } from '../connection.ts'
import type { Context } from '../context.ts'
import { Cost } from '../cost.ts'
import { PlannedRow } from '../planned-read.ts'
import { AnswerObject } from './answer-object.ts'
import { AnswerText, type Source } from './answer-text.ts'
import type { Cells } from './cells.ts'
import type { Explanation } from './explanation.ts'
import { type Execution, FieldInfo } from './field-info.ts'
import { distribute } from './level-rows.ts'
import { type Levels, levelsOf, partialLevelsOf, unreplacedOf } from './levels.ts'
import { NotWritable } from './not-writable.ts'
import type { FieldPlan, OperationPlan } from './plan.ts'
import { PrefetchedRows } from './prefetched-rows.ts'
import { compileStatement, type PlannedReads, type Statement } from './statement.ts'

/** How an operation is read by one statement. */
interface StatementPlan {
  /** Undefined if code of the operation waits: then the statement reads what is around it. */
  text: AnswerText | undefined
  levels: Levels
}

const statementPlans = new WeakMap<OperationPlan, StatementPlan>()

function statementPlanOf(plan: OperationPlan, schema: GraphQLSchema): StatementPlan {
  return getOrCreate(statementPlans, plan, () => {
    const levels = levelsOf(plan)
    return levels
      ? { levels, text: new AnswerText(levels, schema) }
      : { levels: partialLevelsOf(plan), text: undefined }
  })
}

/** What one statement has answered or read of an operation. */
export type Prefetched =
  | { readonly text: string }
  /** The rows for executing it level by level, as the viewer of the context, who is confirmed. */
  | { readonly rows: PrefetchedRows }
  /** The error of a statement that took too long. No other is to wait as long for the same operation. */
  | { readonly timeout: Error }

/**
 * Answers an operation with one statement, whose rows are written as JSON, or reads the rows around the code of it. Returns
 * null if nothing of the operation can be read in this way, or if the answer has errors, which are found level by level.
 */
export async function readInOneStatement(
  plan: OperationPlan,
  execution: Execution,
  explanation?: Explanation,
): Promise<Prefetched | null> {
  if (!execution.context.viewer) return null
  const known = statementPlanOf(plan, execution.schema)
  if (!known.text && known.levels.all.length === 0 && !execution.context.presumption) return null
  try {
    return await new OneStatement(known, execution).read(explanation)
  } catch (error) {
    if (error instanceof NotWritable && error.isAsync) {
      known.text = undefined
      known.levels = partialLevelsOf(plan)
    }
    if (wasCanceled(error)) return { timeout: error as Error }
    if (isFaultOfStatement(error))
      execution.context.logger.error({ err: error }, 'a compiled statement is invalid')
    // Whatever failed fails again where errors have their place in the answer.
    return null
  }
}

/** The number of rows of a level, and of bytes of all, that one statement reads. More are read level by level. */
const maximumRows = 20_000
const maximumBytes = 32 * 1024 * 1024

class OneStatement {
  readonly #plan: StatementPlan
  readonly #execution: Execution
  readonly #infos = new Map<FieldPlan, FieldInfo>()
  readonly #arguments = new Map<FieldPlan, Record<string, unknown>>()

  constructor(plan: StatementPlan, execution: Execution) {
    this.#plan = plan
    this.#execution = execution
  }

  async read(explanation: Explanation | undefined): Promise<Prefetched> {
    const { levels, text } = this.#plan
    const { context } = this.#execution
    const reads = await this.#planReads()
    const cost = context.cost && new Cost(context.cost.limits)
    const limit = Math.min(cost?.rowsToStopAt ?? maximumRows, maximumRows)
    const statement = levels.all.length > 0 ? compileStatement(levels, reads, context, limit) : undefined
    const rows = await this.#rowsOf(statement)
    assertComplete(levels, rows, limit)
    const distributed = distribute(levels, rows, reads.lists)
    if (statement) explanation?.addStatement(text ? levels : undefined, distributed.levels, statement.text)
    if (!text) return { rows: new PrefetchedRows(levels, distributed.levels, reads.lists) }
    cost?.readRows(distributed.listed)
    const source: Source = {
      // Code has caches of its own here: what it begins to read for an answer that is not written must not count later.
      context: { ...context, cost, [contextCacheSymbol]: undefined },
      rows: distributed.levels,
      lists: reads.lists,
      argumentsOf: (field) => this.#argumentsOf(field),
      infoOf: (field) => this.#infoOf(field),
      attach: new Map(),
      last: undefined,
      objects: 0,
      requestedObjects: 0,
      bytes: 0,
    }
    const data = text.write(source)
    if (cost) {
      cost.answer(source)
      context.cost?.include(cost)
    }
    return { text: data }
  }

  /** Reads the rows, and at the same time whether the viewer is the presumed one still. Throws NotWritable if not. */
  async #rowsOf(statement: Statement | undefined): Promise<readonly Cells[]> {
    const { database, presumption } = this.#execution.context
    const [rows, isCurrent] = await Promise.all([
      statement ? database.texts(statement.text, statement.values, maximumBytes) : [],
      presumption?.isCurrent(),
    ])
    if (isCurrent === false) throw new NotWritable('the viewer has changed')
    return rows
  }

  /** Finds what fields read from their resolvers, which check arguments and permissions. */
  async #planReads(): Promise<PlannedReads> {
    const { levels } = this.#plan
    const rows = new Map<FieldPlan, PlannedRow>()
    const lists = new Map<FieldPlan, ListReads>()
    const context = { ...this.#execution.context, cost: undefined, isPlanning: true }
    for (const { source } of levels.all) {
      if (source.kind !== 'single') continue
      const planned = await this.#planned(source.field, context)
      if (!(planned instanceof PlannedRow)) throw new NotWritable(`${source.field.path} is no row`)
      rows.set(source.field, planned)
    }
    for (const field of levels.lists) {
      const planned = await this.#planned(field, context)
      if (!(planned instanceof KeysetConnection)) throw new NotWritable(`${field.path} is no list`)
      if (unreplacedOf(field)?.window(planned.window) === false)
        throw new NotWritable(`${field.path} is replaced`)
      lists.set(field, planned.reads)
    }
    for (const [field, same] of levels.sameLists) lists.set(field, lists.get(same) as ListReads)
    return { rows, lists }
  }

  #planned(field: FieldPlan, context: Context): unknown {
    return field.field.resolve?.({}, { ...this.#argumentsOf(field) }, context, this.#infoOf(field))
  }

  #argumentsOf(field: FieldPlan): Record<string, unknown> {
    return getOrCreate(this.#arguments, field, () =>
      getArgumentValues(field.field as never, field.nodes[0] as never, this.#execution.variableValues),
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

/** Throws NotWritable if a level stopped at the limit of rows. */
function assertComplete({ all }: Levels, rows: readonly Cells[], limit: number): void {
  if (rows.length < limit) return
  const counts = all.map(() => 0)
  for (const [index] of rows) counts[Number(index)] = (counts[Number(index)] ?? 0) + 1
  if (counts.some((count) => count >= limit)) throw new NotWritable('a limit is exceeded')
}

/** Returns whether PostgreSQL refused the text of a statement, which is a fault of the compiler. */
const isFaultOfStatement = (error: unknown): boolean =>
  /^42/.test((error as { readonly code?: string } | null)?.code ?? '')
