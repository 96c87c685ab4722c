import { useEffect } from 'react'
import { text } from './texts.ts'

/** How many parts of the screen have something that was not saved. */
let unsaved = 0

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Asks before the page is left while something on it is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsaved += 1
    addEventListener('beforeunload', askBrowser)
    return () => {
      unsaved -= 1
      if (unsaved === 0) removeEventListener('beforeunload', askBrowser)
    }
  }, [isUnsaved])
}

export const hasUnsaved = (): boolean => unsaved > 0

/** Returns whether the screen may be left: nothing is unsaved, or the person wants to leave anyway. */
export const mayLeave = (): boolean => unsaved === 0 || confirm(text('leaving.question'))
