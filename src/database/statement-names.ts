import { createHash } from 'node:crypto'
import { boundedCache } from '../caches/bounded-cache.ts'

/** Limits memory: each connection keeps the plan of every named statement, and queries have endless variants. */
const maximumNamedStatements = 200

/**
 * Returns a function that names statements from their second use on, so that PostgreSQL plans them once per
 * connection. Statements with more parameters than the maximum stay unnamed.
 */
export function statementNames(
  maximumParameters = Number.POSITIVE_INFINITY,
): (sql: string, parameters: number) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (sql, parameters) => {
    const known = names.get(sql)
    if (known !== undefined || parameters > maximumParameters || names.size >= maximumNamedStatements)
      return known
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= maximumNamedStatements) seenOnce.clear()
      seenOnce.add(sql)
      return undefined
    }
    const name = nameOfText(sql)
    names.set(sql, name)
    return name
  }
}

const nameOfText = (sql: string) => `s${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`

/**
 * Returns a function that names the statements of reads from their second use on. Those that were not used for long are
 * forgotten: connections end the oldest of their prepared statements by themselves.
 */
export function namesOfReads(): (sql: string) => string | undefined {
  const names = boundedCache<string, { name?: string }>('statementNames', (_known, sql) => sql.length)
  return (sql) => {
    const known = names.get(sql)
    if (known) known.name ??= nameOfText(sql)
    else names.set(sql, {})
    return known?.name
  }
}
