/** Limits of one document. Larger documents are rejected, because parsing them would take unbounded time. */
export const documentLimits = {
  /** Characters of Markdown. */
  markdownLength: 500_000,
  /** Lines of Markdown. Each line takes the parser 20 to 100 microseconds, regardless of its length. */
  lines: 20_000,
  /** Of brackets, the opening ones. */
  bracketsAndBackslashes: 150_000,
  /** Backticks in one paragraph. */
  backticks: 10_000,
  /** Consecutive backticks or dollar signs. */
  fence: 64,
  /** Nesting depth of blocks, and container markers at the start of one line. */
  depth: 50,
  /** Blocks, inline nodes, texts and fragments in one tree. */
  nodes: 200_000,
  /**
   * Parser steps where the cost is quadratic in the input (brackets, emphasis, setext headings, lazy
   * continuation lines of lists and quotes). About 1.5 seconds of work.
   */
  parserSteps: 150_000_000,
  /** Characters that expanding footnotes and link definitions may add. */
  expansion: 500_000,
  /** Nesting depth of arrays and objects in a tree given as JSON. */
  jsonDepth: 300,
} as const
