/** The limits of highlighting the code of one page and drawing its diagrams. Code beyond them is shown in one color. */
export const codeLimits = {
  blockCharacters: 40_000,
  lineCharacters: 1_000,
  pageCharacters: 200_000,
  pageDiagrams: 50,
  /** How long a reader waits for colors. What is not finished then is finished for the next one. */
  waitMilliseconds: 300,
  /** The time after which a job leaves its thread to others, between two blocks. It is continued by another. */
  jobMilliseconds: 5_000,
  /** The pauses between attempts while code takes too long, which double from the shortest to the longest. */
  shortestPause: 10_000,
  longestPause: 600_000,
  /** The grammars that a thread keeps. */
  grammars: 40,
} as const
