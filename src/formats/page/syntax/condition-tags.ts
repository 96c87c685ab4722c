/**
 * Matches what begins a tag of a condition or of a part of one, however it is written: in other cases, with blanks between
 * its braces, without an end.
 */
const opening = String.raw`\{\s*%[-+~]?\s*(?:if|else|elseif|elsif|elif|else-if|end-?if)(?![\w-])`

const anywhere = new RegExp(opening, 'i')
const atStart = new RegExp(`^${opening}`, 'i')
const endAtStart = /^\{\s*%[-+~]?\s*(?:end|el)/i

/** Matches the beginnings of such tags in a text, each up to the end of its name. */
export const conditionOpenings = (): RegExp => new RegExp(opening, 'gi')

/** Returns whether a text has what may be a tag of a condition. Parsing tells whether it is one, or code. */
export const mayHaveConditions = (text: string): boolean => anywhere.test(text)

/** A tag that begins a condition, or one that ends or divides one. */
export type ConditionTag = 'begin' | 'end'

/** Returns what the source of a tag does to a condition; undefined if it is the tag of something else. */
export function conditionTagOf(source: string): ConditionTag | undefined {
  if (!atStart.test(source)) return undefined
  return endAtStart.test(source) ? 'end' : 'begin'
}

/** Returns whether a tag ends a condition. One that divides it does not. */
export const isEndOfCondition = (source: string): boolean => /^\{\s*%[-+~]?\s*end/i.test(source)

/** Returns whether a source is the beginning of a tag of a condition, up to the end of its name. */
export const isConditionOpening = (source: string): boolean => atStart.exec(source)?.[0] === source
