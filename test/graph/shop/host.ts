class Kept<Key, Value> extends Map<Key, Value> {
  peek(key: Key): Value | undefined {
    return this.get(key)
  }
}

/** The parts of a small application: it has no permissions, no budget and no errors of its own. */
export const shopHost = {
  declareNode: () => {},
  viewerOf: ({ viewer }: { viewer: unknown }) => viewer,
  ownerOf: () => 'anyone',
  permission: { columnsOf: () => [], check: () => {}, checkWithoutParent: () => {} },
  errors: {
    notFound: () => new Error('not found'),
    invalidInput: (argument: string, message: string) => new Error(`${argument} ${message}`),
    invalidCursor: (argument: string) => new Error(`${argument} is no cursor`),
    concurrentChange: () => new Error('changed'),
    faultOf: () => null,
  },
  reads: {
    inSnapshot: <Result>(context: unknown, work: (context: unknown) => Promise<Result>) => work(context),
    readingIn: (context: object, database: unknown) => ({ ...context, database }),
    failing: (context: unknown) => context,
    sentValue: (value: unknown) => value,
  },
  freshBudget: (budget: unknown) => budget,
  normalizeId: (id: string) => id,
  cursorIn: (sent: string) => sent,
  yieldToOthers: () => Promise.resolve(),
  cache: () => new Kept(),
}
