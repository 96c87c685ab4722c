/** What one document may hold. Beyond these a document is refused: reading it would take unbounded time. */
export const documentLimits = {
  /** Characters of Markdown. */
  markdownLength: 500_000,
  /** Lines of Markdown. Each costs the parser 20 to 100 microseconds, however short it is. */
  lines: 20_000,
  /** Backticks in one paragraph. */
  backticks: 10_000,
  /** Backticks or dollar signs in a row. */
  fence: 64,
  /** Blocks inside blocks, and marks of containers in front of one line. */
  depth: 50,
  /** Blocks, inline nodes, texts and fragments of a tree. */
  nodes: 200_000,
  /**
   * Steps that the parser may spend where its effort grows with the square of the input (brackets, emphasis,
   * underlined headings, unindented lines of lists and quotes); about 1.5 seconds of work.
   */
  parserSteps: 150_000_000,
  /** Characters that references by label (footnotes, link definitions) may add when they are written out. */
  expansion: 500_000,
  /** Arrays and objects inside each other in a tree given as JSON. */
  jsonDepth: 300,
} as const
