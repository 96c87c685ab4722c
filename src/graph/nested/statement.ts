import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context } from '../application.ts'
import { countedRows, orderOfAll } from '../batched/loaded-rows.ts'
import { fieldContextOf } from '../declare/field-context.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import { declarationOf, type Policy } from '../declare/model-registry.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import { viewerOf } from '../host.ts'
import type { Declared, FieldPlan, SelectionPlan, TypePlan } from '../plan/field-plan.ts'
import type { PlannedReads } from '../plan/policies.ts'
import { queriedRowOf, readAheadOf } from '../plan/query-extensions.ts'
import type { RowSet, RowSets } from '../plan/row-sets.ts'
import { type LeafSql, plainLeaf, quoted, TextSql, textOr } from '../sql/json-sql.ts'
import { keyMember } from '../sql/row-set-sql.ts'
import { columnTypeOf, compileWhere } from '../sql/where.ts'
import { countObject, countRows, type SlotEvent, type Slots, writeSame } from './answer.ts'
import { NestedCode } from './code.ts'
import { ComputedSql } from './computed-sql.ts'
import { DerivedMembers } from './derived-members.ts'
import { choiceByEnums } from './enum-columns.ts'
import { derivedInSql, leafInSql, typesByColumn } from './leaf-sql.ts'
import { countObjects, countValue, textLeaves } from './leaf-text.ts'
import { NestedLists, type OfParent } from './list.ts'
import { NotNested } from './not-nested.ts'
import { NotWritable } from './not-writable.ts'
import { type FieldText, textOf } from './object.ts'
import { type Attachment, NestedRow } from './row.ts'
import type { ValuesFor } from './row-addresses.ts'
import { aliasOf, type CurrentRow, countOne, type NestedForm, NestedScope } from './scope.ts'
import { argumentsIn } from './value-text.ts'
import type { Writing } from './writing.ts'

/** A statement that writes the answer. Its row has the text, and what proves who the viewer is. */
export interface NestedStatement {
  readonly text: string
  readonly slots: Slots
  readonly valuesFor: ValuesFor
  /** Whether the same viewer can use it with other values. */
  readonly isReusable: boolean
  /** The number of rows that it reads at most. A count is taken for one, because most are of few rows. */
  readonly rows: number
}

/** The number of rows of a list without pages. */
const maximumRowsOfAll = 1000

/** Returns the statement that writes the answer in the form of the values. Throws NotNested if there is none. */
export function compileNested(
  rowSets: RowSets,
  reads: PlannedReads,
  context: Context,
  form: NestedForm,
): NestedStatement {
  const scope = new NestedScope(rowSets, reads, context, form)
  const columns = [new NestedStatementBuilder(scope).root()]
  if (context.presumption) {
    const { sql, parameter } = context.presumption.proof
    columns.push(sql(scope.parameters.add(parameter)))
  }
  const { addresses, slots, rows } = scope
  const text = `SELECT ${columns.join(',\n')}`
  const valuesFor = addresses.valuesFor(reads.lists.keys())
  // The events of the slots keep the scope, and must not keep the texts of its parts with it.
  scope.below.clear()
  return { text, slots, valuesFor, isReusable: addresses.isReusable, rows }
}

/** Returns whether a field is a text that is read without plugins and arguments. */
const isText = ({ leaf, isList, isWrapped, field }: FieldPlan): boolean =>
  leaf !== undefined && textLeaves.has(leaf.name) && !isList && !isWrapped && field.args.length === 0

/** Returns the field with a key, if it is the only one. */
function onlyField({ fields }: TypePlan, key: string): FieldPlan {
  const [field, ...others] = fields
  if (field?.key !== key || others.length > 0) throw new NotNested()
  return field
}

class NestedStatementBuilder {
  readonly #scope: NestedScope
  readonly #lists: NestedLists
  readonly #code: NestedCode

  constructor(scope: NestedScope) {
    this.#scope = scope
    this.#lists = new NestedLists(scope, (...given) => this.#row(...given))
    this.#code = new NestedCode(scope)
  }

  root(): string {
    const { root } = this.#scope.rowSets
    const [outer] = this.#scope.values.form?.path ?? []
    if (outer !== undefined) return this.#rootField(onlyField(root, outer)).sql
    return this.#scope.objects.object(root, (field) => textOf(this.#rootField(field))).sql
  }

