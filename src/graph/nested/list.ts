import { getOrCreate } from '../../base/get-or-create.ts'
import type { ListReads } from '../declare/connection.ts'
import { cursorOf, selectWindow, type Window } from '../declare/keyset.ts'
import { viewerOf } from '../host.ts'
import {
  connectionPartOf,
  type FieldPlan,
  isNodeOfEdge,
  isTypename,
  listOptionsOf,
  typePlanOf,
} from '../plan/field-plan.ts'
import { isPageOfAll, keepsRowsOf, type RowSet, readsBeyond } from '../plan/row-set.ts'
import { quoted, TextSql, textOr } from '../sql/json-sql.ts'
import {
  keepsRowMember,
  numbered,
  numberMember,
  orderMember,
  selectKeys,
  selectNamed,
} from '../sql/row-set-sql.ts'
import { countConnection, keepCount, writePageInfo } from './answer.ts'
import { type JoinedList, joinedListOf, joinedMembers, joinedRow, joins } from './joined-rows.ts'
import { NotNested } from './not-nested.ts'
import { textOf } from './object.ts'
import { aliasOf, type CurrentRow, countOne, type NestedScope } from './scope.ts'

/** Returns the text of a row of a row set, as an object of the type of a field. */
type RowText = (field: FieldPlan, rowSet: RowSet, maximum: number) => TextSql

/** Writes the connections of lists in a nested statement. */
export class NestedLists {
  readonly #scope: NestedScope
  readonly #row: RowText

  constructor(scope: NestedScope, row: RowText) {
    this.#scope = scope
    this.#row = row
  }

