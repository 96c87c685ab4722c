import type { HighlightedCode } from './code-block.ts'
import { isTemporary } from './code-threads.ts'
import type { HighlightOutcome, HighlightProgress, HighlightRequest } from './highlight-job.ts'
import { codeLimits } from './limits.ts'

/** Runs a job that goes on from what is known. */
type RunJob = (
  state: Pick<HighlightRequest, 'known' | 'slow'>,
  onProgress: (progress: HighlightProgress) => void,
) => Promise<HighlightOutcome>

/** The memory that highlighted code takes besides its text, about. */
const bytesBesidesText = 200

/**
 * The highlighting of the code of one page, which jobs do one after the other. A job that takes too long is ended with its
 * thread. What it had finished stays, the block that it was at is tried last, and the next attempt is made after a pause.
 */
export class CodeWork {
  readonly #lines = new Map<string, readonly string[]>()
  readonly #slow = new Set<string>()
  #running: Promise<void> | undefined
  #isComplete = false
  #failures = 0
  #pausedUntil = 0

  get lines(): HighlightedCode {
    return this.#lines
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  get bytes(): number {
    let bytes = bytesBesidesText
    for (const lines of this.#lines.values())
      bytes += bytesBesidesText + lines.reduce((length, line) => length + 2 * line.length, 0)
    return bytes
  }

  /** Goes on until all is done or an attempt fails. Does nothing in a pause, and joins what is running. */
  continue(run: RunJob): Promise<void> {
    if (this.#isComplete || performance.now() < this.#pausedUntil) return this.#running ?? Promise.resolve()
    this.#running ??= this.#finish(run).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #finish(run: RunJob): Promise<void> {
    while (!this.#isComplete) {
      let current: string | undefined
      const onProgress = ({ finished, begins }: HighlightProgress) => {
        if (finished) this.#lines.set(finished.key, finished.lines)
        current = begins
      }
      try {
        const state = { known: [...this.#lines.keys()], slow: [...this.#slow] }
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