  #rootField(field: FieldPlan): TextSql {
    if (field.strategy.kind === 'typename') return this.#scope.objects.typename(field)
    if (field.strategy.kind === 'list') return this.#lists.list(field, undefined)
    const rowSet = this.#scope.rowSets.below.get(field)
    const row = this.#scope.reads.rows.get(field)
    if (!rowSet || !row) throw new NotNested()
    if (row.query) return this.#queriedRow(field, rowSet, row)
    const where = this.#scope.addresses.condition(field, rowSet.table, row.where)
    const policy = this.#policy(rowSet.table, row.policy)
    const from = () =>
      `SELECT ${this.#scope.members(rowSet)} FROM "${rowSet.table}" t WHERE (${where} AND ${policy}) LIMIT 1`
    const found = this.#one(field, rowSet, from, 1)
    return new TextSql().value(textOr(found, this.#scope.slots.fault))
  }

  /** Returns the text of the row that a field finds by a query of its own. */
  #queriedRow(field: FieldPlan, rowSet: RowSet, { query, where }: PlannedRow): TextSql {
    const { addresses, slots, parameters } = this.#scope
    const queried = queriedRowOf(field)
    if (!query || !queried) throw new NotNested()
    const rows = query((name) => addresses.value(field, where, name), parameters)
    const keys = queried.keys.map((name, index) => `t."${name}" AS "${keyMember(index)}"`)
    const attach: Attachment = { need: () => {}, add: (row) => queried.attach(row as never) as Row }
    const derived = new DerivedMembers(aliasOf(rowSet), queried.derived, {
      column: (name) => `t."${name}"`,
      derived: () => undefined,
    })
    const object = this.#object(field, rowSet, 1, { attach, derived })
    const members = [this.#scope.members(rowSet), ...keys, ...derived.selected].join(', ')
    const found = `SELECT ${object.sql} FROM (SELECT ${members} FROM (${rows}) t LIMIT 1) ${aliasOf(rowSet)}`
    return new TextSql().value(textOr(found, slots.fault))
  }

  #policy(table: string, policy: Policy): string {
    return compileWhere(table, policy(viewerOf(this.#scope.context)), 't', this.#scope.parameters)
  }

  /** Returns SQL for the text of the row that a query finds, as an object of the type of a field. */
  #one(field: FieldPlan, rowSet: RowSet, from: () => string, maximum: number): string {
    const { sql } = this.#object(field, rowSet, maximum)
    return `SELECT ${sql} FROM (${from()}) ${aliasOf(rowSet)}`
  }

  /** Returns the text of the one row of a row set, as an object of the type of a field. */
  #object(field: FieldPlan, rowSet: RowSet, maximum: number, ofParent?: OfParent): TextSql {
    this.#scope.count(maximum)
    return new TextSql()
      .literal(this.#scope.slots.slot(countObject(rowSet)))
      .add(this.#row(field, rowSet, maximum, ofParent))
  }

  /** Returns the text of a row of a row set, with what code gets of it before. */
  #row(field: FieldPlan, rowSet: RowSet, maximum: number, { attach, derived }: OfParent = {}): TextSql {
    const row = new NestedRow(rowSet, aliasOf(rowSet), attach)
    const object = this.#objectOf(field, { rowSet, alias: aliasOf(rowSet), row, maximum, derived })
    if (!row.isNeeded) return object
    const { before, after } = this.#scope.slots.slotText((writing, json) => {
      writing.rows.set(rowSet, { json })
      return ''
    })
    return new TextSql().literal(before).value(row.sql).literal(after).add(object)
  }

