import { excerptLength } from './limits.ts'

/** Where a word of the query stands in a text. */
export interface Occurrence {
  readonly start: number
  readonly end: number
  /** Which of the clauses of the query it belongs to. */
  readonly clause: number
}

/** How far the excerpt begins before the first word that it shows. */
const lead = 80
const consideredOccurrences = 500

/** The part of a text in which the most clauses of the query stand, cut between words. */
export function excerptOf(text: string, occurrences: readonly Occurrence[]): string {
  if (text.length <= excerptLength) return text.trim()
  const start = startOf(occurrences.slice(0, consideredOccurrences))
  const from = start <= lead ? 0 : afterBlank(text, start - lead)
  const room = excerptLength - 2
  const to = from + room >= text.length ? text.length : beforeBlank(text, from + room)
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

/** How far a cut may move to fall between words; languages without blanks are cut anywhere. */
const reach = 40

function afterBlank(text: string, place: number): number {
  const blank = text.slice(place, place + reach).search(/\s/)
  return blank < 0 ? whole(text, place) : place + blank + 1
}

function beforeBlank(text: string, place: number): number {
  const blank = text.slice(place - reach, place + 1).search(/\s\S*$/)
  return blank < 0 ? whole(text, place) : place - reach + blank
}

/** Not between the halves of a character. */
const whole = (text: string, place: number) =>
  (text.charCodeAt(place) & 0xfc00) === 0xdc00 ? place - 1 : place
