import { AppError, type FieldFault } from '../errors.ts'

/** A body full of faults must not be answered with a body as large. */
const maximumFaults = 20
const maximumMessageLength = 300

/** Collects all faults of a request, so that a client hears of them at once. */
export class Faults {
  readonly #found: FieldFault[] = []

  add(path: string, message: string): void {
    if (this.#found.length >= maximumFaults) return
    const short =
      message.length > maximumMessageLength ? `${message.slice(0, maximumMessageLength)}…` : message
    this.#found.push({ path, message: short })
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new AppError('BAD_USER_INPUT', describeFaults(this.#found), this.#found)
  }
}

/** One sentence of all faults. A fault of the body as a whole has no path. */
export const describeFaults = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path ? `${path}: ${message}` : `the request body ${message}`)).join('; ')
