import type { ColumnType } from '../../database/where.ts'

/** SQL for a text that consists of literals and of values which PostgreSQL converts to text. */
export class TextSql {
  readonly #parts: { readonly isLiteral: boolean; readonly text: string }[] = []

  literal(text: string): this {
    const last = this.#parts.at(-1)
    if (last?.isLiteral) this.#parts[this.#parts.length - 1] = { isLiteral: true, text: last.text + text }
    else if (text !== '') this.#parts.push({ isLiteral: true, text })
    return this
  }

  /** Adds an SQL expression, which must not be null: the whole text would be. */
  value(sql: string): this {
    this.#parts.push({ isLiteral: false, text: sql })
    return this
  }

  /** Adds an SQL expression that may be null, which is written as nothing. */
  optional(sql: string): this {
    return this.value(textOr(sql, ''))
  }

  add(other: TextSql): this {
    for (const { isLiteral, text } of other.#parts) {
      if (isLiteral) this.literal(text)
      else this.value(text)
    }
    return this
  }

  /** Returns the expression for the whole text. */
  get sql(): string {
    return concatenated(
      this.#parts.map(({ isLiteral, text }) => (isLiteral ? `${quoted(text)}::text` : `(${text})::text`)),
    )
  }
}

/**
 * Joins texts by the operator, which takes less time than the function `concat`. The operators form a balanced tree: each
 * copies its operands, and a chain of them would copy a long text once for every text after it.
 */
function concatenated(parts: readonly string[]): string {
  const [first = `''`, ...others] = parts
  if (others.length === 0) return first
  const middle = parts.length >> 1
  return `(${concatenated(parts.slice(0, middle))} || ${concatenated(parts.slice(middle))})`
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns SQL for a text, or for another one where it is null. */
export const textOr = (sql: string, otherwise: string): string =>
  `coalesce((${sql})::text, ${quoted(otherwise)})`

/** Returns SQL for a column as text. */
export function asText(column: string, { type, isList }: ColumnType): string {
  if (isList) return `array_to_json(${column})::text`
  return type === 'String' ? column : `${column}::text`
}
