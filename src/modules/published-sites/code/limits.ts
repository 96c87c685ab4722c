/** The limits of highlighting the code of one page. Code beyond them is shown in one color. */
export const codeLimits = {
  blockCharacters: 40_000,
  lineCharacters: 1_000,
  pageCharacters: 200_000,
  /** Processor time for a page. A grammar takes up to two seconds of it the first time. */
  milliseconds: 8_000,
  /** The grammars that a thread keeps. */
  grammars: 40,
} as const
