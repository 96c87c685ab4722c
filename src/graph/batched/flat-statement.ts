import type { Context } from '../application.ts'
import type { ListReads } from '../declare/connection.ts'
import { visibleColumn } from '../declare/keyset.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import type { FlatWriter } from '../fields/field-kind.ts'
import { viewerOf } from '../host.ts'
import { RowAddresses, type ValuesFor } from '../nested/row-addresses.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { type PlannedReads, RowSetPolicies } from '../plan/policies.ts'
import { isNumbered, type RowSet } from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import type { Cells } from '../sql/cells.ts'
import { asText } from '../sql/json-sql.ts'
import {
  keepsRowMember,
  keyMember,
  membersOf,
  numberMember,
  orderMember,
  selectKeys,
  selectNamed,
} from '../sql/row-set-sql.ts'
import { columnTypeOf, Parameters } from '../sql/where.ts'

/** A statement that reads the rows of an operation. Their cells are texts. The first is the number of the row set. */
export interface FlatStatement {
  readonly text: string
  readonly valuesFor: ValuesFor
  /** Whether the same viewer can use it with other values. */
  readonly isReusable: boolean
  /** The parts of lists that it reads. */
  readonly lists: PlannedReads['lists']
  /** The number of rows of a row set after which it may stop. */
  readonly limit: number
}

/** The first cell of the row that has what proves who the viewer is. */
const proofIndex = 'viewer'

/** Separates the rows of the row sets from what proves who the viewer is, which is absent if nothing must be proven. */
export function separateProof(rows: readonly Cells[]): { rows: readonly Cells[]; proof: string | undefined } {
  const index = rows.findIndex(([rowSet]) => rowSet === proofIndex)
  return index < 0
    ? { rows, proof: undefined }
    : { rows: rows.toSpliced(index, 1), proof: rows[index]?.[1] ?? undefined }
}

const nameOf = (rowSet: RowSet) => `l${rowSet.index}`

/**
 * Returns the statement that reads all row sets of an operation. Each row set is read once, as a common table expression
 * that the row sets below it start from.
 */
export function compileStatement(
  { all }: RowSets,
  reads: PlannedReads,
  context: Context,
  limit: number,
): FlatStatement {
  const builder = new StatementBuilder(reads, context, limit)
  const width = Math.max(2, ...all.map(({ layout }) => layout.width))
  const tables = all.map((rowSet) => `${nameOf(rowSet)} AS (${rowSet.source.flatSql(rowSet, builder)})`)
  const selects = all.map((rowSet) => {
    const padding = new Array<string>(width - rowSet.layout.width).fill('NULL')
    const cells = [`'${rowSet.index}'`, ...builder.cells(rowSet), ...padding]
    return `SELECT ${cells.join(', ')} FROM ${nameOf(rowSet)}`
  })
  if (context.unconfirmed) {
    const { sql, parameter } = context.unconfirmed.proof
    const padding = new Array<string>(width - 2).fill('NULL')
    const cells = [`'${proofIndex}'`, sql(builder.parameters.add(parameter)), ...padding]
    selects.unshift(`SELECT ${cells.join(', ')}`)
  }
  return {
    text: `WITH ${tables.join(',\n')}\n${selects.join('\nUNION ALL\n')}`,
    valuesFor: builder.addresses.valuesFor(reads.lists.keys()),
    isReusable: builder.addresses.isReusable,
    lists: reads.lists,
    limit,
  }
}

class StatementBuilder implements FlatWriter {
  readonly parameters = new Parameters()
  readonly addresses = new RowAddresses(this.parameters)
  readonly policies: RowSetPolicies
  readonly context: Context
  readonly end: string
  readonly #reads: PlannedReads

  constructor(reads: PlannedReads, context: Context, limit: number) {
    this.#reads = reads
    this.context = context
    this.end = `LIMIT ${limit}`
    this.policies = new RowSetPolicies(reads, viewerOf(context))
  }

  /** Returns SQL for the cells of the rows of a row set, after that of the row set. */
  cells(rowSet: RowSet): string[] {
    const { keys, columns, guarded, added, hasOrder, mayBeReplaced } = rowSet.layout
    return [
      ...Array.from({ length: keys }, (_, index) => `"${keyMember(index)}"::text`),
      ...columns.map((name) => asText(`"${name}"`, columnTypeOf(rowSet.table, name))),
      ...guarded.map((name) => `"${visibleColumn(name)}"::text`),
      ...Object.keys(added).map((name) => `"${name}"::text`),
      ...(hasOrder ? [`"${orderMember}"::text`] : []),
      ...(mayBeReplaced ? [`"${keepsRowMember}"::text`] : []),
      ...rowSet.counted.map((counted) => `(${counted.flatSql(rowSet, this)})::text`),
    ]
  }

  list(field: FieldPlan): ListReads {
    return planned(field, this.#reads.lists)
  }

  found(field: FieldPlan): PlannedRow {
    return planned(field, this.#reads.rows)
  }

  members(rowSet: RowSet): string {
    const { pages } = rowSet.source
    const reads = pages && this.list(pages.field)
    const viewer = viewerOf(this.context)
    return selectNamed(membersOf(rowSet, { viewer, parameters: this.parameters, reads })).join(', ')
  }

  parents(parent: RowSet, keys: readonly string[]): string {
    const distinct = parent.source.single ? '' : 'DISTINCT '
    const window = this.#windowOf(parent)
    const within = window === undefined ? '' : ` WHERE "${numberMember}" <= ${window}`
    return `(SELECT ${distinct}${selectKeys(nameOf(parent), keys)} FROM ${nameOf(parent)}${within})`
  }

  nameOf(rowSet: RowSet): string {
    return nameOf(rowSet)
  }

  /** Returns the limit of the window of a row set that has rows after it. */
  #windowOf(rowSet: RowSet): number | undefined {
    const { pages } = rowSet.source
    return pages && isNumbered(rowSet) ? this.list(pages.field).window.limit : undefined
  }
}

function planned<Read>(field: FieldPlan, reads: ReadonlyMap<FieldPlan, Read>): Read {
  const read = reads.get(field)
  if (!read) throw new Error(`${field.path} is not planned`)
  return read
}
