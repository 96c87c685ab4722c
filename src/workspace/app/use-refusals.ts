import { useEffect, useState } from 'react'
import { loadRefusals } from './refusals.ts'

/** Loads the sentences for what the server says, once a part of the screen needs them. Returns whether they are there. */
export function useRefusals(isNeeded: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isNeeded) void loadRefusals().then(() => setReady(true))
  }, [isNeeded])
  return isNeeded && isReady
}
