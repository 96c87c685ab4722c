import type { ExecutionResult } from 'graphql'
import type { AnswerForm } from '../answer-form.ts'
import { bytesOfText, textOfBytes } from './byte-text.ts'

export const isWritten = (result: ExecutionResult): result is WrittenResult => result instanceof WrittenResult

/** The parts of a result that need not be parsed from its text. */
interface KnownParts {
  readonly data?: ExecutionResult['data']
  readonly errors?: ExecutionResult['errors']
}

/** The data of a result as JSON. */
export interface WrittenData {
  readonly text: string
  /** `latin1` for a text whose characters are the bytes of UTF-8. */
  readonly encoding: 'utf8' | 'latin1'
  /** The form of the text; undefined for the data of GraphQL. */
  readonly form?: AnswerForm | undefined
}

/** A result whose answer is written in the form that the context asks for. */
export interface FormedResult extends ExecutionResult {
  readonly answer: string | Buffer
}

export const formedResult = (written: WrittenData): FormedResult => ({ answer: bodyOf(written) })

export const byteLengthOf = ({ text, encoding }: WrittenData): number => Buffer.byteLength(text, encoding)

const decoded = ({ text, encoding }: WrittenData): string =>
  encoding === 'latin1' ? textOfBytes(text) : text

/** The length from which bytes are sent as they are: to copy them into the text of the head would take longer. */
const longText = 4096

/** Returns a text in the form that takes least to send. */
function bodyOf(written: WrittenData): string | Buffer {
  const { text, encoding } = written
  if (encoding === 'utf8') return text
  return text.length >= longText ? Buffer.from(text, 'latin1') : decoded(written)
}

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
  readonly stringify = (): string => this.#beforeData() + decoded(this.#written) + this.#afterData()
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
    this.#data ??= JSON.parse(decoded(this.#written)) as Record<string, unknown>
    return this.#data
  }

  /** Returns what `stringify` does, in the form that takes least to send. */
  body(): string | Buffer {
    const { text, encoding } = this.#written
    if (encoding === 'utf8') return this.stringify()
    return bodyOf({ text: bytesOfText(this.#beforeData()) + text + bytesOfText(this.#afterData()), encoding })
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
