export const linkLimits = {
  /** Links of one body that are noted; those behind them are as if they were not there. */
  linksPerBody: 5_000,
  /** Characters of an id; what is longer identifies nothing. */
  id: 100,
  /** Places of one link that a list tells. */
  placesPerLink: 100,
  /** Places of all links that one page of a list tells; every link has one at least. */
  placesPerPage: 2_000,
} as const
