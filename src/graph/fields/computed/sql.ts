import { isEnumType, isObjectType } from 'graphql'
import { enumInSql, leafOfValue } from '../../nested/leaf-sql.ts'
import { textLeaves } from '../../nested/leaf-text.ts'
import { type FieldText, type NestedObjects, textOf } from '../../nested/object.ts'
import { constantArgumentsOf } from '../../plan/constant-arguments.ts'
import { type FieldPlan, isTypename, typePlanOf } from '../../plan/field-plan.ts'
import type { RowSet } from '../../plan/row-set.ts'
import { type LeafSql, TextSql } from '../../sql/json-sql.ts'
import { referenceOf } from '../../sql/where.ts'
import type { ColumnInSql, ComputedDeclaration } from './computed.ts'

/** Writes the values of the computed fields of a row that declare them in SQL. */
export class ComputedSql {
  readonly #rowSet: RowSet
  readonly #alias: string
  readonly #objects: NestedObjects
  readonly #joinedAlias: (related: RowSet) => string | undefined

  /** `joinedAlias` returns the alias of the row of a row set; undefined if it is not joined to the row. */
  constructor(
    rowSet: RowSet,
    alias: string,
    objects: NestedObjects,
    joinedAlias: (related: RowSet) => string | undefined,
  ) {
    this.#joinedAlias = joinedAlias
    this.#rowSet = rowSet
    this.#alias = alias
    this.#objects = objects
  }

  /** Returns SQL for a field; undefined if code must write it. */
  leaf(field: FieldPlan, { inSql }: ComputedDeclaration): LeafSql | undefined {
    return inSql && this.#leaf(field, inSql)
  }

  /** Returns the object that a field has as its value; undefined if code must write what is selected of it. */
  object(field: FieldPlan, { membersInSql }: ComputedDeclaration): TextSql | undefined {
    const args = constantArgumentsOf(field)
    // In other forms an object can begin with a member that is left out.
    if (!membersInSql || !args || this.#objects.form || !isObjectType(field.composite)) return undefined
    const plan = typePlanOf(field)
    const values = new Map<FieldPlan, FieldText>()
    for (const member of plan.fields) {
      if (isTypename(member)) values.set(member, textOf(this.#objects.typename(member)))
      else {
        const leaf = this.#leaf(member, (column) => membersInSql(member.field.name, column, args as never))
        if (leaf === undefined) return undefined
        values.set(member, { kind: 'nullable', check: new TextSql(), leaf })
      }
    }
    return this.#objects.object(plan, (member) => values.get(member) as FieldText)
  }

  #leaf(field: FieldPlan, valueFor: (column: ColumnInSql) => string | undefined): LeafSql | undefined {
    const { leaf, isList, isWrapped } = field
    if (!leaf || isList || isWrapped || field.field.args.length > 0) return undefined
    if (!textLeaves.has(leaf.name) && !isEnumType(leaf)) return undefined
    let isKnown = true
    const value = valueFor((name) => {
      const column = this.#column(name)
      isKnown &&= column !== undefined
      return column ?? 'NULL'
    })
    if (value === undefined || !isKnown) return undefined
    if (isEnumType(leaf)) return enumInSql(leaf, `(${value})`, this.#objects.form)
    return leafOfValue(leaf, value)
  }

  /** Returns SQL for a column that the statement reads, or for one of a row that it refers to. */
  #column(name: string): string | undefined {
    const { layout, related, table } = this.#rowSet
    const [relation = '', column] = name.split('.')
    if (column === undefined)
      return layout.columns.includes(name) || name in layout.added ? `${this.#alias}."${name}"` : undefined
    const target = related.get(relation)
    if (!target) return undefined
    const joined = this.#joinedAlias(target)
    if (joined !== undefined) return `${joined}."${column}"`
    const reference = referenceOf(table, relation)
    return `(SELECT o."${column}" FROM "${target.table}" o WHERE o."${reference.of}" = ${this.#alias}."${reference.column}")`
  }
}
