import { AppError } from '../base/errors.ts'

/** A message to a worker: a part of the job, the rest of it, which starts it, or what the job asked for. */
export type JobMessage<Input, Part> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'start'; readonly input: Input }
  | ({ readonly kind: 'answer'; readonly id: number } & AnswerOutcome)

/** The answer to a question of a job, or the error that it throws. */
export type AnswerOutcome = { readonly answer: unknown } | { readonly refusal: Refusal }

/** The members of an `AppError` that are sent between workers. */
export type Refusal = Pick<AppError, 'code' | 'message' | 'fields' | 'reason' | 'values' | 'retryAfter'>

export const refusalOf = ({ code, message, fields, reason, values, retryAfter }: AppError): Refusal => ({
  code,
  message,
  fields,
  reason,
  values,
  retryAfter,
})

export const errorOf = ({ code, message, ...details }: Refusal): AppError =>
  new AppError(code, message, details)

/** The message of a worker that ends its job. The code of an error is told beside it, because copies of errors have none. */
export type ResultMessage<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly error: Error; readonly code?: string | undefined }

/** Returns the error of a job that failed, with its code. */
export const failureOf = ({ error, code }: ResultMessage<unknown> & { readonly kind: 'failed' }): Error =>
  code === undefined ? error : Object.assign(error, { code })

/** A message of a worker. A question has an answer of the same id. */
export type WorkerMessage<Result> =
  | ResultMessage<Result>
  | { readonly kind: 'question'; readonly id: number; readonly question: unknown }