  #objectOf(field: FieldPlan, current: CurrentRow): TextSql {
    const { composite, selection } = field
    const plans = selection as SelectionPlan
    const inner = this.#scope.rowSets.root.fields.includes(field)
      ? this.#scope.values.form?.path[1]
      : undefined
    if (inner !== undefined) {
      if (!isObjectType(composite)) throw new NotNested()
      const only = onlyField(plans.of(composite), inner)
      return this.#scope.objects.value(only, this.#field(only, current))
    }
    if (isObjectType(composite))
      return this.#objectOfType(plans.of(composite), { ...current, typename: undefined })
    if (!isAbstractType(composite)) throw new NotNested()
    const byColumn = typesByColumn(composite, current.rowSet.table)
    if (!byColumn) throw new NotNested()
    const column = `${current.alias}."${byColumn.column}"`
    const types = byColumn.types.map(([member, name]) => {
      const type = plans.possibleTypes(composite).find((each) => each.name === name)
      if (!type) throw new NotNested()
      return { member, type }
    })
    const typename = this.#scope.objects.typenameBy(column, types)
    const objects = new Map<GraphQLObjectType, TextSql>()
    const objectOf = (type: GraphQLObjectType) =>
      getOrCreate(objects, type, () => this.#objectOfType(plans.of(type), { ...current, typename }))
    const texts = types.map(({ type }) => objectOf(type))
    return TextSql.oneOf(texts, (between) => {
      const members = types.map(({ member }, index) => ({ member, text: between[index] as string }))
      const membersByText = Map.groupBy(members, ({ text }) => text)
      const branches = [...membersByText].map(
        ([text, ofText]) =>
          `WHEN ${column} IN (${ofText.map(({ member }) => quoted(member)).join(', ')}) THEN ${text}`,
      )
      return `CASE ${branches.join(' ')} END`
    })
  }

