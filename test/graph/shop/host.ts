import { ShopBudget } from './budget.ts'
import { ShopError } from './errors.ts'
import { permission } from './permission.ts'

class Kept<Key, Value> extends Map<Key, Value> {
  peek(key: Key): Value | undefined {
    return this.get(key)
  }
}

type FindNode = (id: string, context: unknown) => Promise<{ typename: string; object: object } | null>

const nodes = new Map<string, FindNode>()

/** Returns the object with an id, which begins with the name of its type. */
export async function findNode(id: string, context: unknown) {
  const type = [...nodes.keys()].find((name) => id.startsWith(name.toLowerCase()))
  return type === undefined ? null : nodes.get(type)?.(id, context)
}

/** The codes of PostgreSQL for a statement that took too long, and for a server that is not there. */
const tookTooLong = '57014'
const isUnreachable = /^(08...|57P0.)$/

function faultOf(error: unknown) {
  const { code = '' } = error as { code?: string }
  if (code === tookTooLong) return 'timeout'
  return isUnreachable.test(code) ? 'other' : null
}

/** The parts of a small application that the library needs. */
export const shopHost = {
  declareNode: (type: string, find: FindNode) => void nodes.set(type, find),
  viewerOf: ({ viewer }: { viewer: unknown }) => viewer,
  ownerOf: () => 'anyone',
  extensionsOfOrder: (value: string) => ({ label: value }),
  permission,
  errors: {
    notFound: () => new ShopError('NOT_FOUND', 'the shop has none of this id'),
    invalidInput: (argument: string, message: string) =>
      new ShopError('INVALID_ARGUMENT', `${argument} ${message}`),
    invalidCursor: (argument: string) =>
      new ShopError('INVALID_CURSOR', `${argument} is no cursor of the shop`),
    concurrentChange: () => new ShopError('CHANGED', 'another request has changed this'),
    faultOf,
  },
  reads: {
    inSnapshot: <Result>(context: unknown, work: (context: unknown) => Promise<Result>) => work(context),
    readingIn: (context: object, database: unknown) => ({ ...context, database }),
    failing: (context: object, error: Error) => ({
      ...context,
      database: { query: () => Promise.reject(error), texts: () => Promise.reject(error) },
    }),
    sentValue: (value: unknown) => value,
  },
  freshBudget: ({ limit }: ShopBudget) => new ShopBudget(limit),
  normalizeId: (id: string) => id,
  cursorIn: (sent: string) => sent,
  yieldToOthers: () => Promise.resolve(),
  cache: () => new Kept(),
}
