import type { ErrorCode } from '../base/errors.ts'
import type { CompiledRoute } from './compiled-route.ts'

export interface RowExample {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly answer?: unknown
  /** The method of the published client, with the names of its arguments, if it has one. */
  readonly client?: { readonly method: string; readonly arguments: readonly string[] }
}

/** Examples of the reference, recorded from requests to a server. */
export interface Examples {
  /** By operation id. */
  readonly rows: Readonly<Record<string, RowExample>>
  readonly errors: Readonly<Partial<Record<ErrorCode, unknown>>>
}

export const noExamples: Examples = { rows: {}, errors: {} }

export const exampleOf = (
  { examples = noExamples }: { readonly examples?: Examples },
  { operationId }: CompiledRoute,
): RowExample => examples.rows[operationId] ?? {}
