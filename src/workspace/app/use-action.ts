import { useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import { untilOnline } from './connection.ts'
import { type Fault, faultOf } from './faults.ts'
import { showFault } from './toasts.ts'

/** A mutation that a screen can run. */
export interface Action<Data, Variables> {
  /**
   * Runs the mutation, and waits for a network before. Resolves to undefined if it failed. What could not be read after it is no failure
   * of it: the mutation was done.
   */
  readonly run: (variables: Variables) => Promise<Data | undefined>
  readonly isRunning: boolean
  /** Why the last run failed. */
  readonly fault: Fault | undefined
  readonly clear: () => void
}

interface Options {
  /** Whether a failure is told beside the form, and not as a notice. */
  readonly isInForm?: boolean
  /** Tells a failure in another way than a notice. */
  readonly onFault?: (fault: Fault) => void
}

/** Returns an action for a mutation. A failure is shown as a notice, unless a form shows `fault`. */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { isInForm = false, onFault = showFault }: Options = {},
): Action<Data, Variables> {
  const client = useClient()
  const [running, setRunning] = useState(0)
  const [fault, setFault] = useState<Fault>()
  const run = async (variables: Variables) => {
    setRunning((count) => count + 1)
    setFault(undefined)
    await untilOnline()
    const { data, error } = await client.mutation(document, variables).toPromise()
    setRunning((count) => count - 1)
    if (!error || isDone(data)) return data
    const failure = faultOf(error)
    setFault(failure)
    if (!isInForm) onFault(failure)
    return undefined
  }
  return { run, isRunning: running > 0, fault, clear: () => setFault(undefined) }
}

/** Returns whether an answer has a payload: that of a mutation that failed is null. */
const isDone = (data: unknown): boolean =>
  data != null && Object.values(data).some((payload) => payload !== null && typeof payload === 'object')
