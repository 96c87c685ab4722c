export const parsingLimits = {
  /**
   * The largest text that the main thread parses: a few kB, for which a thread would be slower. Everything larger would
   * keep other requests waiting.
   */
  mainThread: { characters: 10_000, lines: 500, steps: 4_000_000 },
  /** Characters of the texts of one job. Many small jobs would spend their time on messages. */
  jobCharacters: 100_000,
  /** Nodes of a tree from a client above which it is validated in a thread. */
  treeNodes: 1_000,
} as const
