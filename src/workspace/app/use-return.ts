import { useEffect, useRef } from 'react'

/** Calls a function when somebody comes back to the window, so that a screen that the server changes is up to date without polling. */
export function useReturn(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    addEventListener('focus', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [])
}
