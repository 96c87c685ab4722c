import { getOrCreate } from '../../../base/get-or-create.ts'
import type { ListReads } from '../../declare/connection.ts'
import { cursorOf, selectWindow, type Window } from '../../declare/keyset.ts'
import { viewerOf } from '../../host.ts'
import { NotNested } from '../../nested/not-nested.ts'
import { textOf } from '../../nested/object.ts'
import { aliasOf, type CurrentRow, countOne, type NestedScope } from '../../nested/scope.ts'
import {
  connectionPartOf,
  type FieldPlan,
  isNodeOfEdge,
  isTypename,
  listOptionsOf,
  typePlanOf,
} from '../../plan/field-plan.ts'
import { isPageOfAll, keepsRowsOf, type RowSet, readsBeyond } from '../../plan/row-set.ts'
import { quoted, TextSql, textOr } from '../../sql/json-sql.ts'
import {
  keepsRowMember,
  numbered,
  numberMember,
  orderMember,
  selectKeys,
  selectNamed,
} from '../../sql/row-set-sql.ts'
import type { RowWriter } from '../field-kind.ts'
import { type JoinedList, joinedListOf, joinedMembers, joinedRow, joins } from './joined-rows.ts'
import { countConnection, keepCount, writePageInfo } from './slots.ts'

/** The parts of the query of a page: the list, and the rows that are joined to its items. */
interface PageOfRows {
  readonly rowSet: RowSet
  readonly reads: ListReads
  readonly joined: JoinedList
  /** Whether the row after the page is read too, which tells that more follow. */
  readonly hasMore: boolean
  readonly isNumbered: boolean
}

/** The connection of the list of a row, or of a field of Query, in a nested statement. */
export class ListSql {
  readonly #field: FieldPlan
  /** The row that the list belongs to; undefined for a field of Query. */
  readonly #parent: CurrentRow | undefined
  readonly #scope: NestedScope
  readonly #writer: RowWriter

  constructor(field: FieldPlan, parent: CurrentRow | undefined, writer: RowWriter) {
    this.#field = field
    this.#parent = parent
    this.#scope = writer.scope
    this.#writer = writer
  }

