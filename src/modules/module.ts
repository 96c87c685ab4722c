import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { ProblemTable } from '../base/problems.ts'
import type { ReasonTable } from '../base/reasons.ts'
import type { Database } from '../database/client.ts'
import type { Jobs } from '../database/jobs.ts'
import type { Subscription } from '../database/transaction-event.ts'
import type { JobKind } from '../generated/prisma/enums.ts'
import type { PathHandler } from '../http/path-handler.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { RunJob } from '../request/context.ts'
import type { Row } from '../rest/row.ts'
import type { EventFeed } from './events/feed.ts'
import type { JobRunner } from './jobs/jobs.ts'
import type { JobWork } from './jobs/runner.ts'

/** The services of the process that the handlers of modules may use. */
export interface HandlerServices extends ServiceServices {
  readonly limiter: RateLimiter
  /** Makes this process look for jobs, or tells one that runs jobs if this one does not. */
  readonly wakeJobs: () => void
  /** Makes this process run a job that a request waits for, if it runs jobs. */
  readonly runJob: RunJob
}

/** The services of the process that background jobs may use. */
export interface JobsServices {
  readonly config: Config
  readonly database: Database
  readonly runner: JobRunner
}

/** The services of the process that work of its own may use. */
export interface ServiceServices {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly events: EventFeed
}

/** The services of the process, or of a command, that a sweep may use. */
export interface SweepServices {
  readonly config: Config
  readonly database: Database
  readonly warn: (message: string) => void
}

/** Limits of a sweep. It stops at the signal, and leaves alone what was stored after `before`. */
export interface SweepLimits {
  readonly before: Date
  readonly signal?: AbortSignal | undefined
  /** Told after each batch how many things of a kind were looked at. */
  readonly report?: ((what: string, done: number, total: number) => void) | undefined
}

/** Work that goes on as long as the process runs. */
export interface Service {
  start(): void
  stop(): Promise<void>
  /** Jobs that need it. */
  readonly jobs?: Jobs
}

/** The manifest of a module: all that the server puts together from it. */
export interface Module {
  /** The name of its folder. */
  readonly name: string
  /**
   * The modules that it imports from, exactly, without cycles. A module that has to act when one that it does not import changes
   * something has that module listen to an event of its own.
   */
  readonly imports: readonly string[]
  /** Declares its part of the graph on the builder, if it has one. Loaded by the server only: commands go without the graph. */
  readonly schema?: () => Promise<unknown>
  /** Loads its rows of the REST API, if it has any, which only the server has too. */
  readonly routes?: () => Promise<readonly Row[]>
  /** The descriptions of the parameters in paths that name its objects, also where other modules have them in their rows. */
  readonly pathParameters?: Readonly<Record<string, string>>
  readonly jobs?: (services: JobsServices) => Jobs
  /** Work of its own that goes on in every process that runs jobs. */
  readonly services?: (services: ServiceServices) => readonly Service[]
  /** The functions that run jobs of users, by kind. */
  readonly work?: Readonly<Partial<Record<JobKind, JobWork>>>
  /** Listeners to events of the modules that it imports from. */
  readonly listeners?: readonly Subscription[]
  /** Handlers of paths of its own, outside of the APIs. They are limited like visits. */
  readonly handlers?: (services: HandlerServices) => readonly PathHandler[]
  /** Deletes what nothing needs any longer, every night and where the operator sweeps. */
  readonly sweep?: (database: Database, now: Date) => Promise<unknown>
  /**
   * Deletes what nothing refers to any longer, once all modules have swept what referred to it. Returns the number of deleted
   * things by their kind. Begins where the last sweep ended.
   */
  readonly sweepUnreferenced?: (
    services: SweepServices,
    limits: SweepLimits,
  ) => Promise<Readonly<Record<string, number>>>
  /** The causes of errors that it throws. */
  readonly reasons?: ReasonTable
  /** The problems that the messages of its errors tell. */
  readonly problems?: ProblemTable
}
