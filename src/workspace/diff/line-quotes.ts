import { type DiffHunk, type NumberedLine, numberedLines } from './change.ts'

/** A line of a diff that a comment is about. */
export interface LineQuote {
  readonly sign: '+' | '-' | ' '
  /** Its number in the version that has it: the earlier one of a removed line. */
  readonly number: number
  readonly text: string
}

const signs = { ADDED: '+', REMOVED: '-', UNCHANGED: ' ' } as const

/** Returns a line as a comment quotes it. */
export const quoteOf = ({ kind, before, after, text }: NumberedLine): LineQuote => ({
  sign: signs[kind],
  number: (kind === 'REMOVED' ? before : after) ?? 0,
  text,
})

/** The name of a line within its diff. */
export const keyOfLine = (line: NumberedLine): string => keyOfQuote(quoteOf(line))

const keyOfQuote = ({ sign, number }: LineQuote): string => `${sign}${number}`

/**
 * Returns the Markdown with which a comment on a line begins. Comments are on a page or one of its nodes and know no lines, so that
 * its text names the line, as a diff does, for those who read it anywhere.
 */
export function quoteMarkdown({ sign, number, text }: LineQuote): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n@@ ${sign === '-' ? '-' : '+'}${number} @@\n${sign}${text}\n${fence}\n\n`
}

/** Returns the line that a comment quotes. */
export function readQuote(markdown: string): LineQuote | undefined {
  const [, number, line] = /^`{3,}diff\n@@ [+-](\d+) @@\n(.*)\n`{3,}(?:\n|$)/.exec(markdown) ?? []
  const sign = line?.[0]
  if (number === undefined || line === undefined || (sign !== '+' && sign !== '-' && sign !== ' '))
    return undefined
  return { sign, number: Number(number), text: line.slice(1) }
}

/** Returns the line of a diff that is quoted or, if it has moved since, the nearest one with its text. */
export function placeOfQuote(quote: LineQuote, hunks: readonly DiffHunk[]): string | undefined {
  const same = hunks
    .flatMap(numberedLines)
    .map(quoteOf)
    .filter(({ sign, text }) => sign === quote.sign && text === quote.text)
    .sort((one, other) => Math.abs(one.number - quote.number) - Math.abs(other.number - quote.number))
  return same[0] && keyOfQuote(same[0])
}
