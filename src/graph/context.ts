import type { contextCacheSymbol } from '@pothos/core'
import type { Config, Context, Viewer } from './application.ts'
import type { AnswerForm, ListWalk } from './nested/answer-form.ts'
import type { ByteText } from './nested/byte-text.ts'

/** The members of the context of a request that the library uses. That of an application has them, and any others. */
export interface GraphContext {
  readonly database: GraphDatabase
  /** Null for a request without one, whose operation is executed in batches. */
  readonly viewer: Viewer | null
  /** Set while the viewer is the one that an earlier request had, which the statement that answers must confirm. */
  readonly unconfirmed?: UnconfirmedViewer
  /** Counts what the operation reads and answers. Absent where that is not limited. */
  readonly cost?: GraphBudget
  readonly config: Config
  /** Logs a statement that PostgreSQL has refused as invalid, after which the operation is executed in batches. */
  readonly logger: { error(details: { readonly err: unknown }, message: string): void }
  /** The form of the answer, if it is not the data of GraphQL. A result may have either. */
  readonly form?: AnswerForm | undefined
  /** The walk through the list that is the answer, for a form that has one. */
  readonly walk?: ListWalk | undefined
  /** Whether the answer says how it was read. */
  readonly explain?: boolean
  /**
   * Set by the library: whether resolvers that throw return a rejected promise instead. graphql-js forgets the items of a list
   * that have not settled when a later one throws, and nothing would handle their errors.
   */
  readonly rejectsErrors?: boolean
  /** In derived contexts, the original context of the request. Pothos also uses it as the key of its caches. */
  readonly [contextCacheSymbol]?: Context
}

/** The database, for statements that only read. */
export interface GraphDatabase {
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** Runs a statement whose rows are texts, as UTF-8 that is not decoded on request. Throws for more bytes than it may return. */
  texts<Encoding extends 'utf8' | 'bytes' = 'utf8'>(
    text: string,
    values: readonly unknown[],
    limits: StatementLimits<Encoding>,
  ): Promise<readonly (readonly ((Encoding extends 'bytes' ? ByteText : string) | null)[])[]>
}

interface StatementLimits<Encoding> {
  /** The bytes that a statement may return. */
  readonly bytes: number
  /** The rows that it reads at most, or can be expected to read. Absent if that is not known. */
  readonly rows?: number
  readonly encoding?: Encoding
  /** For whom it reads. */
  readonly owner?: string
}

/** The limits of what one operation reads and answers, and what it has so far. Its functions throw once a limit is exceeded. */
export interface GraphBudget {
  /** The error of the limit that stopped the operation. */
  readonly exceeded: Error | undefined
  /** The number of rows at which a statement may stop, because that many exceed the limit. Null for no limit. */
  readonly rowsToStopAt: number | null
  readRows(count: number): void
  /** Counts objects. `requested` is the number that was asked for, if there could be more of them. */
  answerObjects(count: number, requested?: number): void
  /** Counts a leaf, by its name or its place in a list. */
  answerValue(name: string | number, value: unknown): void
  /** States the bytes of the data as JSON, which take the place of those counted for its leaves. */
  answerBytes(bytes: number): void
  /** Adds what a part of the operation has read and answered. */
  include(other: this): void
}

/** The confirmation that a request still has the viewer that an earlier one with its token had. */
export interface UnconfirmedViewer {
  /** The check for a statement that reads as the viewer. */
  readonly proof: ViewerProof
  /** Looks up whether the request still has the viewer. */
  readonly isCurrent: () => Promise<boolean>
  /** Looks the viewer up, and returns the context with it. Throws for a request that has none any longer. */
  readonly confirm: () => Promise<Context>
}

/** A value that a statement reads beside its rows: if it is as expected, the request still has the viewer. */
export interface ViewerProof {
  /** Returns SQL for the value over the SQL of a parameter. */
  readonly sql: (parameter: string) => string
  readonly parameter: readonly string[]
  /** The text of the value as long as the viewer is the same. */
  readonly expected: string
}
