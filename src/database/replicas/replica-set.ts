import { setTimeout } from 'node:timers/promises'
import { watchReplicas } from '../../metrics/watched.ts'
import type { ConnectedDatabase } from '../client.ts'
import { replicaLimits } from './limits.ts'
import { LogHistory } from './log-history.ts'
import { committedPosition, type LogPosition, parsePosition } from './log-position.ts'
import { Replica, type ReplicaOptions } from './replica.ts'
import type { ReplicaReading, ReplicaState, Replicas } from './replicas.ts'

export interface ReplicaSetOptions extends Omit<ReplicaOptions, 'url' | 'number' | 'primary'> {
  readonly urls: readonly string[]
  readonly primary: ConnectedDatabase
}

const askPrimary = `SELECT ${committedPosition}::text AS position,
  (SELECT system_identifier::text FROM pg_control_system()) AS system`

/** The subjects are in one order for all, so that processes do not wait for each other in a circle. */
const noteWrite = `
WITH written AS MATERIALIZED (SELECT ${committedPosition} AS position), noted AS (
  INSERT INTO "WritePosition" AS w (subject, position, "writtenAt")
  SELECT s, position, now() FROM unnest($1::text[]) s, written ORDER BY s
  ON CONFLICT (subject) DO UPDATE SET position = greatest(w.position, excluded.position), "writtenAt" = excluded."writtenAt"
)
SELECT position::text AS position FROM written`

/** No replica that is used lacks what was written so long ago. */
const removeOld = `DELETE FROM "WritePosition" WHERE "writtenAt" < now() - interval '1 hour'`
const removeEveryMs = 600_000

/** The time for which a process reads the primary alone after it could not tell the others of a write. */
const untoldMs = 60_000

/** The replicas of a process, which looks at them and at the primary every second. */
export class ReplicaSet implements Replicas {
  readonly #primary: ConnectedDatabase
  readonly #replicas: readonly Replica[]
  readonly #log: ReplicaOptions['log']
  readonly #history = new LogHistory()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  #removedAt = performance.now()
  #next = 0
  #untoldUntil = Number.NEGATIVE_INFINITY

  constructor({ urls, primary, ...options }: ReplicaSetOptions) {
    this.#primary = primary
    this.#log = options.log
    this.#replicas = urls.map((url, index) => new Replica({ ...options, url, number: index + 1, primary }))
    watchReplicas(() => this.states)
    this.#timer = setInterval(() => void this.look(), replicaLimits.watchMs).unref()
    void this.look()
  }

  get states(): readonly ReplicaState[] {
    return this.#replicas.map(({ state }) => state)
  }

  reading(position: LogPosition): ReplicaReading | undefined {
    if (performance.now() < this.#untoldUntil) return undefined
    const count = this.#replicas.length
    const first = this.#next++
    for (let step = 0; step < count; step++) {
      const replica = this.#replicas[(first + step) % count] as Replica
      if (replica.isUsed && replica.has(position)) return replica.reading()
    }
    return undefined
  }

  async note(subjects: readonly string[]): Promise<LogPosition | undefined> {
    try {
      const [row] = await this.#primary.write<{ position: string }>(noteWrite, [subjects])
      return parsePosition(row?.position ?? '')
    } catch (error) {
      this.#untoldUntil = performance.now() + untoldMs
      this.#log.warn(
        { err: error },
        'the position of a write is not known; the replicas are not read for a while',
      )
      return undefined
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  /** Finds out which replicas are to be used, as it is done every second. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the replicas could not be looked at'))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** While the primary does not answer, nothing is read, so that what is known of the replicas may be old. */
  async #look(): Promise<void> {
    const asked = this.#primary.queryPromptly<{ position: string; system: string }>(askPrimary, [])
    const answer = await Promise.race([asked, setTimeout(replicaLimits.answerMs, undefined, { ref: false })])
    const [row] = answer ?? []
    const position = parsePosition(row?.position ?? '')
    if (!row || position === undefined) return
    this.#history.add(position, performance.now())
    const before = this.states
    await Promise.all(
      this.#replicas.map((replica) => replica.look({ history: this.#history, system: row.system })),
    )
    this.#tellChanges(before)
    await this.#removeOldPositions()
  }

  #tellChanges(before: readonly ReplicaState[]): void {
    for (const [index, { place, problem, lagBytes, lagSeconds }] of this.states.entries()) {
      if (before[index]?.problem === problem) continue
      this.#log.warn(
        { replica: place, lagBytes, lagSeconds },
        problem === null ? 'a replica is read' : `a replica is left out: ${problem}`,
      )
    }
  }

  async #removeOldPositions(): Promise<void> {
    if (performance.now() - this.#removedAt < removeEveryMs) return
    this.#removedAt = performance.now()
    await this.#primary.write(removeOld, [])
  }
}
