import type { CurrentRequest } from '../base/current-request.ts'
import { observeLoad } from '../base/load-events.ts'
import type { Instruments } from './instruments.ts'

let instruments: Instruments | undefined
let starting: Promise<Instruments> | undefined

/** Begins to record, once for the process. Nothing is recorded before, which takes no time and no memory. */
export function startRecording(services: readonly string[]): Promise<Instruments> {
  starting ??= loadInstruments(services)
  return starting
}

async function loadInstruments(services: readonly string[]): Promise<Instruments> {
  const { addProcessMetrics, createInstruments } = await import('./instruments.ts')
  const created = createInstruments(services)
  addProcessMetrics(created)
  observeLoad({
    onRefusal: ({ reason }) => created.refusals.inc({ reason }),
    onWait: ({ waitedFor, milliseconds }) =>
      created.waitSeconds.observe({ for: waitedFor }, milliseconds / 1000),
  })
  instruments = created
  return created
}

export function recordRequest(
  { part, row, operation }: CurrentRequest,
  status: string,
  milliseconds: number,
): void {
  instruments?.requests.inc({ part, row, operation, status })
  instruments?.requestSeconds.observe({ part, row, operation }, milliseconds / 1000)
}

export const recordStatement = (pool: string, milliseconds: number): void =>
  instruments?.statementSeconds.observe({ pool }, milliseconds / 1000)

export const countLookup = (cache: string, isHit: boolean): void =>
  instruments?.lookups.inc({ cache, result: isHit ? 'hit' : 'miss' })

/** Counts a query where replicas are read: by a replica, by the primary, or by the primary again after a replica failed. */
export const countRead = (server: 'replica' | 'primary' | 'again'): void => instruments?.reads.inc({ server })

export const recordJob = (task: string, succeeded: boolean, milliseconds: number): void =>
  instruments?.jobSeconds.observe({ task, result: succeeded ? 'succeeded' : 'failed' }, milliseconds / 1000)
