export interface QueueState {
  readonly counts: { readonly running: number; readonly queued: number }
  /** The number of tasks that run at most. */
  readonly limit: number
  /** The age of the task that is queued the longest; 0 if none is. */
  readonly oldestMilliseconds: number
}

/** The state of a connection pool at this moment. */
export interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** The state of a replica at this moment. */
export interface WatchedReplica {
  readonly number: number
  readonly problem: string | null
  readonly lagBytes: number | null
  readonly lagSeconds: number | null
}

let replicas: () => readonly WatchedReplica[] = () => []
const pools = new Map<string, PoolState>()
const queues = new Map<string, QueueState>()

/** Shows a pool in the metrics, in the place of one that had the name before. */
export const watchPool = (name: string, pool: PoolState): void => void pools.set(name, pool)

/** Shows a queue in the metrics, in the place of one that had the name before. */
export const watchQueue = (name: string, queue: QueueState): void => void queues.set(name, queue)

/** Shows replicas in the metrics, in the place of those before. */
export const watchReplicas = (states: () => readonly WatchedReplica[]): void => {
  replicas = states
}

export const watchedReplicas = (): readonly WatchedReplica[] => replicas()
export const watchedPools = (): Iterable<[name: string, pool: PoolState]> => pools
export const watchedQueues = (): Iterable<[name: string, queue: QueueState]> => queues
