import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { authorizeParent } from '../../access/authorize.ts'
import { columnInSql, columnTypeOf, compileWhere, Parameters, type Where } from '../../database/where.ts'
import { getOrCreate } from '../../get-or-create.ts'
import type { ListReads } from '../connection.ts'
import { type Context, viewerOf, withPermission } from '../context.ts'
import { fieldContextOf } from '../field-context.ts'
import { type CountedList, cursorOf, type Row, selectWindow, visibleColumn, type Window } from '../keyset.ts'
import { declarationOf, type Policy } from '../model-registry.ts'
import { countedRows } from '../model-rows.ts'
import { permissionOfField } from '../permission-plugin.ts'
import { ComputedSql } from './computed-sql.ts'
import { DerivedMembers } from './derived-members.ts'
import type { FullPages } from './full-pages.ts'
import { joinedListOf, joinedMembers, joinedRow, joins } from './joined-rows.ts'
import { quoted, TextSql, textOr } from './json-sql.ts'
import { leafInSql, typesByColumn } from './leaf-sql.ts'
import { countObjects, countValue, textLeaves } from './leaf-text.ts'
import { LevelPolicies, type PlannedReads } from './level-policies.ts'
import {
  countOf,
  membersOf,
  numbered,
  numberMember,
  orderMember,
  parentKeys,
  selectKeys,
  selectNamed,
  unreplacedMember,
} from './level-sql.ts'
import {
  isNodeOfEdge,
  isPageOfAll,
  type Level,
  type Levels,
  type ParentKey,
  readsBeyond,
  unreplacedOf,
} from './levels.ts'
import {
  countConnection,
  countObject,
  countRows,
  type MarkEvent,
  Marks,
  writeAlike,
  writePageInfo,
} from './nested-answer.ts'
import { type FieldText, NestedObjects, textOf } from './nested-object.ts'
import { type Attachment, NestedRow } from './nested-row.ts'
import { NotNested } from './not-nested.ts'
import { NotWritable } from './not-writable.ts'
import { type FieldPlan, type SelectionPlan, type TypePlan, typePlanOf } from './plan.ts'
import { RowAddresses, type ValuesFor } from './row-addresses.ts'
import { argumentsIn, type ValueTexts } from './value-text.ts'
import type { Writing } from './writing.ts'

/** A statement that writes the answer. Its row has the text, and what proves who the viewer is. */
export interface NestedStatement {
  readonly text: string
  readonly marks: Marks
  readonly valuesFor: ValuesFor
  /** Whether the same viewer can use it with other values. */
  readonly isReusable: boolean
  /** The number of rows that it reads at most. A count is taken for one, because most are of few rows. */
  readonly rows: number
}

/**
 * The number of rows that a nested statement may read at most, by the page sizes of its lists: in contrast to other
 * statements, it does not stop at a number of rows.
 */
const maximumRows = 300_000
/** The number of rows of a list without pages. */
const maximumRowsOfAll = 1000

/** The form of the answer of a nested statement, and the lists of which it reads no more than a page. */
export interface NestedForm {
  readonly values: ValueTexts
  readonly fullPages: Pick<FullPages, 'isShort'>
}

/** Returns the statement that writes the answer in the form of the values. Throws NotNested if there is none. */
export function compileNested(
  levels: Levels,
  reads: PlannedReads,
  context: Context,
  form: NestedForm,
): NestedStatement {
  const builder = new NestedStatementBuilder(levels, reads, context, form)
  const columns = [builder.root()]
  if (context.presumption) {
    const { sql, parameter } = context.presumption.proof
    columns.push(sql(builder.parameters.add(parameter)))
  }
  const { addresses, marks, rows } = builder
  const { valuesFor, isReusable } = addresses
  return { text: `SELECT ${columns.join(',\n')}`, marks, valuesFor, isReusable, rows }
}

/** The row of a level that an expression is over. */
interface CurrentRow {
  readonly level: Level
  /** The alias of the row in SQL. */
  readonly alias: string
  /** The row as code gets it. */
  readonly row: NestedRow
  /** The fields that the list of the row derives; undefined for rows that are no items of lists. */
  readonly derived?: DerivedMembers | undefined
  /** The name of the type of the row, where a column tells it. */
  readonly typename?: TextSql | undefined
  /** The number of rows that there are at most. */
  readonly maximum: number
}

