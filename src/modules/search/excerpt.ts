import { excerptLength } from './limits.ts'

/** A match of a word of the query in a text. */
export interface Occurrence {
  readonly start: number
  readonly end: number
  /** Index of the matching clause of the query. */
  readonly clause: number
}

/** Characters before the first match of an excerpt. */
const lead = 80
const consideredOccurrences = 500

/** Returns the part of a text that matches the most clauses, cut between words. */
export function excerptOf(text: string, occurrences: readonly Occurrence[]): string {
  if (text.length <= excerptLength) return text.trim()
  const start = startOf(occurrences.slice(0, consideredOccurrences))
  const from = start <= lead ? 0 : afterSpace(text, start - lead)
  const room = excerptLength - 2
  const to = from + room >= text.length ? text.length : beforeSpace(text, from + room)
  const part = text.slice(from, to).trim().toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`
}

function startOf(occurrences: readonly Occurrence[]): number {
  let best = { start: 0, clauses: 0 }
  let end = 0
  const inside = new Map<number, number>()
  for (const { start, clause } of occurrences) {
    for (; end < occurrences.length; end++) {
      const next = occurrences[end] as Occurrence
      if (next.end > start + excerptLength - lead - 2) break
      inside.set(next.clause, (inside.get(next.clause) ?? 0) + 1)
    }
    if (inside.size > best.clauses) best = { start, clauses: inside.size }
    const left = (inside.get(clause) ?? 1) - 1
    if (left === 0) inside.delete(clause)
    else inside.set(clause, left)
  }
  return best.start
}

/** Characters by which a cut may move to a word boundary; text without spaces is cut anywhere. */
const reach = 40

function afterSpace(text: string, position: number): number {
  const blank = text.slice(position, position + reach).search(/\s/)
  return blank < 0 ? withoutSplitPair(text, position) : position + blank + 1
}

function beforeSpace(text: string, position: number): number {
  const blank = text.slice(position - reach, position + 1).search(/\s\S*$/)
  return blank < 0 ? withoutSplitPair(text, position) : position - reach + blank
}

/** Moves an offset out of the middle of a surrogate pair. */
const withoutSplitPair = (text: string, position: number) =>
  (text.charCodeAt(position) & 0xfc00) === 0xdc00 ? position - 1 : position
