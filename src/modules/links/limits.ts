export const linkLimits = {
  /** Listed source locations per link. */
  sourcesPerLink: 100,
  /** Listed source locations per page of a list; every link has at least one. */
  sourcesPerPage: 2_000,
  /** Rows of all lists that one statement reads. A statement reads at least one list. */
  rowsPerStatement: 5_000,
  /** Lists of the links of all pages of a revision that one statement reads. */
  wholeRevisionsPerStatement: 10,
} as const
