import type { ExecutionResult } from 'graphql'
import type { AnswerForm } from '../answer-form.ts'

export const isWritten = (result: ExecutionResult): result is WrittenResult => result instanceof WrittenResult

/** The parts of a result that need not be parsed from its text. */
interface KnownParts {
  readonly data?: ExecutionResult['data']
  readonly errors?: ExecutionResult['errors']
}

/** The text of the data of a result, and its bytes if they are known. */
export interface WrittenData {
  readonly text: string
  readonly bytes?: Buffer | undefined
  /** The form of the text; undefined for the data of GraphQL. */
  readonly form?: AnswerForm | undefined
}

/** A result whose answer is written in the form that the context asks for. */
export interface FormedResult extends ExecutionResult {
  /** Bytes of a long text, and a short text. */
  readonly answer: string | Buffer
}

export const formedResult = ({ text, bytes }: WrittenData): FormedResult => ({ answer: bytes ?? text })

export const isFormed = (result: ExecutionResult): result is FormedResult => 'answer' in result

/**
 * A result whose data is written as JSON already, and parsed where it is read: REST translates it. It is a class because
 * each object literal with a getter has a hidden class of its own, which V8 keeps until it collects all garbage, and with
 * it all that the getter can reach.
 */
export class WrittenResult implements ExecutionResult {
  declare readonly errors?: NonNullable<ExecutionResult['errors']>
  declare readonly extensions?: Record<string, unknown>
  /** Returns the result as JSON. Yoga sends what it returns. */
  readonly stringify = (): string => this.#beforeData() + this.#written.text + this.#afterData()
  readonly #written: WrittenData
  #data: ExecutionResult['data']

  constructor(written: WrittenData, extensions?: Record<string, unknown>, { data, errors }: KnownParts = {}) {
    this.#written = written
    this.#data = data
    // What looks at a result asks whether it has these members.
    if (errors) this.errors = errors
    if (extensions) this.extensions = extensions
  }

  get data(): ExecutionResult['data'] {
    this.#data ??= JSON.parse(this.#written.text) as Record<string, unknown>
    return this.#data
  }

  /** Returns what `stringify` does, in the form that takes least to send. */
  body(): string | Buffer {
    const { bytes } = this.#written
    if (!bytes) return this.stringify()
    return Buffer.concat([Buffer.from(this.#beforeData()), bytes, Buffer.from(this.#afterData())])
  }

  /** Returns the result with more extensions. */
  withExtensions(more: Record<string, unknown>): WrittenResult {
    const { errors } = this
    return new WrittenResult(
      this.#written,
      { ...this.extensions, ...more },
      { data: this.#data, ...(errors && { errors }) },
    )
  }

  #beforeData(): string {
    return this.errors ? `{"errors":${JSON.stringify(this.errors)},"data":` : '{"data":'
  }

  #afterData(): string {
    return this.extensions ? `,"extensions":${JSON.stringify(this.extensions)}}` : '}'
  }
}
