import type { ExecutionResult } from 'graphql'
import type { AnswerForm } from '../answer-form.ts'

export const isWritten = (result: ExecutionResult): result is WrittenResult => result instanceof WrittenResult

/** The parts of a result that need not be parsed from its text. */
interface KnownParts {
  readonly data?: ExecutionResult['data']
  readonly errors?: ExecutionResult['errors']
}

/** The data of a result as JSON. */
export interface WrittenData {
  /** A text, or the bytes of one in UTF-8. */
  readonly body: string | Buffer
  /** The form of the text; undefined for the data of GraphQL. */
  readonly form?: AnswerForm | undefined
}

/** A result whose answer is written in the form that the context asks for. */
export interface FormedResult extends ExecutionResult {
  readonly answer: WrittenData['body']
}

export const formedResult = ({ body }: WrittenData): FormedResult => ({ answer: body })

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
  readonly stringify = (): string => this.#beforeData() + this.#written.body.toString() + this.#afterData()
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
    this.#data ??= JSON.parse(this.#written.body.toString()) as Record<string, unknown>
    return this.#data
  }

  /** Returns what `stringify` does, in the form that takes least to send. */
  body(): string | Buffer {
    const { body } = this.#written
    if (typeof body === 'string') return this.stringify()
    return Buffer.concat([Buffer.from(this.#beforeData()), body, Buffer.from(this.#afterData())])
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