  #objectOfType(plan: TypePlan, current: CurrentRow): TextSql {
    return this.#scope.objects.object(plan, (field) => this.#field(field, current))
  }

  /** Returns the value of a field of a row. */
  #field(field: FieldPlan, current: CurrentRow): FieldText {
    const { strategy } = field
    const { alias } = current
    switch (strategy.kind) {
      case 'typename':
        return textOf(current.typename ?? this.#scope.objects.typename(field))
      case 'property':
        return this.#column(field, current, strategy.name)
      case 'guarded': {
        const value = this.#column(field, current, strategy.column)
        return { kind: 'guarded', condition: `${alias}."${visibleColumn(strategy.column)}"`, value }
      }
      case 'same': {
        return textOf(this.#scope.slot(countOne).add(this.#objectOf(field, current)))
      }
      case 'one':
        return this.#referred(field, current)
      case 'all':
        return textOf(this.#all(field, current))
      case 'count': {
        const { stored } = strategy.declared
        if (stored && this.#scope.areAll(stored.where, current))
          return this.#column(field, current, stored.column)
        const counted = countedRows(strategy.declared, viewerOf(this.#scope.context))
        return textOf(
          new TextSql().value(this.#scope.number(current, strategy.declared.relation.keys, counted)),
        )
      }
      case 'computed':
        return this.#computed(field, current, strategy.declared)
      case 'list':
        return textOf(this.#lists.list(field, current))
      case 'part':
        throw new NotNested()
      case 'code': {
        const isDerived = isText(field) && !readAheadOf(current.rowSet, field)
        const derived = isDerived ? current.derived?.valueOf(field.field.name) : undefined
        if (field.leaf && derived !== undefined)
          return { kind: 'nullable', check: new TextSql(), leaf: derivedInSql(field.leaf, derived) }
        return this.#code.value(field, current)
      }
    }
  }

  #column(field: FieldPlan, current: CurrentRow, column: string): FieldText {
    const { alias, rowSet } = current
    const type = columnTypeOf(rowSet.table, column)
    const value = leafInSql(field, { table: rowSet.table, name: column, alias }, this.#scope.values.form)
    if (value === undefined) {
      current.row.need(column)
      const complete = this.#scope.values.completed(field)
      const event: SlotEvent = (writing) => complete(writing, current.row.of(writing)[column])
      return { kind: 'code', check: new TextSql(), event }
    }
    if (type.isRequired || type.isList) return textOf(new TextSql().leaf(value))
    return { kind: 'nullable', check: new TextSql(), leaf: value }
  }

  #computed(field: FieldPlan, current: CurrentRow, declared: Declared<'computed'>): FieldText {
    const { resolve, with: related, sameFor } = declared
    const check = this.#scope.permissionCheck(field, current)
    const joinedAlias = (rowSet: RowSet) => (this.#scope.joined.has(rowSet) ? aliasOf(rowSet) : undefined)
    const sql = new ComputedSql(current.rowSet, current.alias, this.#scope.objects, joinedAlias)
    const leaf = sql.leaf(field, declared) ?? this.#choice(field, current, declared)
    if (leaf !== undefined) return { kind: 'nullable', check, leaf }
    const object = sql.object(field, declared)
    if (object) return textOf(check.literal(this.#scope.slots.slot(countOne)).add(object))
    const complete = this.#scope.values.completed(field)
    const write = (writing: Writing, row: Row) => {
      const value = resolve?.(row, fieldContextOf(writing.context), argumentsIn(writing, field))
      countValue(field, writing, value)
      return complete(writing, value)
    }
    if (sameFor && this.#scope.areAll(sameFor.where, current)) {
      const row = sameFor.row(viewerOf(this.#scope.context))
      return { kind: 'code', check, event: writeSame(field, (writing) => write(writing, row)) }
    }
    const hasRelated = Object.keys(related).length > 0
    current.row.need()
    if (hasRelated) current.row.needRelated()
    const event: SlotEvent = (writing) =>
      write(writing, hasRelated ? current.row.withRelated(writing) : current.row.of(writing))
    return { kind: 'code', check, event }
  }

  /** Returns SQL for a field that is computed from enums only. */
  #choice(
    field: FieldPlan,
    { rowSet, alias }: CurrentRow,
    declared: Declared<'computed'>,
  ): LeafSql | undefined {
    const fieldContext = fieldContextOf(this.#scope.context)
    return choiceByEnums(field, declared, {
      table: rowSet.table,
      alias,
      form: this.#scope.values.form,
      fieldContext,
    })
  }

  #referred(field: FieldPlan, current: CurrentRow): FieldText {
    const { rowSet: parent, alias, maximum } = current
    const rowSet = parent.below.get(field)
    if (rowSet?.source.kind !== 'one') throw new NotNested()
    if (this.#scope.joined.has(rowSet)) {
      const object = getOrCreate(this.#scope.below, rowSet, () => this.#object(field, rowSet, maximum))
      return textOf(this.#scope.permissionCheck(field, current).add(object))
    }
    const { source, table } = rowSet
    const found = getOrCreate(this.#scope.below, rowSet, () => {
      const isImplied = !source.policy || this.#scope.policies.isImplied(table, source)
      const where = isImplied
        ? 'TRUE'
        : this.#scope.policyBelow(table, source.policy(viewerOf(this.#scope.context)), current, source.of)
      // Without a limit, PostgreSQL reads the row where it is written, instead of in a query of its own.
      const limit = source.of === 'id' ? '' : ' LIMIT 1'
      const from = () =>
        `SELECT ${this.#scope.members(rowSet)} FROM "${table}" t WHERE t."${source.of}" = ${alias}."${source.column}" AND ${where}${limit}`
      return new TextSql().value(this.#one(field, rowSet, from, maximum))
    })
    return {
      kind: 'nullable',
      check: this.#scope.permissionCheck(field, current),
      leaf: plainLeaf(found.sql),
    }
  }

  #all(field: FieldPlan, { rowSet: parent, alias, maximum }: CurrentRow): TextSql {
    const rowSet = parent.below.get(field)
    if (rowSet?.source.kind !== 'all') throw new NotNested()
    const { target, relation, filter } = rowSet.source.declared
    const policy = { AND: [declarationOf(target).visible(viewerOf(this.#scope.context)), filter] }
    const where = compileWhere(rowSet.table, policy, 't', this.#scope.parameters)
    const sorted = orderOfAll(rowSet.source.declared)
    this.#scope.count(maximum)
    const { before, after } = this.#scope.slots.slotText((writing, text) => {
      const count = Number(text)
      if (count > maximumRowsOfAll) throw new NotWritable(`${field.path} has too many items`)
      countObjects(writing, count)
      countRows(writing, rowSet, count)
      return ''
    })
    const items = this.#row(field, rowSet, maximum)
    const text = new TextSql().literal(before).value('count(*)').literal(`${after}[`)
    text.optional(`string_agg(${items.sql}, ',')`).literal(']')
    const key = `(SELECT ${alias}."${relation.keys[0]}" AS k0)`
    const from = relation.from ? `LATERAL ${relation.from}` : `"${rowSet.table}"`
    return new TextSql().value(`(SELECT ${text.sql} FROM (
SELECT ${this.#scope.members(rowSet)} FROM ${key} p CROSS JOIN ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${sorted} LIMIT ${maximumRowsOfAll + 1}) ${aliasOf(rowSet)})`)
  }
}
