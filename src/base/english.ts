/**
 * Numbers and lists in the English of messages and descriptions. Without `Intl`, which takes 10 ms to load its data: the
 * descriptions of the schema are written at every start.
 */

/** Writes a number with a comma between thousands, for example "50,000". */
export function withCommas(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** Joins alternatives, for example "a, b or c". */
export const eitherOf = (alternatives: readonly string[]): string =>
  [alternatives.slice(0, -1).join(', '), alternatives.at(-1)].filter(Boolean).join(' or ')
