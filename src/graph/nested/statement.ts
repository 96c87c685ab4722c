import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context } from '../application.ts'
import type { RowWriter } from '../fields/field-kind.ts'
import type { FieldPlan, SelectionPlan, TypePlan } from '../plan/field-plan.ts'
import type { PlannedReads } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import { quoted, TextSql } from '../sql/json-sql.ts'
import { countObject, type Slots } from './answer.ts'
import { typesByColumn } from './leaf-sql.ts'
import { NotNested } from './not-nested.ts'
import { textOf } from './object.ts'
import { NestedRow } from './row.ts'
import type { ValuesFor } from './row-addresses.ts'
import { aliasOf, type CurrentRow, type NestedForm, NestedScope } from './scope.ts'

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

/** Returns the statement that writes the answer in the form of the values. Throws NotNested if there is none. */
export function compileNested(
  rowSets: RowSets,
  reads: PlannedReads,
  context: Context,
  form: NestedForm,
): NestedStatement {
  const scope = new NestedScope(rowSets, reads, context, form)
  const columns = [new NestedStatementBuilder(scope).root()]
  if (context.unconfirmed) {
    const { sql, parameter } = context.unconfirmed.proof
    columns.push(sql(scope.parameters.add(parameter)))
  }
  const { addresses, slots, rows } = scope
  const text = `SELECT ${columns.join(',\n')}`
  const valuesFor = addresses.valuesFor(reads.lists.keys())
  // The events of the slots keep the scope, and must not keep the texts of its parts with it.
  scope.below.clear()
  scope.codeSlots.clear()
  return { text, slots, valuesFor, isReusable: addresses.isReusable, rows }
}

/** Returns the field with a key, if it is the only one. */
function onlyField({ fields }: TypePlan, key: string): FieldPlan {
  const [field, ...others] = fields
  if (field?.key !== key || others.length > 0) throw new NotNested()
  return field
}

class NestedStatementBuilder implements RowWriter {
  readonly scope: NestedScope

  constructor(scope: NestedScope) {
    this.scope = scope
  }

  root(): string {
    const { root } = this.scope.rowSets
    const [outer] = this.scope.values.form?.path ?? []
    if (outer !== undefined) return this.#rootField(onlyField(root, outer)).sql
    return this.scope.objects.object(root, (field) => textOf(this.#rootField(field))).sql
  }

  #rootField(field: FieldPlan): TextSql {
    const { strategy } = field
    if (!strategy.sqlOfQuery) throw new NotNested()
    return strategy.sqlOfQuery(field, this)
  }

  foundRow(field: FieldPlan, rowSet: RowSet, maximum: number, query: () => string): string {
    const { sql } = this.countedRow(field, rowSet, maximum)
    return `SELECT ${sql} FROM (${query()}) ${aliasOf(rowSet)}`
  }

  countedRow(field: FieldPlan, rowSet: RowSet, maximum: number): TextSql {
    this.scope.count(maximum)
    return new TextSql()
      .literal(this.scope.slots.slot(countObject(rowSet)))
      .add(this.row(field, rowSet, maximum))
  }

  row(field: FieldPlan, rowSet: RowSet, maximum: number): TextSql {
    const row = new NestedRow(rowSet, aliasOf(rowSet))
    const object = this.object(field, { rowSet, alias: aliasOf(rowSet), row, maximum })
    if (!row.isNeeded) return object
    const { before, after } = this.scope.slots.slotText((writing, json) => {
      writing.rows.set(rowSet, { json })
      return ''
    })
    return new TextSql().literal(before).value(row.sql).literal(after).add(object)
  }

  object(field: FieldPlan, current: CurrentRow): TextSql {
    const { composite, selection } = field
    const plans = selection as SelectionPlan
    const inner = this.scope.rowSets.root.fields.includes(field) ? this.scope.values.form?.path[1] : undefined
    if (inner !== undefined) {
      if (!isObjectType(composite)) throw new NotNested()
      const only = onlyField(plans.of(composite), inner)
      return this.scope.objects.value(only, only.strategy.sql(only, current, this))
    }
    if (isObjectType(composite))
      return this.#objectOfType(plans.of(composite), { ...current, typename: undefined })
    if (!isAbstractType(composite)) throw new NotNested()
    const byColumn = typesByColumn(composite, current.rowSet.table)
    if (!byColumn) throw new NotNested()
    const column = `${current.alias}."${byColumn.column}"`
    const possible = new Map(plans.possibleTypes(composite).map((type) => [type.name, type]))
    const types = byColumn.types.flatMap(([member, name]) => {
      const type = possible.get(name)
      return type ? [{ member, type }] : []
    })
    const typename = this.scope.objects.typenameBy(column, types)
    const objects = new Map<GraphQLObjectType, TextSql>()
    const objectOf = (type: GraphQLObjectType) =>
      getOrCreate(objects, type, () => this.#objectOfType(plans.of(type), { ...current, typename }))
    const texts = types.map(({ type }) => objectOf(type))
    const check = types.length === byColumn.types.length ? new TextSql() : this.#checkOfTypes(column, types)
    const object = TextSql.oneOf(texts, (between) => {
      const members = types.map(({ member }, index) => ({ member, text: between[index] as string }))
      const membersByText = Map.groupBy(members, ({ text }) => text)
      const branches = [...membersByText].map(
        ([text, ofText]) =>
          `WHEN ${column} IN (${ofText.map(({ member }) => quoted(member)).join(', ')}) THEN ${text}`,
      )
      return `CASE ${branches.join(' ')} END`
    })
    return check.add(object)
  }

  /** Returns the check that a row is of one of the types that a field may lead to, of which an interface has not all. */
  #checkOfTypes(column: string, types: readonly { readonly member: string }[]): TextSql {
    const members = types.map(({ member }) => quoted(member)).join(', ')
    const fault = quoted(this.scope.slots.fault)
    return new TextSql().value(`CASE WHEN ${column} IN (${members}) THEN '' ELSE ${fault} END`)
  }

  #objectOfType(plan: TypePlan, current: CurrentRow): TextSql {
    return this.scope.objects.object(plan, (field) => field.strategy.sql(field, current, this))
  }
}