  /** Returns the connection of the list of a row, or of a field of Query. */
  list(field: FieldPlan, parent: CurrentRow | undefined): TextSql {
    const reads = this.#readsOf(field, parent)
    const rowSet = (parent?.rowSet.below ?? this.#scope.rowSets.below).get(field)
    const plan = typePlanOf(field)
    const text = parent ? this.#listCheck(field, parent) : new TextSql()
    if (!rowSet) {
      return text
        .add(this.#scope.slot(countOne))
        .add(this.#scope.objects.connection(plan, (part) => this.#partWithoutRows(part, field, parent)))
    }
    const connection = getOrCreate(this.#scope.below, rowSet, () =>
      new TextSql().value(`(${this.#connection(field, rowSet, parent, reads)})`),
    )
    return text.add(connection)
  }

  #readsOf(field: FieldPlan, parent: CurrentRow | undefined): ListReads {
    const reads = this.#scope.reads.lists.get(field)
    if (!reads) throw new NotNested()
    const fixed = parent && this.#scope.fixedColumns(parent.rowSet)
    const from = fixed && listOptionsOf(field)?.parent.fromFixed?.(fixed)
    return from ? { ...reads, list: { ...reads.list, from } } : reads
  }

  /** Returns the checks on the row that a list belongs to. */
  #listCheck(field: FieldPlan, current: CurrentRow): TextSql {
    const check = this.#scope.permissionCheck(field, current)
    const authorize = listOptionsOf(field)?.authorize
    if (!authorize) return check
    current.row.need()
    return check.add(
      this.#scope.slot((writing) => {
        authorize(viewerOf(writing.context), current.row.of(writing))
        return ''
      }),
    )
  }

  #partWithoutRows(part: FieldPlan, field: FieldPlan, parent: CurrentRow | undefined): TextSql {
    if (isTypename(part)) return this.#scope.objects.typename(part)
    if (connectionPartOf(part) !== 'totalCount' || !parent) throw new NotNested()
    return this.#totalCount(field, parent)
  }

  #totalCount(field: FieldPlan, parent: CurrentRow | undefined): TextSql {
    const reads = this.#readsOf(field, parent)
    const keys = parent ? listOptionsOf(field)?.parent.columns : []
    if (!keys) throw new NotNested()
    const count = this.#scope.number(parent, keys, reads.list, keepsRowsOf(field)?.rows)
    return new TextSql().value(textOr(count, this.#scope.slots.fault))
  }

  /** Returns the number of rows of a list of which a page is read: that of its rows, unless more follow. */
  #countWithPage(
    field: FieldPlan,
    parent: CurrentRow | undefined,
    { limit }: Window,
    hasMore: boolean,
  ): TextSql {
    if (!hasMore) return new TextSql().value('count(*)')
    const count = this.#totalCount(field, parent).sql
    return new TextSql().value(`CASE WHEN count(*) > ${limit} THEN ${count} ELSE count(*)::text END`)
  }

  /** Returns SQL for the text of a connection with rows. */
  #connection(field: FieldPlan, rowSet: RowSet, parent: CurrentRow | undefined, reads: ListReads): string {
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
    const keepsRows = keepsRowsOf(field)
    if (keepsRows)
      text.optional(
        `CASE WHEN NOT bool_and(${alias}."${keepsRowMember}")${within} THEN ${quoted(this.#scope.slots.fault)} END`,
      )
    const items = (item: TextSql) => `string_agg(${item.sql}, ','${order})${within}`
    text.add(
      this.#scope.objects.connection(typePlanOf(field), (part) => {
        if (isTypename(part)) return this.#scope.objects.typename(part)
        switch (connectionPartOf(part)) {
          case 'totalCount':
            return this.#keptCount(
              field,
              isPageOfAll(window)
                ? this.#countWithPage(field, parent, window, hasMore)
                : this.#totalCount(field, parent),
            )
          case 'nodes': {
            const nodes = this.#row(part, rowSet, maximum)
            return new TextSql().literal('[').optional(items(nodes)).literal(']')
          }
          case 'edges': {
            const edges = this.#scope.objects.object(typePlanOf(part), (member) =>
              textOf(this.#edgeMember(member, rowSet, maximum, reads)),
            )
            return new TextSql().literal('[').optional(items(edges)).literal(']')
          }
          case 'pageInfo':
            return this.#pageInfo(
              part,
              { hasMore, orders: `array_agg(${alias}."${orderMember}"${order})${within}` },
              { field, reads },
            )
          case undefined:
            throw new NotNested()
        }
      }),
    )
    const from = parent ? `(SELECT ${selectKeys(parent.alias, keys)})` : `(SELECT ''::text AS k0)`
    const rows = this.#rows(rowSet, parent, { reads, joined, hasMore, isNumbered })
    return `SELECT ${text.sql} FROM ${from} p CROSS JOIN LATERAL ${rows}${condition && ` WHERE ${condition}`}`
  }

  /** Returns SQL for the rows of a page of a list, and for the rows that are joined to them, each under its alias. */
  #rows(
    rowSet: RowSet,
    parent: CurrentRow | undefined,
    {
      reads,
      joined,
      hasMore,
      isNumbered,
    }: {
      readonly reads: ListReads
      readonly joined: JoinedList
      readonly hasMore: boolean
      readonly isNumbered: boolean
    },
  ): string {
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
    const { own: where, shared } = parent
      ? this.#scope.sharedWith(parent, reads.list.model, joined.own.where)
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
    if (isNodeOfEdge(member)) return this.#row(member, rowSet, maximum)
    const { before, after } = this.#scope.slots.slotText((_writing, order) =>
      JSON.stringify(cursorOf(list, JSON.parse(order))),
    )
    return new TextSql()
      .literal(before)
      .value(`${aliasOf(rowSet)}."${orderMember}"`)
      .literal(after)
  }

  /** Returns whether a list is the answer in the form that is asked for. */
  #isAnswer({ path }: FieldPlan): boolean {
    return this.#scope.values.form?.path.join('.') === path
  }

  /** Returns the text of a count, which is kept for the pages that follow if the list is the answer. */
  #keptCount(field: FieldPlan, count: TextSql): TextSql {
    if (!this.#isAnswer(field)) return count
    const { before, after } = this.#scope.slots.slotText(keepCount())
    return new TextSql().literal(before).add(count).literal(after)
  }

  /** Returns the information about a page, from SQL for the orders of its rows. */
  #pageInfo(
    part: FieldPlan,
    { orders, hasMore }: { readonly orders: string; readonly hasMore: boolean },
    { field, reads }: { readonly field: FieldPlan; readonly reads: ListReads },
  ): TextSql {
    const { form } = this.#scope.values
    const event = writePageInfo(part, reads, { form, isAnswer: this.#isAnswer(field) })
    const { before, after } = this.#scope.slots.slotText(event)
    const { limit } = reads.window
    const last = `least(count(*), ${limit})`
    const more = hasMore ? `count(*) > ${limit}` : 'FALSE'
    const parts = `json_build_array(${more}, (${orders})[1], (${orders})[${last}])`
    return new TextSql().literal(before).value(parts).literal(after)
  }
}
