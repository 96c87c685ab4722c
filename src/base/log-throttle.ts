const intervalMs = 1000

/**
 * Writes what happens many times a second to the log once a second for each kind, with the number of times. The first time
 * is written at once.
 */
export class LogThrottle {
  readonly #open = new Map<string, { count: number; write: (count: number) => void }>()

  record(kind: string, write: (count: number) => void): void {
    const open = this.#open.get(kind)
    if (open) {
      open.count++
      open.write = write
      return
    }
    write(1)
    this.#wait(kind)
  }

  #wait(kind: string): void {
    const open = { count: 0, write: (_count: number) => {} }
    this.#open.set(kind, open)
    const end = () => {
      this.#open.delete(kind)
      if (open.count === 0) return
      open.write(open.count)
      this.#wait(kind)
    }
    setTimeout(end, intervalMs).unref()
  }
}
