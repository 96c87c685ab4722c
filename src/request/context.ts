import { contextCacheSymbol } from '@pothos/core'
import { limitOwner } from '../access/limit-owner.ts'
import { destinationPermission, type RequiredPermission } from '../access/required-permission.ts'
import { asMember, type Member, type Viewer } from '../access/viewer.ts'
import type { Config } from '../base/config.ts'
import type { HasTxtRecord } from '../base/dns.ts'
import { AppError } from '../base/errors.ts'
import type { RequestLogger } from '../base/logger.ts'
import { createdPerRequest } from '../base/per-request.ts'
import type { Database } from '../database/client.ts'
import type { LogPosition } from '../database/replicas/log-position.ts'
import type { GraphContext } from '../graph/context.ts'
import type { Uploads } from '../http/multipart.ts'
import type { Allowance } from '../rate-limits/rate-limiter.ts'
import type { Cost } from './cost.ts'
import type { RequestOrigin } from './request-origin.ts'

/** Begins a job that a request waits for. Returns false if the process or its user has as many of those as it may have. */
export type RunJob = (job: { readonly id: string; readonly requestedById: string | null }) => Promise<boolean>

/** A request that, sent again after its server failed, finds the job that it has started. */
export interface Resumption {
  /** Identifies the request in the job. */
  readonly id: string
  /** Whether it was sent before, to a server that failed. */
  readonly wasInterrupted: boolean
}

/** The database's log, of which replicas may lack the end. Absent where no replicas are read. */
export interface PositionOfRequest {
  /**
   * Looks up which position reads must not be before, so that they have what the viewer has seen and written; null if the token
   * has the viewer no longer. Absent for requests whose reads stay with the primary.
   */
  readonly required?: (() => Promise<LogPosition | null>) | undefined
  /** The organizations that the request has written in. */
  readonly written: Set<string>
  /** Tells the client, and the other processes, of the position that has what the request has written. */
  readonly tell: () => Promise<void>
}

/** Who asks, from where, and what of it is decided for the field that is being resolved. */
interface Caller {
  /** Null for unauthenticated requests. */
  readonly viewer: Viewer | null
  /** The permission that is required by the field being resolved, or by a command. */
  readonly permission?: RequiredPermission
  /** Returns where the request came from. Absent in commands. */
  readonly origin?: () => RequestOrigin
  /** Counts a guess of a secret. Throws RATE_LIMITED if the client has guessed too often. Absent in commands and in jobs. */
  readonly countGuess?: () => void
  /** The remaining rate limit of the client. Absent where requests are not limited. */
  readonly allowance?: Allowance | undefined
}

/** The parts of the process that serve every request. */
interface Services {
  readonly config: Config
  readonly database: Database
  /** Looks up records in DNS. Absent where the name servers of the machine are asked. */
  readonly hasTxtRecord?: HasTxtRecord
  /** Makes this process run a job that the request waits for. Absent in commands and in jobs. */
  readonly runJob?: RunJob
}

/** The one request and its answer. */
interface Exchange {
  readonly requestId: string
  readonly logger: RequestLogger
  /** The API of the request. */
  readonly api: 'graphql' | 'rest'
  /** The cost of the operation so far. Absent where reading is not limited, as in commands. */
  readonly cost?: Cost
  /** Warnings of a write that succeeds, for its answer. Absent in commands and in jobs. */
  readonly warnings?: Set<string>
  /** Whether the answer says what it cost. */
  readonly reportsCost?: boolean
  /** Returns the seconds for which the client prefers to wait at most, if it says so. */
  readonly preferredWait?: () => number | undefined
  /** Set for a request with an `Idempotency-Key` that waits for a job. */
  readonly resumption?: Resumption | undefined
  /** Where the request stands in the log of the database. Absent where no replicas are read, in commands and in jobs. */
  readonly position?: PositionOfRequest | undefined
  /** Returns a signal that the client has gone. */
  readonly disconnection?: () => AbortSignal
  /** The value of the field of a subscription, for what is being sent. */
  readonly delivered?: unknown
  /** The files of a multipart request. */
  readonly uploads?: Uploads
}

/** Those members that are for the graph library alone. */
type OnlyGraph = Omit<GraphContext, keyof Caller | keyof Services | keyof Exchange>

/** The context of a request. Created once per request of either API. */
export interface Context extends Caller, Services, Exchange, OnlyGraph {}

/**
 * Runs work before the operation of a request. If it fails, the viewer is confirmed first, so that the error is not
 * shown to a client whose token is no longer active.
 */
export async function confirmedIfFailed<Result>(
  { unconfirmed }: Context,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await unconfirmed?.confirm()
    throw error
  }
}

/** Returns the context with changes. It shares what is kept for the request. */
export const contextWith = (context: Context, changed: Partial<Context>): Context => ({
  ...context,
  [contextCacheSymbol]: context[contextCacheSymbol] ?? context,
  ...changed,
})

export const withPermission = (context: Context, permission: RequiredPermission): Context =>
  contextWith(context, { permission })

/** Derives the context for authorizing the parent that content is created in, moved to or transferred to. */
export const atDestination = (context: Context): Context =>
  context.permission === undefined
    ? context
    : withPermission(context, destinationPermission(context.permission))

/** Returns a function that creates its value once per request, shared by all contexts of the request. */
export const perRequest = <Value extends object>(
  create: (context: Context) => Value,
): ((context: Context) => Value) => createdPerRequest(create)

/** Returns the viewer of a request. Throws UNAUTHENTICATED if it has none. */
export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}

/** Returns the caller with an account. Throws UNAUTHENTICATED for a request without a token, and FORBIDDEN for visitors. */
export const memberOf = (context: Context): Member => asMember(viewerOf(context))

/** Returns for whom the work of a request is done, so that nobody can take all threads: the user, or the address of visitors. */
export const ownerOf = ({ viewer, origin }: Context): string =>
  viewer?.kind === 'member' ? limitOwner(viewer) : `address ${origin?.().address ?? 'unknown'}`

/** Runs a large read after those that the operation has begun before, and not at all once a limit has stopped it. */
export const oneAtATime = <Result>({ cost }: Context, read: () => Promise<Result>): Promise<Result> =>
  cost ? cost.oneAtATime(read) : read()
