import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Contender } from './contenders.ts'
import type { LoadOrder, LoadResult } from './load.ts'
import type { Options } from './options.ts'
import { processorTime } from './processes.ts'
import { headersOf, type Request, requestText } from './requests.ts'
import { seededIds } from './seed-ids.ts'
import type { Workload } from './workloads.ts'

/** The medians of the rounds of a contender. Times are in milliseconds, those of processors for each request. */
export interface Measurement {
  readonly throughput: number
  readonly median: number
  readonly slowest: number
  readonly server: number
  /** Null where PostgreSQL runs on another machine. */
  readonly database: number | null
  readonly load: number
  readonly bytes: number
}

/** The measurements of a workload, by the name of the contender. */
export type Measured = Readonly<Record<string, Measurement>>

/** A workload of a contender, with the measurements of its rounds. */
interface Run {
  readonly workload: Workload
  readonly contender: Contender
  readonly order: LoadOrder
  readonly rounds: Measurement[]
}

const variableSets = 64
/** The load before the first measurement: V8 optimizes functions until they were called some ten thousand times. */
const warmUp = { seconds: 15, count: 10_000 }
/** The bound of a measurement of a number of requests. */
const longestSeconds = 10

/** The process that sends requests. */
export class LoadGenerator {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('load.ts', import.meta.url)))

  /** Throws if a response was not as expected. */
  async run(order: LoadOrder): Promise<LoadResult> {
    this.#child.send(order)
    const [result] = (await once(this.#child, 'message')) as [LoadResult]
    if (result.failure !== null) throw new Error(result.failure)
    return result
  }

  stop(): void {
    this.#child.kill()
  }
}

/**
 * Measures workloads that are compared with each other, and the contenders, in turns, so that what else the machine does
 * affects all of them alike.
 */
export async function measure(
  workloads: readonly Workload[],
  contenders: readonly Contender[],
  load: LoadGenerator,
  options: Options,
  databaseProcess: number | null,
): Promise<Map<Workload, Measured>> {
  const runs: Run[] = []
  for (const workload of workloads)
    for (const contender of contenders) {
      const order = await orderOf(workload, contender, options)
      if (order) runs.push({ workload, contender, order, rounds: [] })
    }
  for (const { order } of runs) await load.run({ ...order, ...warmUp })
  for (let round = 0; round < options.rounds; round++)
    for (const { contender, order, rounds } of runs)
      rounds.push(await measureRound(order, contender, load, databaseProcess))
  return new Map(workloads.map((workload) => [workload, measuredOf(workload, runs)]))
}

async function measureRound(
  order: LoadOrder,
  { processId }: Contender,
  load: LoadGenerator,
  databaseProcess: number | null,
): Promise<Measurement> {
  const before = [processId, databaseProcess].map(timeOf)
  const result = await load.run(order)
  const after = [processId, databaseProcess].map(timeOf)
  const [server, database] = after.map((time, index) => (time - (before[index] as number)) / result.count)
  return {
    throughput: (result.count / result.elapsed) * 1000,
    median: result.median,
    slowest: result.slowest,
    server: server as number,
    database: databaseProcess === null ? null : (database as number),
    load: result.processorTime / result.count,
    bytes: result.bytes,
  }
}

const measuredOf = (workload: Workload, runs: readonly Run[]): Measured =>
  Object.fromEntries(
    runs
      .filter((run) => run.workload === workload)
      .map(({ contender, rounds }) => [contender.name, mediansOf(rounds)]),
  )

const timeOf = (process: number | null): number => (process === null ? 0 : processorTime(process))

/** Returns null if the contender cannot be asked. */
async function orderOf(
  workload: Workload,
  { name, dialect, port }: Contender,
  { connections, seconds, requests: count }: Options,
): Promise<LoadOrder | null> {
  const requestFor = workload.requests[dialect]
  if (!requestFor || (name === 'resolvers' && !workload.comparesResolvers)) return null
  const requests: string[] = []
  // Twice, because an update with the values of the row would change nothing.
  for (const [index, ids] of [...seededIds(variableSets), ...seededIds(variableSets)].entries()) {
    const request = requestFor(ids, index)
    requests.push(requestText(workload.isConditional ? await withVersion(request, port) : request, port))
  }
  return {
    port,
    requests,
    connections: workload.connections ?? connections,
    seconds: count === null ? seconds : longestSeconds,
    count,
    status: workload.status ?? 200,
  }
}

/** Adds the version that the server has, as a client does that has it already. */
async function withVersion(request: Request, port: number): Promise<Request> {
  const response = await fetch(`http://127.0.0.1:${port}${request.path}`, { headers: headersOf(request) })
  await response.text()
  const version = response.headers.get('etag')
  if (version === null) throw new Error(`${request.path} has no ETag`)
  return { ...request, headers: { ...request.headers, 'if-none-match': version } }
}

function mediansOf(rounds: readonly Measurement[]): Measurement {
  const of = (value: (round: Measurement) => number) => median(rounds.map(value))
  return {
    throughput: of(({ throughput }) => throughput),
    median: of((round) => round.median),
    slowest: of(({ slowest }) => slowest),
    server: of(({ server }) => server),
    database: rounds[0]?.database === null ? null : of(({ database }) => database ?? 0),
    load: of((round) => round.load),
    bytes: of(({ bytes }) => bytes),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
