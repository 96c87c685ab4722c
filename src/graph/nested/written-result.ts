import type { ExecutionResult } from 'graphql'
import type { AnswerForm } from './answer-form.ts'
import type { ByteText } from './byte-text.ts'
import { bytesOfText, joinBytes, textOfBytes } from './byte-text.ts'

export const isWritten = (result: ExecutionResult): result is WrittenResult => result instanceof WrittenResult

/** The parts of a result that need not be parsed from its text. */
interface KnownParts {
  readonly data?: ExecutionResult['data']
  readonly errors?: ExecutionResult['errors']
}

/** The data of a result as JSON. */
export interface WrittenData {
  /** Parts that follow each other. */
  readonly bytes: readonly ByteText[]
  /** Its form; undefined for the data of GraphQL. */
  readonly form?: AnswerForm | undefined
}

/** A result whose answer is written in the form that the context asks for. */
export interface FormedResult extends ExecutionResult {
  /** Parts that follow each other. */
  readonly answer: readonly ByteText[]
}

export const formedResult = ({ bytes }: WrittenData): FormedResult => ({ answer: bytes })

/** The number of bytes that Node.js sends in less time as text, which it copies into that of the head. */
const shortBytes = 4096

/** Returns a body in the form that takes least to send. */
export function bodyOf(parts: readonly ByteText[]): string | Buffer {
  const bytes = joinBytes(parts)
  if (typeof bytes !== 'string') return bytes
  return bytes.length < shortBytes ? textOfBytes(bytes) : Buffer.from(bytes, 'latin1')
}

export const isFormed = (result: ExecutionResult): result is FormedResult => 'answer' in result

/**
 * A result whose data is written as JSON already, and parsed where it is read. It is a class because
 * each object literal with a getter has a hidden class of its own, which V8 keeps until it collects all garbage, and with
 * it all that the getter can reach.
 */
export class WrittenResult implements ExecutionResult {
  declare readonly errors?: NonNullable<ExecutionResult['errors']>
  declare readonly extensions?: Record<string, unknown>
  /** Returns the result as JSON. graphql-yoga sends what a function of this name returns. */
  readonly stringify = (): string => textOfBytes(joinBytes(this.#parts()))
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
    this.#data ??= JSON.parse(textOfBytes(joinBytes(this.#written.bytes))) as Record<string, unknown>
    return this.#data
  }

  /** Returns what `stringify` does, in the form that takes least to send. */
  body(): string | Buffer {
    return bodyOf(this.#parts())
  }

  withExtensions(more: Record<string, unknown>): WrittenResult {
    const { errors } = this
    return new WrittenResult(
      this.#written,
      { ...this.extensions, ...more },
      { data: this.#data, ...(errors && { errors }) },
    )
  }

  #parts(): readonly ByteText[] {
    return [bytesOfText(this.#beforeData()), ...this.#written.bytes, bytesOfText(this.#afterData())]
  }

  #beforeData(): string {
    return this.errors ? `{"errors":${JSON.stringify(this.errors)},"data":` : '{"data":'
  }

  #afterData(): string {
    return this.extensions ? `,"extensions":${JSON.stringify(this.extensions)}}` : '}'
  }
}
