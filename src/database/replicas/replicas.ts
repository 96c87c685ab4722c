import type { Database } from '../client.ts'
import type { LogPosition } from './log-position.ts'

/** Why a replica is left out. */
export type ReplicaProblem =
  /** It does not answer, or was not asked yet. */
  | 'unreachable'
  /** It is further behind the primary than it may be. */
  | 'lagging'
  /** It accepts writes, as a replica that was promoted does. */
  | 'not a replica'
  /** It follows another primary. */
  | 'another database'

/** The state of a replica, as it was when it was asked last. */
export interface ReplicaState {
  /** Its place in the configuration, from 1. */
  readonly number: number
  /** Its host and port. */
  readonly place: string
  /** Null if it is used. */
  readonly problem: ReplicaProblem | null
  /** The bytes of the log that it has yet to replay; null if that is not known. */
  readonly lagBytes: number | null
  /** The seconds since the primary first had something that it lacks; null if that is not known. */
  readonly lagSeconds: number | null
}

export interface ReplicaReading {
  /** The database, whose reads are those of the replica. What writes goes to the primary. */
  readonly database: Database
  /** Returns whether a read has failed that the primary may answer. */
  readonly hasFailed: () => boolean
}

/** The servers that follow the log of the database, for reads. */
export interface Replicas {
  /** Returns a replica that has all up to a position; undefined if none has, so that the primary is read. */
  reading(position: LogPosition): ReplicaReading | undefined
  /**
   * Notes that something was written, for the users and organizations that must see it, on all processes. Returns the position
   * that has it; undefined if it cannot be told, whereupon this process reads the primary for a while.
   */
  note(subjects: readonly string[]): Promise<LogPosition | undefined>
  readonly states: readonly ReplicaState[]
  close(): Promise<void>
}
