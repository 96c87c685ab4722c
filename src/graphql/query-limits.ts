/** What one GraphQL request may ask for at most. Every refusal states the number. */
export const queryLimits = {
  /** Fields that may be resolved at most, counting each list with its page size. */
  complexity: 2_000_000,
  depth: 24,
  breadth: 2_000,
  aliases: 200,
  tokens: 8_000,
  directives: 50,
} as const
