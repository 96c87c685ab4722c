import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../base/version.ts'
import { watchedPools, watchedQueues, watchedReplicas } from './watched.ts'

/** The measurements of a process. Every label has few values, and none is what a client sends. */
export type Instruments = ReturnType<typeof createInstruments>

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

/** Creates the measurements of a process with some services. The gauges are read when the registry is. */
export function createInstruments(services: readonly string[]) {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'lectern_database_connections',
    help: 'Connections to the database, by pool and state: in use or idle.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of watchedPools()) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
      }
    },
  })
  new Gauge({
    name: 'lectern_database_limit',
    help: 'Connections to the database that the process opens at most, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of watchedPools()) this.set({ pool }, options.max)
    },
  })
  new Gauge({
    name: 'lectern_build_info',
    help: 'Always 1: the version of Lectern and of Node.js, and the services of the process, are its labels.',
    labelNames: ['version', 'node', 'services'],
    registers,
  }).set({ version, node: process.versions.node, services: services.join(',') }, 1)
  new Gauge({
    name: 'lectern_database_waiting',
    help: 'Statements and transactions that wait for a connection, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of watchedPools()) this.set({ pool }, waitingCount)
    },
  })
  new Gauge({
    name: 'lectern_queue_tasks',
    help: 'Tasks of worker threads and limiters, by queue and state: running or queued.',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      for (const [queue, { counts }] of watchedQueues()) {
        this.set({ queue, state: 'running' }, counts.running)
        this.set({ queue, state: 'queued' }, counts.queued)
      }
    },
  })
  new Gauge({
    name: 'lectern_queue_limit',
    help: 'Tasks that run at the same time at most, by queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { limit }] of watchedQueues()) if (Number.isFinite(limit)) this.set({ queue }, limit)
    },
  })
  new Gauge({
    name: 'lectern_queue_age_seconds',
    help: 'Age of the task that is queued the longest, by queue. 0 if none is.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { oldestMilliseconds }] of watchedQueues())
        this.set({ queue }, oldestMilliseconds / 1000)
    },
  })
  new Gauge({
    name: 'lectern_replica_used',
    help: 'Whether a replica is read: 1, or 0 while it is left out. By its place in DATABASE_READ_URLS.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { number, problem } of watchedReplicas())
        this.set({ replica: String(number) }, problem === null ? 1 : 0)
    },
  })
  new Gauge({
    name: 'lectern_replica_lag_bytes',
    help: 'Bytes of the log that a replica has yet to replay. Absent while it does not answer.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset()
      for (const { number, lagBytes } of watchedReplicas())
        if (lagBytes !== null) this.set({ replica: String(number) }, lagBytes)
    },
  })
  new Gauge({
    name: 'lectern_replica_lag_seconds',
    help: 'Time since the primary first had something that a replica lacks. Absent while that is not known.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset()
      for (const { number, lagSeconds } of watchedReplicas())
        if (lagSeconds !== null) this.set({ replica: String(number) }, lagSeconds)
    },
  })
  return {
    registry,
    reads: new Counter({
      name: 'lectern_replica_reads_total',
      help: 'Queries that a replica may answer, by the server that did: a replica, the primary, or again the primary after a replica failed.',
      labelNames: ['server'],
      registers,
    }),
    requests: new Counter({
      name: 'lectern_requests_total',
      help: 'Requests, by part of the server, row of the REST API, operation of the graph and status.',
      labelNames: ['part', 'row', 'operation', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'lectern_request_seconds',
      help: 'Time until a response was sent, by part, row and operation.',
      labelNames: ['part', 'row', 'operation'],
      buckets: requestBuckets,
      registers,
    }),
    statementSeconds: new Histogram({
      name: 'lectern_statement_seconds',
      help: 'Time of statements on the database, by pool.',
      labelNames: ['pool'],
      buckets: statementBuckets,
      registers,
    }),
    waitSeconds: new Histogram({
      name: 'lectern_wait_seconds',
      help: 'Time for which work waited, by what it waited for: a connection of a pool, or its turn in a queue.',
      labelNames: ['for'],
      buckets: requestBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'lectern_refusals_total',
      help: 'Requests that a limit refused, by the reason in their errors.',
      labelNames: ['reason'],
      registers,
    }),
    lookups: new Counter({
      name: 'lectern_cache_lookups_total',
      help: 'Lookups in caches, by cache and result: hit or miss.',
      labelNames: ['cache', 'result'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'lectern_job_seconds',
      help: 'Time of background jobs, by task and result: succeeded or failed.',
      labelNames: ['task', 'result'],
      buckets: jobBuckets,
      registers,
    }),
    ready: new Gauge({
      name: 'lectern_ready',
      help: 'Whether `/readyz` succeeds: 1 or 0.',
      registers,
    }),
    diskFree: new Gauge({
      name: 'lectern_disk_free_bytes',
      help: 'Bytes that can still be stored on the disk of `DATA_DIR`.',
      registers,
    }),
    diskSize: new Gauge({
      name: 'lectern_disk_size_bytes',
      help: 'Bytes of the disk of `DATA_DIR`.',
      registers,
    }),
    backupAge: new Gauge({
      name: 'lectern_backup_age_seconds',
      help: 'Age of the newest backup that the server has made by itself, +Inf if there is none. Absent without BACKUP_URL, and while its place does not answer.',
      registers,
    }),
    jobsQueued: new Gauge({
      name: 'lectern_jobs_queued',
      help: 'Background jobs that are due and do not run, by task.',
      labelNames: ['task'],
      registers,
    }),
    jobsAge: new Gauge({
      name: 'lectern_jobs_age_seconds',
      help: 'Time for which the oldest of these jobs has been due, by task.',
      labelNames: ['task'],
      registers,
    }),
  }
}

/** Adds what is known of the process itself: the delay of its event loop, its memory and its garbage collections. */
export const addProcessMetrics = ({ registry }: Instruments): void =>
  collectDefaultMetrics({ register: registry })