/** The data that the items of a list get of their parent. */
interface OfParent {
  readonly attach?: Attachment | undefined
  readonly derived?: DerivedMembers | undefined
}

/** Returns whether a field is a text that is read without plugins and arguments. */
const isText = ({ leaf, isList, isWrapped, field }: FieldPlan): boolean =>
  leaf !== undefined && textLeaves.has(leaf.name) && !isList && !isWrapped && field.args.length === 0

/** Counts an object whose text SQL writes. */
const countOne: MarkEvent = (writing) => {
  countObjects(writing, 1)
  return ''
}

const aliasOf = ({ index }: Level): string => `r${index}`

/** Returns the field with a key, if it is the only one. */
function onlyField({ fields }: TypePlan, key: string): FieldPlan {
  const [field, ...others] = fields
  if (field?.key !== key || others.length > 0) throw new NotNested()
  return field
}

class NestedStatementBuilder {
  readonly parameters = new Parameters()
  readonly addresses = new RowAddresses(this.parameters)
  readonly marks = new Marks()
  readonly #levels: Levels
  readonly #reads: PlannedReads
  readonly #context: Context
  readonly #values: ValueTexts
  readonly #fullPages: NestedForm['fullPages']
  readonly #objects: NestedObjects
  readonly #policies: LevelPolicies
  /** The SQL of the levels below others, which the fields of several types can share. */
  readonly #below = new Map<Level, TextSql>()
  /** The levels whose rows are joined to those that refer to them. */
  readonly #joined = new Set<Level>()
  /** The columns that the rows below a row are compared with, besides those that are read of it. */
  readonly #comparedColumns = new Map<Level, Set<string>>()
  #rows = 0

  constructor(levels: Levels, reads: PlannedReads, context: Context, { values, fullPages }: NestedForm) {
    this.#levels = levels
    this.#reads = reads
    this.#context = context
    this.#values = values
    this.#fullPages = fullPages
    this.#objects = new NestedObjects(this.marks, values.form)
    this.#policies = new LevelPolicies(reads, viewerOf(context))
  }

  get rows(): number {
    return this.#rows
  }

  root(): string {
    const { root } = this.#levels
    const [outer] = this.#values.form?.path ?? []
    if (outer !== undefined) return this.#rootField(onlyField(root, outer)).sql
    return this.#objects.object(root, (field) => textOf(this.#rootField(field))).sql
  }

