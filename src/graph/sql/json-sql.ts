import type { ColumnType } from './where.ts'

/** SQL for the text of a leaf. The literals around it are joined with those of the object that it is part of. */
export interface LeafSql {
  readonly before: string
  /** SQL for a text, or for null. */
  readonly value: string
  readonly after: string
}

export const plainLeaf = (value: string): LeafSql => ({ before: '', value, after: '' })

export const quotedLeaf = (value: string): LeafSql => ({ before: '"', value, after: '"' })

/** Returns SQL for a whole leaf, or for null. */
export const leafOrNull = ({ before, value, after }: LeafSql): string =>
  [before && quoted(before), `(${value})::text`, after && quoted(after)].filter(Boolean).join(' || ')

interface Part {
  readonly isLiteral: boolean
  readonly text: string
}

/** SQL for a text that consists of literals and of values which PostgreSQL converts to text. */
export class TextSql {
  readonly #parts: Part[] = []

  /**
   * Returns the text that is one of several. What all of them begin with, and what all end with, is written once: PostgreSQL
   * prepares every expression of a statement, also those in branches that no row takes.
   *
   * @param choose - Returns SQL for the text to write, from SQL for what each has in between.
   */
  static oneOf(texts: readonly TextSql[], choose: (between: readonly string[]) => string): TextSql {
    const all = texts.map((text) => text.#smallestParts())
    const [first = []] = all
    const shortest = Math.min(...all.map(({ length }) => length))
    const isShared = (index: number) => all.every((parts) => isSamePart(parts.at(index), first.at(index)))
    let before = 0
    while (before < shortest && isShared(before)) before++
    let after = 0
    while (after < shortest - before && isShared(-1 - after)) after++
    const between = all.map((parts) => TextSql.#of(parts.slice(before, parts.length - after)).sql)
    if (before === shortest && new Set(between).size === 1) return TextSql.#of(first)
    return TextSql.#of(first.slice(0, before))
      .optional(choose(between))
      .add(TextSql.#of(first.slice(first.length - after)))
  }

  static #of(parts: readonly Part[]): TextSql {
    return new TextSql().#append(parts)
  }

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

  /** Adds a leaf. Another text, if there is one, takes the place of its value where that is null. */
  leaf({ before, value, after }: LeafSql, ofNull?: string): this {
    const text = ofNull === undefined ? value : textOr(value, ofNull)
    return this.literal(before).value(text).literal(after)
  }

  /** Adds an SQL expression that may be null, which is written as nothing. */
  optional(sql: string): this {
    return this.value(textOr(sql, ''))
  }

  add(other: TextSql): this {
    return this.#append(other.#parts)
  }

  get sql(): string {
    return concatenated(
      this.#parts.map(({ isLiteral, text }) => (isLiteral ? `${quoted(text)}::text` : `(${text})::text`)),
    )
  }

  #append(parts: readonly Part[]): this {
    for (const { isLiteral, text } of parts) {
      if (isLiteral) this.literal(text)
      else this.value(text)
    }
    return this
  }

  /** Returns the parts, with each character of a literal as one. */
  #smallestParts(): Part[] {
    return this.#parts.flatMap((part) =>
      part.isLiteral ? [...part.text].map((text) => ({ isLiteral: true, text })) : [part],
    )
  }
}

const isSamePart = (one: Part | undefined, other: Part | undefined): boolean =>
  one?.isLiteral === other?.isLiteral && one?.text === other?.text

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

export function asText(column: string, { type, isList }: ColumnType): string {
  if (isList) return `array_to_json(${column})::text`
  return type === 'String' ? column : `${column}::text`
}
