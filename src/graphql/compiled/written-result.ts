import type { ExecutionResult } from 'graphql'
import type { AnswerForm } from '../answer-form.ts'

/** A result whose data is written as JSON already. Yoga sends what `stringify` returns. */
export interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string
  /** Returns what `stringify` does, in the form that takes least to send. */
  readonly body: () => string | Buffer
  /** Returns the result with more extensions. */
  readonly withExtensions: (extensions: Record<string, unknown>) => WrittenResult
}

export const isWritten = (result: ExecutionResult): result is WrittenResult => 'withExtensions' in result

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

/** Returns a result from the text of its data, which is parsed where it is read: REST translates it. */
export function writtenResult(
  written: WrittenData,
  extensions?: Record<string, unknown>,
  { data: known, errors }: KnownParts = {},
): WrittenResult {
  const { text, bytes } = written
  let data = known
  const beforeData = () => `{${errors ? `"errors":${JSON.stringify(errors)},` : ''}"data":`
  const afterData = () => `${extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''}}`
  const stringify = () => `${beforeData()}${text}${afterData()}`
  return {
    ...(errors && { errors }),
    get data() {
      data ??= JSON.parse(text) as Record<string, unknown>
      return data
    },
    ...(extensions && { extensions }),
    stringify,
    body: () =>
      bytes ? Buffer.concat([Buffer.from(beforeData()), bytes, Buffer.from(afterData())]) : stringify(),
    withExtensions: (more) => writtenResult(written, { ...extensions, ...more }, { data, errors }),
  }
}
