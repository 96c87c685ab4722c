import { useEffect, useState } from 'react'

/** Settings that were changed and not saved, by their paths, such as `styling.corners`. */
type Changes = Readonly<Record<string, unknown>>

/** A customization that is being edited. */
export interface CustomizationDraft {
  readonly isChanged: boolean
  /** Returns the setting at a path, as it would be. */
  readonly valueAt: (path: string) => unknown
  readonly set: (path: string, value: unknown) => void
  /** The changes as the input of `updateSiteCustomization`. */
  readonly input: Readonly<Record<string, unknown>>
  readonly discard: () => void
}

type Settings = Readonly<Record<string, unknown>>

/**
 * Returns the changes to settings. They are kept until they are saved or discarded, also when the page is loaded again, and stand on
 * whatever somebody else has saved in the meantime.
 */
export function useCustomizationDraft(site: string, settings: Settings): CustomizationDraft {
  const key = `lectern-appearance-${site}`
  const [changes, setChanges] = useState<Changes>(() => JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  const isChanged = Object.keys(changes).length > 0
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(changes))
    else sessionStorage.removeItem(key)
  }, [key, changes, isChanged])
  const stored = (path: string) => plain(path.split('.').reduce<unknown>(memberOf, settings))
  return {
    isChanged,
    valueAt: (path) => (path in changes ? changes[path] : stored(path)),
    set: (path, value) =>
      setChanges(({ [path]: _before, ...others }) =>
        JSON.stringify(value) === JSON.stringify(stored(path)) ? others : { ...others, [path]: value },
      ),
    input: inputOf(changes),
    discard: () => setChanges({}),
  }
}

const memberOf = (value: unknown, member: string): unknown =>
  value === null || value === undefined ? null : (value as Readonly<Record<string, unknown>>)[member]

/** Returns a value as an input has it: without the names of types, and without members that are null. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, inner]) => member !== '__typename' && inner !== null)
      .map(([member, inner]) => [member, plain(inner)]),
  )
}

/** Returns an object whose members at the paths have the values. */
function inputOf(changes: Changes): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(changes)) {
    const members = path.split('.')
    const last = members.pop() as string
    let inner = input
    for (const member of members) {
      inner[member] ??= {}
      inner = inner[member] as Record<string, unknown>
    }
    inner[last] = value
  }
  return input
}
