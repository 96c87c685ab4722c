/** The limits of a GraphQL request. Error messages state the exceeded limit. */
export const queryLimits = {
  /** The number of objects that the response could contain, if every list had a full page. */
  complexity: 1_000_000,
  depth: 24,
  breadth: 2_000,
  aliases: 200,
  tokens: 8_000,
  directives: 50,
  /** The number of ids in an argument of `nodes`. Each is looked up separately. */
  nodes: 100,
} as const
