import type { LogPosition } from './log-position.ts'

interface Sample {
  readonly at: number
  readonly position: LogPosition
}

/** The number of samples that are kept: those of ten minutes, which no replica may lag. */
const maximumSamples = 600

/** The positions that the primary had, by which a replica is told the time that it lags, whatever the clocks say. */
export class LogHistory {
  readonly #samples: Sample[] = []

  /** Adds the position that the primary has now, in milliseconds of one clock. */
  add(position: LogPosition, at: number): void {
    this.#samples.push({ position, at })
    if (this.#samples.length > maximumSamples) this.#samples.shift()
  }

  /** The newest position. Undefined before the primary was asked. */
  get latest(): LogPosition | undefined {
    return this.#samples.at(-1)?.position
  }

  /**
   * Returns the milliseconds since the primary first had something that a replica with the position lacks; 0 if it lacks
   * nothing. Infinity if it lacks something that the primary had before it was asked first, as nobody knows since when.
   */
  lagOf(position: LogPosition, now: number): number {
    const missed = this.#samples.findIndex((sample) => sample.position > position)
    if (missed === 0) return Number.POSITIVE_INFINITY
    return missed < 0 ? 0 : now - (this.#samples[missed] as Sample).at
  }
}
