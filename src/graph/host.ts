import type { Application, Budget, Context, Database, Permission, Viewer } from './application.ts'

/** A cache that removes what was not used for longest. */
interface Cache<Key, Value> {
  get(key: Key): Value | undefined
  peek(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** A fault for which no other statement is tried: one that takes too long, or one that each would meet. */
export type FinalFault = 'timeout' | 'other'

/** The parts of an application that the library needs. */
export interface GraphHost {
  /** The builder of the schema, on which the types of connections and orders are declared. */
  readonly builder: Application['Builder']
  /** Declares how `node(id)` finds the objects of a type. */
  readonly declareNode: (
    type: string,
    find: (id: string, context: Context) => Promise<FoundNode | null>,
  ) => void
  /** Returns the viewer of a request. Throws if it has none. */
  readonly viewerOf: (context: Context) => Viewer
  /** Returns for whom a statement reads, so that nobody can take all connections. */
  readonly ownerOf: (context: Context) => string
  readonly permission: {
    /** The name of the extension by which a field declares its permission. */
    readonly extension: string
    /** Returns the columns of a parent that are needed to check the permissions of its fields. */
    readonly columnsOf: (type: string) => readonly string[]
    /** Throws if the viewer lacks the permission that a field declares, on the row that is its parent. */
    readonly check: (context: Context, permission: Permission, type: string, parent: unknown) => void
    /** Throws if the viewer has the permission on no object of the type, or may not call a field of `Query`. */
    readonly checkWithoutParent: (context: Context, permission: Permission, type: string) => void
  }
  /** Returns the extensions of a value by which lists can be ordered, such as its name in another interface. Absent for none. */
  readonly extensionsOfOrder?: (value: string) => Readonly<Record<string, unknown>>
  readonly errors: {
    readonly notFound: () => Error
    readonly invalidInput: (argument: string, message: string) => Error
    readonly invalidCursor: (argument: string) => Error
    /** The error of an answer that needs a row which another request has deleted or hidden since. */
    readonly concurrentChange: () => Error
    /** Returns what an error of the database is; null for any that another statement may not meet. */
    readonly faultOf: (error: unknown) => FinalFault | null
  }
  readonly reads: {
    /** Runs work with a context whose reads are all of one state of the database. */
    readonly inSnapshot: <Result>(
      context: Context,
      work: (context: Context) => Promise<Result>,
    ) => Promise<Result>
    /** Returns a context that reads in another database. */
    readonly readingIn: (context: Context, database: Database) => Context
    /** Returns a context whose reads fail with an error, which thereby has its places in the answer. */
    readonly failing: (context: Context, error: Error) => Context
    /** Returns a value as the driver sends it. */
    readonly sentValue: (value: unknown) => unknown
  }
  /** Returns a budget with the same limits, of which nothing is used. */
  readonly freshBudget: (budget: Budget) => Budget
  /** Returns the id that rows have, from one that a client sent. */
  readonly normalizeId: (id: string) => string
  /** Returns the cursor in what a client sent, which may be a token of the application that contains one. */
  readonly cursorIn: (sent: string) => string
  /** Returns a promise after other requests had their turn. */
  readonly yieldToOthers: () => Promise<void>
  readonly cache: <Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
    name: 'plans' | 'statements',
    bytesOf: (value: Value, key: Key) => number,
    options?: { readonly ttl?: number },
  ) => Cache<Key, Value>
}

export interface FoundNode {
  readonly typename: string
  readonly object: object
}

let connected: GraphHost | undefined

/** Connects the library to an application, before anything is declared. Throws for a second one: a process has one graph. */
export function connectGraph(host: GraphHost): void {
  if (connected) throw new Error('the graph of this process is connected to another application')
  connected = host
}

export function graphHost(): GraphHost {
  if (!connected) throw new Error('the graph is declared before the application has connected it')
  return connected
}

/** Returns the viewer of a request. Throws if it has none. */
export const viewerOf = (context: Context): Viewer => graphHost().viewerOf(context)
