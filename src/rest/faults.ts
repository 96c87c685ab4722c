import { AppError, type FieldFault } from '../errors.ts'

/** Limits the size of the response to a request with many errors. */
const maximumFaults = 20
const maximumMessageLength = 300

/** Collects the errors in the input of a request, so that the response lists all of them. */
export class Faults {
  readonly #found: FieldFault[] = []

  add(path: string, message: string): void {
    if (this.#found.length >= maximumFaults) return
    const short =
      message.length > maximumMessageLength ? `${message.slice(0, maximumMessageLength)}…` : message
    this.#found.push({ path, message: short })
  }

  throwIfAny(): void {
    if (this.#found.length > 0)
      throw new AppError('BAD_USER_INPUT', describeFaults(this.#found), { fields: this.#found })
  }
}

/** Joins errors to one message. An error of the whole body has an empty path. */
export const describeFaults = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path ? `${path}: ${message}` : `the request body ${message}`)).join('; ')
