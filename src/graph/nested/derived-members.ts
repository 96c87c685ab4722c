import type { DerivedFields, ParentInSql } from '../declare/keyset.ts'

/** The fields of the rows of a list that SQL derives from their parent, as members of the rows that are read. */
export class DerivedMembers {
  readonly #alias: string
  readonly #fields: DerivedFields
  readonly #parent: ParentInSql
  readonly #members = new Map<string, string>()

  constructor(alias: string, fields: DerivedFields, parent: ParentInSql) {
    this.#alias = alias
    this.#fields = fields
    this.#parent = parent
  }

  /** Returns SQL for the value of a field of the row with the alias; undefined if SQL does not know it. */
  valueOf(field: string): string | undefined {
    const sql = this.#members.get(field) ?? this.#fields[field]?.(this.#parent)
    if (sql === undefined) return undefined
    this.#members.set(field, sql)
    return `${this.#alias}."${memberOf(field)}"`
  }

  /** SQL to select the values that were asked for. */
  get selected(): string[] {
    return [...this.#members].map(([field, sql]) => `${sql} AS "${memberOf(field)}"`)
  }
}

const memberOf = (field: string): string => `derived ${field}`
