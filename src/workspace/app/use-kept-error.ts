import { faultOfError, type SentError } from './faults.ts'
import { useRefusals } from './use-refusals.ts'

/** An error that an object keeps, such as that of a job. */
interface KeptError {
  readonly message: string
  readonly extensions: unknown
}

/** Returns what an error says in the language of the page, once its sentences are loaded. */
export function useKeptError(error: KeptError | null | undefined): string | undefined {
  const isReady = useRefusals(error != null)
  return error != null && isReady ? faultOfError(error as SentError).message : undefined
}
