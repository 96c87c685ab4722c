import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context } from '../application.ts'
import { countedRows, orderOfAll } from '../batched/loaded-rows.ts'
import { fieldContextOf } from '../declare/field-context.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import { declarationOf, type Policy } from '../declare/model-registry.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import { viewerOf } from '../host.ts'
import type { Declared, FieldPlan, SelectionPlan, TypePlan } from '../plan/plan.ts'
import type { PlannedReads } from '../plan/policies.ts'
import { queriedRowOf, readAheadOf } from '../plan/query-extensions.ts'
import type { Level, Levels } from '../plan/row-sets.ts'
import { type LeafSql, plainLeaf, quoted, TextSql, textOr } from '../sql/json-sql.ts'
import { keyMember } from '../sql/row-set-sql.ts'
import { columnTypeOf, compileWhere } from '../sql/where.ts'
import { countObject, countRows, type MarkEvent, type Marks, writeAlike } from './answer.ts'
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
  readonly marks: Marks
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
  levels: Levels,
  reads: PlannedReads,
  context: Context,
  form: NestedForm,
): NestedStatement {
  const scope = new NestedScope(levels, reads, context, form)
  const columns = [new NestedStatementBuilder(scope).root()]
  if (context.presumption) {
    const { sql, parameter } = context.presumption.proof
    columns.push(sql(scope.parameters.add(parameter)))
  }
  const { addresses, marks, rows } = scope
  const text = `SELECT ${columns.join(',\n')}`
  const valuesFor = addresses.valuesFor(reads.lists.keys())
  // The events of the marks keep the scope, and must not keep the texts of its parts with it.
  scope.below.clear()
  return { text, marks, valuesFor, isReusable: addresses.isReusable, rows }
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
    const { root } = this.#scope.levels
    const [outer] = this.#scope.values.form?.path ?? []
    if (outer !== undefined) return this.#rootField(onlyField(root, outer)).sql
    return this.#scope.objects.object(root, (field) => textOf(this.#rootField(field))).sql
  }

  #rootField(field: FieldPlan): TextSql {
    if (field.way.kind === 'typename') return this.#scope.objects.typename(field)
    if (field.way.kind === 'list') return this.#lists.list(field, undefined)
    const level = this.#scope.levels.below.get(field)
    const row = this.#scope.reads.rows.get(field)
    if (!level || !row) throw new NotNested()
    if (row.query) return this.#queriedRow(field, level, row)
    const where = this.#scope.addresses.condition(field, level.table, row.where)
    const policy = this.#policy(level.table, row.policy)
    const from = () =>
      `SELECT ${this.#scope.members(level)} FROM "${level.table}" t WHERE (${where} AND ${policy}) LIMIT 1`
    const found = this.#one(field, level, from, 1)
    return new TextSql().value(textOr(found, this.#scope.marks.fault))
  }

  /** Returns the text of the row that a field finds by a query of its own. */
  #queriedRow(field: FieldPlan, level: Level, { query, where }: PlannedRow): TextSql {
    const { addresses, marks, parameters } = this.#scope
    const queried = queriedRowOf(field)
    if (!query || !queried) throw new NotNested()
    const rows = query((name) => addresses.value(field, where, name), parameters)
    const keys = queried.keys.map((name, index) => `t."${name}" AS "${keyMember(index)}"`)
    const attach: Attachment = { need: () => {}, add: (row) => queried.attach(row as never) as Row }
    const derived = new DerivedMembers(aliasOf(level), queried.derived, {
      column: (name) => `t."${name}"`,
      derived: () => undefined,
    })
    const object = this.#object(field, level, 1, { attach, derived })
    const members = [this.#scope.members(level), ...keys, ...derived.selected].join(', ')
    const found = `SELECT ${object.sql} FROM (SELECT ${members} FROM (${rows}) t LIMIT 1) ${aliasOf(level)}`
    return new TextSql().value(textOr(found, marks.fault))
  }

  #policy(table: string, policy: Policy): string {
    return compileWhere(table, policy(viewerOf(this.#scope.context)), 't', this.#scope.parameters)
  }

  /** Returns SQL for the text of the row that a query finds, as an object of the type of a field. */
  #one(field: FieldPlan, level: Level, from: () => string, maximum: number): string {
    const { sql } = this.#object(field, level, maximum)
    return `SELECT ${sql} FROM (${from()}) ${aliasOf(level)}`
  }

  /** Returns the text of the one row of a level, as an object of the type of a field. */
  #object(field: FieldPlan, level: Level, maximum: number, ofParent?: OfParent): TextSql {
    this.#scope.count(maximum)
    return new TextSql()
      .literal(this.#scope.marks.mark(countObject(level)))
      .add(this.#row(field, level, maximum, ofParent))
  }

  /** Returns the text of a row of a level, with what code gets of it before. */
  #row(field: FieldPlan, level: Level, maximum: number, { attach, derived }: OfParent = {}): TextSql {
    const row = new NestedRow(level, aliasOf(level), attach)
    const object = this.#objectOf(field, { level, alias: aliasOf(level), row, maximum, derived })
    if (!row.isNeeded) return object
    const { before, after } = this.#scope.marks.markText((writing, json) => {
      writing.rows.set(level, { json })
      return ''
    })
    return new TextSql().literal(before).value(row.sql).literal(after).add(object)
  }

  #objectOf(field: FieldPlan, current: CurrentRow): TextSql {
    const { composite, selection } = field
    const plans = selection as SelectionPlan
    const inner = this.#scope.levels.root.fields.includes(field)
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
    const byColumn = typesByColumn(composite, current.level.table)
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
    const { way } = field
    const { alias } = current
    switch (way.kind) {
      case 'typename':
        return textOf(current.typename ?? this.#scope.objects.typename(field))
      case 'property':
        return this.#column(field, current, way.name)
      case 'guarded': {
        const value = this.#column(field, current, way.column)
        return { kind: 'guarded', condition: `${alias}."${visibleColumn(way.column)}"`, value }
      }
      case 'same': {
        return textOf(this.#scope.hole(countOne).add(this.#objectOf(field, current)))
      }
      case 'one':
        return this.#referred(field, current)
      case 'all':
        return textOf(this.#all(field, current))
      case 'count': {
        const { stored } = way.declared
        if (stored && this.#scope.areAll(stored.where, current))
          return this.#column(field, current, stored.column)
        const counted = countedRows(way.declared, viewerOf(this.#scope.context))
        return textOf(new TextSql().value(this.#scope.number(current, way.declared.relation.keys, counted)))
      }
      case 'computed':
        return this.#computed(field, current, way.declared)
      case 'list':
        return textOf(this.#lists.list(field, current))
      case 'part':
        throw new NotNested()
      case 'code': {
        const isDerived = isText(field) && !readAheadOf(current.level, field)
        const derived = isDerived ? current.derived?.valueOf(field.field.name) : undefined
        if (field.leaf && derived !== undefined)
          return { kind: 'nullable', check: new TextSql(), leaf: derivedInSql(field.leaf, derived) }
        return this.#code.value(field, current)
      }
    }
  }

  #column(field: FieldPlan, current: CurrentRow, column: string): FieldText {
    const { alias, level } = current
    const type = columnTypeOf(level.table, column)
    const value = leafInSql(field, { table: level.table, name: column, alias }, this.#scope.values.form)
    if (value === undefined) {
      current.row.need(column)
      const complete = this.#scope.values.completed(field)
      const event: MarkEvent = (writing) => complete(writing, current.row.of(writing)[column])
      return { kind: 'code', check: new TextSql(), event }
    }
    if (type.isRequired || type.isList) return textOf(new TextSql().leaf(value))
    return { kind: 'nullable', check: new TextSql(), leaf: value }
  }

  #computed(field: FieldPlan, current: CurrentRow, declared: Declared<'computed'>): FieldText {
    const { resolve, with: related, alike } = declared
    const check = this.#scope.permissionCheck(field, current)
    const joinedAlias = (level: Level) => (this.#scope.joined.has(level) ? aliasOf(level) : undefined)
    const sql = new ComputedSql(current.level, current.alias, this.#scope.objects, joinedAlias)
    const leaf = sql.leaf(field, declared) ?? this.#choice(field, current, declared)
    if (leaf !== undefined) return { kind: 'nullable', check, leaf }
    const object = sql.object(field, declared)
    if (object) return textOf(check.literal(this.#scope.marks.mark(countOne)).add(object))
    const complete = this.#scope.values.completed(field)
    const write = (writing: Writing, row: Row) => {
      const value = resolve?.(row, fieldContextOf(writing.context), argumentsIn(writing, field))
      countValue(field, writing, value)
      return complete(writing, value)
    }
    if (alike && this.#scope.areAll(alike.where, current)) {
      const row = alike.row(viewerOf(this.#scope.context))
      return { kind: 'code', check, event: writeAlike(field, (writing) => write(writing, row)) }
    }
    const hasRelated = Object.keys(related).length > 0
    current.row.need()
    if (hasRelated) current.row.needRelated()
    const event: MarkEvent = (writing) =>
      write(writing, hasRelated ? current.row.withRelated(writing) : current.row.of(writing))
    return { kind: 'code', check, event }
  }

  /** Returns SQL for a field that is computed from enums only. */
  #choice(
    field: FieldPlan,
    { level, alias }: CurrentRow,
    declared: Declared<'computed'>,
  ): LeafSql | undefined {
    const fieldContext = fieldContextOf(this.#scope.context)
    return choiceByEnums(field, declared, {
      table: level.table,
      alias,
      form: this.#scope.values.form,
      fieldContext,
    })
  }

  #referred(field: FieldPlan, current: CurrentRow): FieldText {
    const { level: parent, alias, maximum } = current
    const level = parent.below.get(field)
    if (level?.source.kind !== 'one') throw new NotNested()
    if (this.#scope.joined.has(level)) {
      const object = getOrCreate(this.#scope.below, level, () => this.#object(field, level, maximum))
      return textOf(this.#scope.permissionCheck(field, current).add(object))
    }
    const { source, table } = level
    const found = getOrCreate(this.#scope.below, level, () => {
      const isImplied = !source.policy || this.#scope.policies.isImplied(table, source)
      const where = isImplied
        ? 'TRUE'
        : this.#scope.policyBelow(table, source.policy(viewerOf(this.#scope.context)), current, source.of)
      // Without a limit, PostgreSQL reads the row where it is written, instead of in a query of its own.
      const limit = source.of === 'id' ? '' : ' LIMIT 1'
      const from = () =>
        `SELECT ${this.#scope.members(level)} FROM "${table}" t WHERE t."${source.of}" = ${alias}."${source.column}" AND ${where}${limit}`
      return new TextSql().value(this.#one(field, level, from, maximum))
    })
    return {
      kind: 'nullable',
      check: this.#scope.permissionCheck(field, current),
      leaf: plainLeaf(found.sql),
    }
  }

  #all(field: FieldPlan, { level: parent, alias, maximum }: CurrentRow): TextSql {
    const level = parent.below.get(field)
    if (level?.source.kind !== 'all') throw new NotNested()
    const { target, relation, filter } = level.source.declared
    const policy = { AND: [declarationOf(target).visible(viewerOf(this.#scope.context)), filter] }
    const where = compileWhere(level.table, policy, 't', this.#scope.parameters)
    const sorted = orderOfAll(level.source.declared)
    this.#scope.count(maximum)
    const { before, after } = this.#scope.marks.markText((writing, text) => {
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
SELECT ${this.#scope.members(level)} FROM ${key} p CROSS JOIN ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${sorted} LIMIT ${maximumRowsOfAll + 1}) ${aliasOf(level)})`)
  }
}
