/** Writes a number with a comma between thousands, for example "50,000". */
export const withCommas = (value: number): string => value.toLocaleString('en')

/** Joins alternatives, for example "a, b or c". */
export const eitherOf = (alternatives: readonly string[]): string =>
  [alternatives.slice(0, -1).join(', '), alternatives.at(-1)].filter(Boolean).join(' or ')
