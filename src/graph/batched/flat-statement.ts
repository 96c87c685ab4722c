import type { Context, Viewer } from '../application.ts'
import type { ListReads } from '../declare/connection.ts'
import { type CountedList, selectWindow, visibleColumn } from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import { viewerOf } from '../host.ts'
import { RowAddresses, rowOfQuery, type ValuesFor } from '../nested/row-addresses.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { type PlannedReads, RowSetPolicies } from '../plan/policies.ts'
import { type Counted, isPageOfAll, keepsRowsOf, type RowSet, readsBeyond } from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import type { Cells } from '../sql/cells.ts'
import { asText } from '../sql/json-sql.ts'
import {
  countOf,
  keepsRowMember,
  keyMember,
  membersOf,
  numbered,
  numberMember,
  orderMember,
  parentKeys,
  selectKeys,
  selectNamed,
} from '../sql/row-set-sql.ts'
import { columnTypeOf, compileWhere, Parameters } from '../sql/where.ts'
import { countedRows, orderOfAll } from './loaded-rows.ts'

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
  const tables = all.map((rowSet) => `${nameOf(rowSet)} AS (${builder.table(rowSet)})`)
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

class StatementBuilder {
  readonly parameters = new Parameters()
  readonly addresses = new RowAddresses(this.parameters)
  readonly #reads: PlannedReads
  readonly #context: Context
  readonly #limit: number
  readonly #policies: RowSetPolicies

  constructor(reads: PlannedReads, context: Context, limit: number) {
    this.#reads = reads
    this.#context = context
    this.#limit = limit
    this.#policies = new RowSetPolicies(reads, viewerOf(context))
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
      ...rowSet.counted.map((counted) => `(${this.#count(rowSet, counted)})::text`),
    ]
  }

  get #viewer(): Viewer {
    return viewerOf(this.#context)
  }

  #listOf(field: FieldPlan): ListReads {
    const list = this.#reads.lists.get(field)
    if (!list) throw new Error(`${field.path} is not planned`)
    return list
  }

  /** Returns SQL for the rows of a row set. */
  table(rowSet: RowSet): string {
    const { source, table } = rowSet
    const reads = source.kind === 'list' ? this.#listOf(source.field) : undefined
    const members = membersOf(rowSet, { viewer: this.#viewer, parameters: this.parameters, reads })
    const selected = selectNamed(members).join(', ')
    const end = `LIMIT ${this.#limit}`
    switch (source.kind) {
      case 'single': {
        const row = this.#reads.rows.get(source.field)
        if (!row) throw new Error(`${source.field.path} is not planned`)
        return `SELECT ${selected} FROM ${rowOfQuery(source.field, table, row, { addresses: this.addresses, parameters: this.parameters, context: this.#context })} LIMIT 1`
      }
      case 'one': {
        const isImplied = this.#policies.isImplied(table, source)
        const policy = isImplied ? {} : (source.policy?.(this.#viewer) ?? {})
        const where = compileWhere(table, policy, 't', this.parameters)
        const from = parentsOf(source.parent, [source.column], this.#windowOf(source.parent))
        return `SELECT ${parentKeys(1).join()}, r.* FROM ${from} p CROSS JOIN LATERAL (
SELECT ${selected} FROM "${table}" t WHERE t."${source.of}" = p.k0 AND ${where} LIMIT 1) r ${end}`
      }
      case 'all': {
        const { target, relation, filter } = source.declared
        const policy = { AND: [declarationOf(target).visible(this.#viewer), filter] }
        const where = compileWhere(table, policy, 't', this.parameters)
        const from = parentsOf(source.parent, relation.keys, this.#windowOf(source.parent))
        return `SELECT ${parentKeys(1).join()}, r.* FROM ${from} p CROSS JOIN LATERAL (
SELECT ${selected} FROM ${relation.from ?? `"${table}"`} t WHERE ${relation.condition} AND ${where} ORDER BY ${orderOfAll(source.declared)}) r ${end}`
      }
      case 'list': {
        const { list, window } = this.#listOf(source.field)
        // Rows after the window tell whether there are more.
        const count = window.limit + (readsBeyond(source.reads) && window.limit > 0 ? 1 : 0)
        // A number would be part of the text, and would be less than the planner expects of a list: it would sort.
        const limit = this.parameters.add(count)
        const { parent } = source
        const { own, condition } = this.#policies.ofParents(list, parent, this.parameters)
        const rows = selectWindow(own, window, selected, limit, this.parameters)
        const from = parent
          ? parentsOf(parent, source.keys, this.#windowOf(parent))
          : `(SELECT ''::text AS k0)`
        const keys = parent ? parentKeys(source.keys.length) : []
        return `SELECT ${[...keys, 'r.*'].join(', ')} FROM ${from} p CROSS JOIN LATERAL (${isNumbered(rowSet) ? numbered(rows) : rows}) r${condition && ` WHERE ${condition}`} ${end}`
      }
    }
  }

  /** Returns the limit of the window of a row set that has rows after it. */
  #windowOf(rowSet: RowSet): number | undefined {
    return rowSet.source.kind === 'list' && isNumbered(rowSet)
      ? this.#listOf(rowSet.source.field).window.limit
      : undefined
  }

  /** Returns SQL for a number of each row. */
  #count(rowSet: RowSet, counted: Counted): string {
    if (counted.kind === 'list') {
      const [field] = counted.fields as [FieldPlan]
      const { list, window } = this.#listOf(field)
      const count = this.#countFor(rowSet, counted.keys, list, keepsRowsOf(field)?.rows)
      return counted.rows && isPageOfAll(window)
        ? this.#ifMoreFollow(counted.keys, counted.rows, window.limit, count)
        : count
    }
    const { declared } = counted
    return this.#countFor(rowSet, declared.relation.keys, countedRows(declared, this.#viewer))
  }

  /** Returns SQL for a number of the rows of a list; null where those that were read are all. */
  #ifMoreFollow(keys: readonly string[], rows: RowSet, limit: number, count: string): string {
    const key = keys.map((each) => `"${each}"`).join(', ')
    const ofRows = keys.map((_key, index) => `"${keyMember(index)}"`).join(', ')
    const most = this.parameters.add(limit)
    // As texts, because a row with a null is equal to none.
    const asOne = (members: string) => (keys.length > 1 ? `ROW(${members})::text` : members)
    return `CASE WHEN ${asOne(key)} IN (SELECT ${asOne(ofRows)} FROM ${nameOf(rows)} GROUP BY ${ofRows} HAVING count(*) > ${most}) THEN (${count}) END`
  }

  #countFor(rowSet: RowSet, keys: readonly string[], list: CountedList, keepsRows?: string): string {
    const place = { rowSet, alias: nameOf(rowSet), keys }
    return countOf(list, place, { policies: this.#policies, parameters: this.parameters }, keepsRows)
  }
}

/** Returns whether the rows of a row set are numbered, because those after its window have no row sets below them. */
const isNumbered = ({ source, below, related }: RowSet): boolean =>
  source.kind === 'list' && readsBeyond(source.reads) && below.size + related.size > 0

/** Returns SQL for the keys of the parents of a row set, each once. */
function parentsOf(parent: RowSet, keys: readonly string[], window: number | undefined): string {
  const distinct = parent.source.kind === 'single' ? '' : 'DISTINCT '
  const within = window === undefined ? '' : ` WHERE "${numberMember}" <= ${window}`
  return `(SELECT ${distinct}${selectKeys(nameOf(parent), keys)} FROM ${nameOf(parent)}${within})`
}
