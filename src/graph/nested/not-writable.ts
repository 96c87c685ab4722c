/**
 * Thrown where an answer is not only data, or is not known without waiting. The operation is executed in batches
 * then, which finds the errors.
 */
export class NotWritable extends Error {
  /** Whether a field of the operation waits, so that it can never be written. */
  readonly isAsync: boolean

  constructor(reason: string, isAsync = false) {
    super(reason)
    this.isAsync = isAsync
  }
}