  /** Returns the text of the connection. Throws NotNested where there is no SQL for it. */
  connection(): TextSql {
    const reads = this.#reads()
    const rowSet = (this.#parent?.rowSet.below ?? this.#scope.rowSets.below).get(this.#field)
    const plan = typePlanOf(this.#field)
    const text = this.#checks()
    if (!rowSet) {
      return text
        .add(this.#scope.slot(countOne))
        .add(this.#scope.objects.connection(plan, (part) => this.#partWithoutRows(part)))
    }
    const connection = getOrCreate(this.#scope.below, rowSet, () =>
      new TextSql().value(`(${this.#connectionOf(rowSet, reads)})`),
    )
    return text.add(connection)
  }

  #reads(): ListReads {
    const reads = this.#scope.reads.lists.get(this.#field)
    if (!reads) throw new NotNested()
    const fixed = this.#parent && this.#scope.fixedColumns(this.#parent.rowSet)
    const from = fixed && listOptionsOf(this.#field)?.parent.fromFixed?.(fixed)
    return from ? { ...reads, list: { ...reads.list, from } } : reads
  }

  #checks(): TextSql {
    const current = this.#parent
    if (!current) return new TextSql()
    const check = this.#scope.permissionCheck(this.#field, current)
    const authorize = listOptionsOf(this.#field)?.authorize
    if (!authorize) return check
    current.row.need()
    return check.add(
      this.#scope.slot((writing) => {
        authorize(viewerOf(writing.context), current.row.of(writing))
        return ''
      }),
    )
  }

  #partWithoutRows(part: FieldPlan): TextSql {
    if (isTypename(part)) return this.#scope.objects.typename(part)
    if (connectionPartOf(part) !== 'totalCount') throw new NotNested()
    return this.#totalCount()
  }

  #totalCount(): TextSql {
    const { list } = this.#reads()
    const keys = this.#parent ? listOptionsOf(this.#field)?.parent.columns : []
    if (!keys) throw new NotNested()
    const count = this.#scope.number(this.#parent, keys, list, keepsRowsOf(this.#field)?.rows)
    return new TextSql().value(textOr(count, this.#scope.slots.fault))
  }

  /** Returns the number of rows of a list of which a page is read: that of its rows, unless more follow. */
  #countWithPage({ limit }: Window, hasMore: boolean): TextSql {
    if (!hasMore) return new TextSql().value('count(*)')
    const count = this.#totalCount().sql
    return new TextSql().value(`CASE WHEN count(*) > ${limit} THEN ${count} ELSE count(*)::text END`)
  }

  /** Returns SQL for the text of a connection with rows. */
  #connectionOf(rowSet: RowSet, reads: ListReads): string {
    const field = this.#field
    const parent = this.#parent
    const { keys, pages } = rowSet.source
    if (!pages) throw new NotNested()
    const { list, window } = reads
    const { own, condition } = this.#scope.policies.ofParents(list, parent?.rowSet, this.#scope.parameters)
    const joined = joinedListOf(own, rowSet, this.#scope.policies)
    for (const { rowSets } of joined.tables) for (const each of rowSets) this.#scope.joined.add(each)
    const maximum = (parent?.maximum ?? 1) * (window.limit + 1)
    this.#scope.count(maximum)
    const alias = aliasOf(rowSet)
    const isBounded = readsBeyond(pages.parts) && window.limit > 0
    const hasMore = isBounded && !this.#scope.fullPages.isShort(rowSet)
    const isNumbered = hasMore || window.backward
    const within = hasMore ? ` FILTER (WHERE ${alias}."${numberMember}" <= ${window.limit})` : ''
    // The rows of the last page are read from the end of the list.
    const order = window.backward ? ` ORDER BY ${alias}."${numberMember}" DESC` : ''
    const full = isBounded ? { isMissed: !hasMore } : undefined
    const { before, after } = this.#scope.slots.slotText(countConnection(field, rowSet, reads, full))
    const text = new TextSql().literal(before).value(`count(*)${within}`).literal(after)
    if (keepsRowsOf(field))
      text.optional(
        `CASE WHEN NOT bool_and(${alias}."${keepsRowMember}")${within} THEN ${quoted(this.#scope.slots.fault)} END`,
      )
    const array = (item: TextSql) =>
      new TextSql().literal('[').optional(`string_agg(${item.sql}, ','${order})${within}`).literal(']')
    text.add(
      this.#scope.objects.connection(typePlanOf(field), (part) => {
        if (isTypename(part)) return this.#scope.objects.typename(part)
        switch (connectionPartOf(part)) {
          case 'totalCount':
            return this.#keptCount(
              isPageOfAll(window) ? this.#countWithPage(window, hasMore) : this.#totalCount(),
            )
          case 'nodes':
            return array(this.#writer.row(part, rowSet, maximum))
          case 'edges':
            return array(
              this.#scope.objects.object(typePlanOf(part), (member) =>
                textOf(this.#edgeMember(member, rowSet, maximum, reads)),
              ),
            )
          case 'pageInfo':
            return this.#pageInfo(part, reads, {
              hasMore,
              orders: `array_agg(${alias}."${orderMember}"${order})${within}`,
            })
          case undefined:
            throw new NotNested()
        }
      }),
    )
    const from = parent ? `(SELECT ${selectKeys(parent.alias, keys)})` : `(SELECT ''::text AS k0)`
    const rows = this.#rows({ rowSet, reads, joined, hasMore, isNumbered })
    return `SELECT ${text.sql} FROM ${from} p CROSS JOIN LATERAL ${rows}${condition && ` WHERE ${condition}`}`
  }

  /** Returns SQL for the rows of a page of a list, and for the rows that are joined to them, each under its alias. */
  #rows({ rowSet, reads, joined, hasMore, isNumbered }: PageOfRows): string {
    const { parameters } = this.#scope
    const alias = aliasOf(rowSet)
    // A number would be part of the text, and would be less than the planner expects of a list: it would sort.
    const limit = parameters.add(reads.window.limit + Number(hasMore))
    const others = joined.tables.flatMap((table) =>
      table.rowSets.map((each) => ({
        rowSet: each,
        members: this.#scope.membersOf(each, { alias: table.alias }),
      })),
    )
    const members = [
      this.#scope.members(rowSet, reads, rowSet.layout.keys),
      ...others.flatMap((other) => selectNamed(joinedMembers(other.rowSet, other.members))),
    ].join(', ')
    const { own: where, shared } = this.#parent
      ? this.#scope.sharedWith(this.#parent, reads.list.model, joined.own.where)
      : { own: joined.own.where, shared: [] }
    const conditions = [joined.own.condition, ...shared].join(' AND ')
    const rows = selectWindow(
      { ...joined.own, where, condition: conditions },
      reads.window,
      members,
      limit,
      parameters,
      joins(joined.tables, parameters),
    )
    const otherRows = others.map(
      (other) => ` CROSS JOIN ${joinedRow(other.rowSet, other.members, alias)} ${aliasOf(other.rowSet)}`,
    )
    return `(${isNumbered ? numbered(rows) : rows}) ${alias}${otherRows.join('')}`
  }

  #edgeMember(member: FieldPlan, rowSet: RowSet, maximum: number, { list }: ListReads): TextSql {
    if (isTypename(member)) return this.#scope.objects.typename(member)
    if (isNodeOfEdge(member)) return this.#writer.row(member, rowSet, maximum)
    const { before, after } = this.#scope.slots.slotText((_writing, order) =>
      JSON.stringify(cursorOf(list, JSON.parse(order))),
    )
    return new TextSql()
      .literal(before)
      .value(`${aliasOf(rowSet)}."${orderMember}"`)
      .literal(after)
  }

  /** Whether the list is the answer in the form that is asked for. */
  get #isAnswer(): boolean {
    return this.#scope.values.form?.path.join('.') === this.#field.path
  }

  /** Returns the text of a count, which is kept for the pages that follow if the list is the answer. */
  #keptCount(count: TextSql): TextSql {
    if (!this.#isAnswer) return count
    const { before, after } = this.#scope.slots.slotText(keepCount())
    return new TextSql().literal(before).add(count).literal(after)
  }

  /** Returns the information about a page, from SQL for the orders of its rows. */
  #pageInfo(
    part: FieldPlan,
    reads: ListReads,
    { orders, hasMore }: { readonly orders: string; readonly hasMore: boolean },
  ): TextSql {
    const { form } = this.#scope.values
    const event = writePageInfo(part, reads, { form, isAnswer: this.#isAnswer })
    const { before, after } = this.#scope.slots.slotText(event)
    const { limit } = reads.window
    const last = `least(count(*), ${limit})`
    const more = hasMore ? `count(*) > ${limit}` : 'FALSE'
    const parts = `json_build_array(${more}, (${orders})[1], (${orders})[${last}])`
    return new TextSql().literal(before).value(parts).literal(after)
  }
}
