import { isTemporary } from '../../workers/content-threads.ts'
import type { BlockOutcome, BlockProgress, BlockState } from './block-job.ts'
import { codeLimits } from './limits.ts'

/** Runs a job that goes on from what is known. */
export type RunBlocks<Value> = (
  state: BlockState,
  onProgress: (progress: BlockProgress<Value>) => void,
) => Promise<BlockOutcome>

/** The memory that a value takes besides its text, about. */
const bytesBesidesText = 200

/**
 * The work on the blocks of one page, which jobs do one after the other. A job that takes too long is ended with its thread. What
 * it had finished stays, the block that it was at is tried last, and the next attempt is made after a pause.
 */
export class BlockWork<Value> {
  readonly #values = new Map<string, Value>()
  readonly #bytesOf: (value: Value) => number
  readonly #slow = new Set<string>()
  #running: Promise<void> | undefined
  #isComplete = false
  #failures = 0
  #pausedUntil = 0

  constructor(bytesOf: (value: Value) => number) {
    this.#bytesOf = bytesOf
  }

  /** The values that are finished, by the keys of their blocks. */
  get values(): ReadonlyMap<string, Value> {
    return this.#values
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  get bytes(): number {
    let bytes = bytesBesidesText
    for (const value of this.#values.values()) bytes += bytesBesidesText + this.#bytesOf(value)
    return bytes
  }

  /** Goes on until all is done or an attempt fails. Does nothing in a pause, and joins what is running. */
  continue(run: RunBlocks<Value>): Promise<void> {
    if (this.#isComplete || performance.now() < this.#pausedUntil) return this.#running ?? Promise.resolve()
    this.#running ??= this.#finish(run).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #finish(run: RunBlocks<Value>): Promise<void> {
    while (!this.#isComplete) {
      let current: string | undefined
      const onProgress = ({ finished, begins }: BlockProgress<Value>) => {
        if (finished) this.#values.set(finished.key, finished.value)
        current = begins
      }
      try {
        const state = { known: [...this.#values.keys()], slow: [...this.#slow] }
        const { isComplete } = await run(state, onProgress)
        this.#isComplete = isComplete
      } catch (error) {
        if (current !== undefined) this.#slow.add(current)
        this.#pause()
        if (isTemporary(error)) return
        throw error
      }
    }
  }

  #pause(): void {
    const pause = Math.min(codeLimits.longestPause, codeLimits.shortestPause * 2 ** this.#failures)
    this.#failures += 1
    this.#pausedUntil = performance.now() + pause
  }
}