  #rootField(field: FieldPlan): TextSql {
    if (field.way.kind === 'typename') return this.#objects.typename(field)
    if (field.way.kind === 'list') return this.#list(field, undefined)
    const level = this.#levels.below.get(field)
    const row = this.#reads.rows.get(field)
    if (!level || !row) throw new NotNested()
    const where = this.addresses.condition(field, level.table, row.where)
    const policy = this.#policy(level.table, row.policy)
    const from = () =>
      `SELECT ${this.#members(level)} FROM "${level.table}" t WHERE (${where} AND ${policy}) LIMIT 1`
    const found = this.#one(field, level, from, 1)
    return new TextSql().value(textOr(found, this.marks.fault))
  }

  #policy(table: string, policy: Policy): string {
    return compileWhere(table, policy(viewerOf(this.#context)), 't', this.parameters)
  }

  /** Returns SQL for the policy of the row `t` that a row has, by a column of `t` if it has the key of that row. */
  #policyBelow(table: string, policy: Where, parent: CurrentRow, by: string): string {
    const where = this.#policies.withoutParent(table, policy, parent.level, by)
    const { own, shared } = this.#sharedWith(parent, table, where)
    return [compileWhere(table, own, 't', this.parameters), ...shared].join(' AND ')
  }

  /** Separates the conditions that the rows `t` mostly share with their parent, and returns SQL for them. */
  #sharedWith(parent: CurrentRow, table: string, where: Where): { own: Where; shared: readonly string[] } {
    const { own, shared } = this.#policies.sharedWithParent(table, where, parent.level)
    const conditions = shared.map(({ column, where }) => {
      const condition = compileWhere(table, where, 't', this.parameters)
      getOrCreate(this.#comparedColumns, parent.level, () => new Set()).add(column)
      return `(t."${column}" = ${parent.alias}."${column}" OR ${condition})`
    })
    return { own, shared: conditions }
  }

  /** Returns SQL for the text of the row that a query finds, as an object of the type of a field. */
  #one(field: FieldPlan, level: Level, from: () => string, maximum: number): string {
    const { sql } = this.#object(field, level, maximum)
    return `SELECT ${sql} FROM (${from()}) ${aliasOf(level)}`
  }

  /** Returns the text of the one row of a level, as an object of the type of a field. */
  #object(field: FieldPlan, level: Level, maximum: number): TextSql {
    this.#count(maximum)
    return new TextSql().literal(this.marks.mark(countObject(level))).add(this.#row(field, level, maximum))
  }

  #count(rows: number): void {
    this.#rows += rows
    if (this.#rows > maximumRows) throw new NotNested()
  }

  /** Returns the text of a row of a level, with what code gets of it before. */
  #row(field: FieldPlan, level: Level, maximum: number, { attach, derived }: OfParent = {}): TextSql {
    const row = new NestedRow(level, aliasOf(level), attach)
    const object = this.#objectOf(field, { level, alias: aliasOf(level), row, maximum, derived })
    if (!row.isNeeded) return object
    const { before, after } = this.marks.markText((writing, cells) => {
      writing.rows.set(level, { cells, row: undefined })
      return ''
    })
    return new TextSql().literal(before).value(row.sql).literal(after).add(object)
  }

  #objectOf(field: FieldPlan, current: CurrentRow): TextSql {
    const { composite, selection } = field
    const plans = selection as SelectionPlan
    const inner = this.#levels.root.fields.includes(field) ? this.#values.form?.path[1] : undefined
    if (inner !== undefined) {
      if (!isObjectType(composite)) throw new NotNested()
      const only = onlyField(plans.of(composite), inner)
      return this.#objects.value(only, this.#field(only, current))
    }
    if (isObjectType(composite))
      return this.#objectOfType(plans.of(composite), { ...current, typename: undefined })
    if (!isAbstractType(composite)) throw new NotNested()
    const byColumn = typesByColumn(composite, current.level.table)
    if (!byColumn) throw new NotNested()
    const column = `${current.alias}."${byColumn.column}"`
    const types = byColumn.types.map(([member, name]) => {
      const type = plans.possibleTypes(composite).find((each) => each.name === name)
      if (!type) throw new NotNested()
      return { member, type }
    })
    const typename = this.#objects.typenameBy(column, types)
    const objects = new Map<GraphQLObjectType, TextSql>()
    const objectOf = (type: GraphQLObjectType) =>
      getOrCreate(objects, type, () => this.#objectOfType(plans.of(type), { ...current, typename }))
    const membersByText = Map.groupBy(types, ({ type }) => objectOf(type).sql)
    const [only, ...others] = membersByText.keys()
    if (others.length === 0) return new TextSql().value(only as string)
    const branches = [...membersByText].map(
      ([text, ofText]) =>
        `WHEN ${column} IN (${ofText.map(({ member }) => quoted(member)).join(', ')}) THEN ${text}`,
    )
    return new TextSql().optional(`CASE ${branches.join(' ')} END`)
  }

  #objectOfType(plan: TypePlan, current: CurrentRow): TextSql {
    return this.#objects.object(plan, (field) => this.#field(field, current))
  }

  /** Returns the value of a field of a row. */
  #field(field: FieldPlan, current: CurrentRow): FieldText {
    const { way } = field
    const { alias } = current
    switch (way.kind) {
      case 'typename':
        return textOf(current.typename ?? this.#objects.typename(field))
      case 'property':
        return this.#column(field, current, way.name)
      case 'guarded': {
        const value = this.#column(field, current, way.column)
        return { kind: 'guarded', condition: `${alias}."${visibleColumn(way.column)}"`, value }
      }
      case 'same': {
        return textOf(this.#hole(countOne).add(this.#objectOf(field, current)))
      }
      case 'one':
        return this.#referred(field, current)
      case 'all':
        return textOf(this.#all(field, current))
      case 'count': {
        const { stored } = way.declared
        if (stored && this.#areAll(stored.where, current)) return this.#column(field, current, stored.column)
        const counted = countedRows(way.declared, viewerOf(this.#context))
        return textOf(new TextSql().value(this.#number(current, way.declared.relation.keys, counted)))
      }
      case 'computed':
        return this.#computed(field, current, way.declared)
      case 'list':
        return textOf(this.#list(field, current))
      case 'part':
        throw new NotNested()
      case 'code': {
        const derived = isText(field) ? current.derived?.valueOf(field.field.name) : undefined
        if (derived !== undefined)
          return { kind: 'nullable', check: new TextSql(), sql: `to_json(${derived})` }
        const value = this.#values.resolved(field)
        current.row.need()
        const event: MarkEvent = (writing) => value(writing, current.row.of(writing))
        return { kind: 'code', check: new TextSql(), event }
      }
    }
  }

  /** Returns whether all rows of a level match a policy. */
  #areAll(policy: Policy, { level }: CurrentRow): boolean {
    return this.#policies.haveAll(level, policy(viewerOf(this.#context)))
  }

  /** Returns the position in the text of a row where code writes. */
  #hole(event: MarkEvent): TextSql {
    return new TextSql().literal(this.marks.mark(event))
  }

  #column(field: FieldPlan, current: CurrentRow, column: string): FieldText {
    const type = columnTypeOf(current.level.table, column)
    const value = leafInSql(field, type, `${current.alias}."${column}"`, this.#values.form)
    if (value === undefined) {
      current.row.need(column)
      const complete = this.#values.completed(field)
      const event: MarkEvent = (writing) => complete(writing, current.row.of(writing)[column])
      return { kind: 'code', check: new TextSql(), event }
    }
    if (type.isRequired || type.isList) return textOf(new TextSql().value(value))
    return { kind: 'nullable', check: new TextSql(), sql: value }
  }

  #computed(
    field: FieldPlan,
    current: CurrentRow,
    declared: Extract<FieldPlan['way'], { kind: 'computed' }>['declared'],
  ): FieldText {
    const { resolve, with: related, alike } = declared
    const check = this.#permissionCheck(field, current)
    const joinedAlias = (level: Level) => (this.#joined.has(level) ? aliasOf(level) : undefined)
    const sql = new ComputedSql(current.level, current.alias, this.#objects, joinedAlias)
    const leaf = sql.leaf(field, declared)
    if (leaf !== undefined) return { kind: 'nullable', check, sql: leaf }
    const object = sql.object(field, declared)
    if (object) return textOf(check.literal(this.marks.mark(countOne)).add(object))
    const complete = this.#values.completed(field)
    const write = (writing: Writing, row: Row) => {
      const value = resolve?.(row, fieldContextOf(writing.context), argumentsIn(writing, field))
      countValue(field, writing, value)
      return complete(writing, value)
    }
    if (alike && this.#areAll(alike.where, current)) {
      const row = alike.row(viewerOf(this.#context))
      return { kind: 'code', check, event: writeAlike(field, (writing) => write(writing, row)) }
    }
    const hasRelated = Object.keys(related).length > 0
    current.row.need()
    if (hasRelated) current.row.needRelated()
    const event: MarkEvent = (writing) =>
      write(writing, hasRelated ? current.row.withRelated(writing) : current.row.of(writing))
    return { kind: 'code', check, event }
  }

  #referred(field: FieldPlan, current: CurrentRow): FieldText {
    const { level: parent, alias, maximum } = current
    const level = parent.below.get(field)
    if (level?.source.kind !== 'one') throw new NotNested()
    if (this.#joined.has(level)) {
      const object = getOrCreate(this.#below, level, () => this.#object(field, level, maximum))
      return textOf(this.#permissionCheck(field, current).add(object))
    }
    const { source, declaration, table } = level
    const found = getOrCreate(this.#below, level, () => {
      const isImplied = !declaration || this.#policies.isImplied(declaration, source)
      const where = isImplied
        ? 'TRUE'
        : this.#policyBelow(table, declaration.visible(viewerOf(this.#context)), current, source.of)
      // Without a limit, PostgreSQL reads the row where it is written, instead of in a query of its own.
      const limit = source.of === 'id' ? '' : ' LIMIT 1'
      const from = () =>
        `SELECT ${this.#members(level)} FROM "${table}" t WHERE t."${source.of}" = ${alias}."${source.column}" AND ${where}${limit}`
      return new TextSql().value(this.#one(field, level, from, maximum))
    })
    return { kind: 'nullable', check: this.#permissionCheck(field, current), sql: found.sql }
  }

  #all(field: FieldPlan, { level: parent, alias, maximum }: CurrentRow): TextSql {
    const level = parent.below.get(field)
    if (level?.source.kind !== 'all') throw new NotNested()
    const { target, relation, order, filter } = level.source.declared
    const policy = { AND: [declarationOf(target).visible(viewerOf(this.#context)), filter] }
    const where = compileWhere(level.table, policy, 't', this.parameters)
    const sorted = [...order, 'id'].map((name) => `t."${name}"`).join(', ')
    this.#count(maximum)
    const { before, after } = this.marks.markText((writing, text) => {
      const count = Number(text)
      if (count > maximumRowsOfAll) throw new NotWritable(`${field.path} has too many items`)
      countObjects(writing, count)
      countRows(writing, level, count)
      return ''
    })
    const items = this.#row(field, level, maximum)
    const text = new TextSql().literal(before).value('count(*)').literal(`${after}[`)
    text.optional(`string_agg(${items.sql}, ',')`).literal(']')
    const key = `(SELECT ${alias}."${relation.keys[0]}" AS k0)`
    const from = relation.from ? `LATERAL ${relation.from}` : `"${level.table}"`
    return new TextSql().value(`(SELECT ${text.sql} FROM (
SELECT ${this.#members(level)} FROM ${key} p CROSS JOIN ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${sorted} LIMIT ${maximumRowsOfAll + 1}) ${aliasOf(level)})`)
  }

  /** Returns the connection of the list of a row, or of a field of Query. */
  #list(field: FieldPlan, parent: CurrentRow | undefined): TextSql {
    const reads = this.#reads.lists.get(field)
    if (!reads || reads.window.backward) throw new NotNested()
    const level = (parent?.level.below ?? this.#levels.below).get(field)
    const plan = typePlanOf(field)
    const text = parent ? this.#listCheck(field, parent) : new TextSql()
    if (!level) {
      return text
        .add(this.#hole(countOne))
        .add(this.#objects.connection(plan, (part) => this.#partWithoutRows(part, field, parent)))
    }
    const connection = getOrCreate(this.#below, level, () =>
      new TextSql().value(`(${this.#connection(field, level, parent, reads)})`),
    )
    return text.add(connection)
  }

  /** Returns the check of the permission of a field on its row. */
  #permissionCheck(field: FieldPlan, current: CurrentRow): TextSql {
    const permission = permissionOfField(field.field)
    if (!permission) return new TextSql()
    current.row.need()
    return this.#hole((writing) => {
      const context = withPermission(writing.context, permission)
      authorizeParent(context, field.parentType.name, current.row.of(writing))
      return ''
    })
  }

  /** Returns the checks on the row that a list belongs to. */
  #listCheck(field: FieldPlan, current: CurrentRow): TextSql {
    const check = this.#permissionCheck(field, current)
    const authorize = field.way.kind === 'list' ? field.way.options.authorize : undefined
    if (!authorize) return check
    current.row.need()
    return check.add(
      this.#hole((writing) => {
        authorize(viewerOf(writing.context), current.row.of(writing))
        return ''
      }),
    )
  }

  #partWithoutRows(part: FieldPlan, field: FieldPlan, parent: CurrentRow | undefined): TextSql {
    if (part.way.kind === 'typename') return this.#objects.typename(part)
    if (part.way.kind !== 'part' || part.way.part !== 'totalCount' || !parent) throw new NotNested()
    return this.#totalCount(field, parent)
  }

  #totalCount(field: FieldPlan, parent: CurrentRow): TextSql {
    const counted = parent.level.counted.find(({ fields }) => fields.includes(field))
    const reads = this.#reads.lists.get(field)
    if (counted?.kind !== 'list' || !reads) throw new NotNested()
    const count = this.#number(parent, counted.keys, reads.list, unreplacedOf(field)?.rows)
    return new TextSql().value(textOr(count, this.marks.fault))
  }

  /** Returns the number of rows of a list of which a page is read: that of its rows, unless more follow. */
  #countWithPage(field: FieldPlan, parent: CurrentRow, { limit }: Window, hasMore: boolean): TextSql {
    if (!hasMore) return new TextSql().value('count(*)')
    const count = this.#totalCount(field, parent).sql
    return new TextSql().value(`CASE WHEN count(*) > ${limit} THEN ${count} ELSE count(*)::text END`)
  }

  /** Returns SQL for the text of a connection with rows. */
  #connection(field: FieldPlan, level: Level, parent: CurrentRow | undefined, reads: ListReads): string {
    if (level.source.kind !== 'list') throw new NotNested()
    const { list, window } = reads
    const { keys, reads: parts } = level.source
    const { own, condition } = this.#policies.ofParents(list, parent?.level, this.parameters)
    const joined = joinedListOf(own, level, this.#policies)
    for (const { levels } of joined.tables) for (const each of levels) this.#joined.add(each)
    const maximum = (parent?.maximum ?? 1) * (window.limit + 1)
    this.#count(maximum)
    const alias = aliasOf(level)
    const isBounded = readsBeyond(parts) && window.limit > 0
    const hasMore = isBounded && !this.#fullPages.isShort(level)
    const within = hasMore ? ` FILTER (WHERE ${alias}."${numberMember}" <= ${window.limit})` : ''
    const full = isBounded ? { isMissed: !hasMore } : undefined
    const { before, after } = this.marks.markText(countConnection(field, level, reads, full))
    const text = new TextSql().literal(before).value(`count(*)${within}`).literal(after)
    const unreplaced = unreplacedOf(field)
    if (unreplaced)
      text.optional(
        `CASE WHEN NOT bool_and(${alias}."${unreplacedMember}")${within} THEN ${quoted(this.marks.fault)} END`,
      )
    const derived = this.#derivedOf(list, alias, parent)
    const ofParent = { attach: this.#attachment(field, parent), derived }
    const items = (item: TextSql) => `string_agg(${item.sql}, ',')${within}`
    text.add(
      this.#objects.connection(typePlanOf(field), (part) => {
        const { way } = part
        if (way.kind === 'typename') return this.#objects.typename(part)
        if (way.kind !== 'part') throw new NotNested()
        switch (way.part) {
          case 'totalCount':
            if (!parent) throw new NotNested()
            return isPageOfAll(window)
              ? this.#countWithPage(field, parent, window, hasMore)
              : this.#totalCount(field, parent)
          case 'nodes': {
            const nodes = this.#row(part, level, maximum, ofParent)
            return new TextSql().literal('[').optional(items(nodes)).literal(']')
          }
          case 'edges': {
            const edges = this.#objects.object(typePlanOf(part), (member) =>
              textOf(this.#edgeMember(member, level, maximum, reads, ofParent)),
            )
            return new TextSql().literal('[').optional(items(edges)).literal(']')
          }
          case 'pageInfo':
            return this.#pageInfo(part, alias, hasMore, reads)
        }
      }),
    )
    // A number would be part of the text, and would be less than the planner expects of a list: it would sort.
    const limit = this.parameters.add(window.limit + Number(hasMore))
    const others = joined.tables.flatMap((table) =>
      table.levels.map((each) => ({ level: each, members: this.#membersOf(each, { alias: table.alias }) })),
    )
    const members = [
      this.#members(level, reads, parent ? keys.length : 0),
      ...(derived?.selected ?? []),
      ...others.flatMap((other) => selectNamed(joinedMembers(other.level, other.members))),
    ].join(', ')
    const { own: where, shared } = parent
      ? this.#sharedWith(parent, list.model, joined.own.where)
      : { own: joined.own.where, shared: [] }
    const conditions = [joined.own.condition, ...shared].join(' AND ')
    const rows = selectWindow(
      { ...joined.own, where, condition: conditions },
      window,
      members,
      limit,
      this.parameters,
      joins(joined.tables, this.parameters),
    )
    const otherRows = others.map(
      (other) => ` CROSS JOIN ${joinedRow(other.level, other.members, alias)} ${aliasOf(other.level)}`,
    )
    const from = parent ? `(SELECT ${selectKeys(parent.alias, keys)})` : `(SELECT ''::text AS k0)`
    return `SELECT ${text.sql} FROM ${from} p CROSS JOIN LATERAL (${hasMore ? numbered(rows) : rows}) ${alias}${otherRows.join('')}${condition && ` WHERE ${condition}`}`
  }

  #edgeMember(
    member: FieldPlan,
    level: Level,
    maximum: number,
    { list }: ListReads,
    ofParent: OfParent,
  ): TextSql {
    if (member.way.kind === 'typename') return this.#objects.typename(member)
    if (isNodeOfEdge(member)) return this.#row(member, level, maximum, ofParent)
    const { before, after } = this.marks.markText((_writing, order) =>
      JSON.stringify(cursorOf(list, JSON.parse(order))),
    )
    return new TextSql()
      .literal(before)
      .value(`${aliasOf(level)}."${orderMember}"`)
      .literal(after)
  }

  #pageInfo(field: FieldPlan, alias: string, hasMore: boolean, reads: ListReads): TextSql {
    const { before, after } = this.marks.markText(writePageInfo(field, reads, this.#values.form))
    const orders = `array_agg(${alias}."${orderMember}")`
    const { limit } = reads.window
    const last = `least(count(*), ${limit})`
    const more = hasMore ? `count(*) > ${limit}` : 'FALSE'
    const parts = `json_build_array(${more}, (${orders})[1], (${orders})[${last}])`
    return new TextSql().literal(before).value(parts).literal(after)
  }

  /** Returns how data of the row of a list is added to its items, as code gets them. */
  #attachment(field: FieldPlan, parent: CurrentRow | undefined): Attachment | undefined {
    const options = field.way.kind === 'list' ? field.way.options : undefined
    const attach = options?.attach
    if (!attach || !parent) return undefined
    return {
      need: () => parent.row.need(),
      add: (item, writing) =>
        attach(item, parent.row.of(writing), writing.argumentsOf(field) as never) as never,
    }
  }

  /** Returns the fields of the items of a list that SQL derives from the row of the list. */
  #derivedOf(
    { derived }: ListReads['list'],
    alias: string,
    parent: CurrentRow | undefined,
  ): DerivedMembers | undefined {
    if (!derived || !parent) return undefined
    return new DerivedMembers(alias, derived, {
      column: (name) => `${parent.alias}."${name}"`,
      derived: (field) => parent.derived?.valueOf(field),
    })
  }

  /** Returns SQL for the number of the rows of a list of a row. */
  #number(
    { level, alias, maximum }: CurrentRow,
    keys: readonly ParentKey[],
    list: CountedList,
    unreplaced?: string,
  ): string {
    this.#count(maximum)
    const given = { policies: this.#policies, parameters: this.parameters }
    return `(${countOf(list, { level, alias, keys }, given, unreplaced)})`
  }

  /** Returns SQL for what is read of the rows `t` of a level, with the keys of their list. */
  #members(level: Level, reads?: ListReads, keys = 0): string {
    return [...selectNamed(this.#membersOf(level, { reads })), ...parentKeys(keys)].join(', ')
  }

  #membersOf(level: Level, { reads, alias = 't' }: { reads?: ListReads | undefined; alias?: string }) {
    const viewer = viewerOf(this.#context)
    const members = membersOf(level, { viewer, parameters: this.parameters, reads, alias })
    const names = new Set(members.map(({ name }) => name))
    const others = [...(this.#comparedColumns.get(level) ?? [])].filter((name) => !names.has(name))
    return [...members, ...others.map((name) => ({ name, sql: columnInSql(level.table, alias, name) }))]
  }
}
