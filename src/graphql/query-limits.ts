/** What one GraphQL request may ask for at most. Every refusal states the number. */
export const queryLimits = {
  /** Objects that an answer may hold at most, were every list full to its page size. */
  complexity: 1_000_000,
  depth: 24,
  breadth: 2_000,
  aliases: 200,
  tokens: 8_000,
  directives: 50,
  /** Ids that `nodes` may be asked for at once: each is looked up by itself. */
  nodes: 100,
} as const
