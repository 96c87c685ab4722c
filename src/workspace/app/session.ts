import { useSyncExternalStore } from 'react'
import { forgetScreens } from '../find/recent.ts'
import { serverAddress } from './addresses.ts'

let hasEnded = false
const listeners = new Set<() => void>()

const change = (ended: boolean): void => {
  if (hasEnded === ended) return
  hasEnded = ended
  for (const listener of listeners) listener()
}

/** Says that the server no longer knows the session. */
export const tellSessionEnded = (): void => change(true)

/** Says that somebody signed in again, in another tab. */
export const tellSessionBack = (): void => change(false)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the session has ended while a screen was open. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded)

/** Calls a function whenever somebody has signed in again. Returns a function that ends it. */
export const whenSessionBack = (act: () => void): (() => void) => subscribe(() => hasEnded || act())

/** Ends the session by the form that every page of the server has, so that a provider can end its own too. */
export function signOut(): void {
  forgetScreens()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = serverAddress('/sign-out')
  document.body.append(form)
  form.submit()
}
