import { useEffect, useState } from 'react'
import { faultOfError, type SentError } from './faults.ts'
import { loadRefusals } from './refusals.ts'

/** An error that an object keeps, such as that of a job. */
interface KeptError {
  readonly message: string
  readonly extensions: unknown
}

/** Returns what an error says in the language of the page, once its sentences are loaded. */
export function useKeptError(error: KeptError | null | undefined): string | undefined {
  const [isReady, setReady] = useState(false)
  const isShown = error != null
  useEffect(() => {
    if (isShown) void loadRefusals().then(() => setReady(true))
  }, [isShown])
  return isShown && isReady ? faultOfError(error as SentError).message : undefined
}
