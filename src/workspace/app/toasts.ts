import { useSyncExternalStore } from 'react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import type { Fault } from './faults.ts'

/** A notice at the edge of the screen. */
export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly message: string
  /** A button that takes back what was done. */
  readonly undo?: () => void
}

export const notices = new ToastQueue<Notice>({ maxVisibleToasts: 4 })

/** Shows that something was done, for as long as it takes to take it back. */
export const showDone = (message: string, undo?: () => void): void => {
  notices.add({ kind: 'done', message, ...(undo && { undo }) }, { timeout: undo ? 10_000 : 5_000 })
}

/** Shows why something failed, until it is closed. */
export const showFault = ({ message }: Pick<Fault, 'message'>): void => {
  notices.add({ kind: 'fault', message })
}

let hadNotice = false
notices.subscribe(() => {
  hadNotice = true
})

/** Returns whether there was a notice since the start. */
export const useNotices = (): boolean =>
  useSyncExternalStore(
    (listener) => notices.subscribe(listener),
    () => hadNotice,
  )
