import { useEffect, useState } from 'react'

/** Settings that were changed and not saved, by their paths, such as `styling.corners`. */
type Changes = Readonly<Record<string, unknown>>

/** A customization that is being edited. */
export interface CustomizationDraft {
  readonly isChanged: boolean
  /** Returns the setting at a path, as it would be. */
  readonly valueAt: (path: string) => unknown
  /** Returns whether a site-space has another setting than its site. */
  readonly isOwn: (path: string) => boolean
  readonly set: (path: string, value: unknown) => void
  /** The changes as the input of `updateSiteCustomization`. */
  readonly input: Readonly<Record<string, unknown>>
  readonly discard: () => void
}

type Settings = Readonly<Record<string, unknown>>

/**
 * Returns the changes to settings. They are kept until they are saved or discarded, also when the page is loaded again, and stand on
 * whatever somebody else has saved in the meantime. `of` is the id of the site or of the site-space that the settings are of, and `base`
 * what a site-space has from its site.
 */
export function useCustomizationDraft(of: string, settings: Settings, base?: Settings): CustomizationDraft {
  const key = `lectern-appearance-${of}`
  const [changes, setChanges] = useState<Changes>(() => JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  const isChanged = Object.keys(changes).length > 0
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(changes))
    else sessionStorage.removeItem(key)
  }, [key, changes, isChanged])
  const stored = (path: string) => valueIn(settings, path)
  /** A site-space whose setting is removed has that of its site. */
  const valueAt = (path: string) =>
    path in changes ? (changes[path] ?? (base ? valueIn(base, path) : null)) : stored(path)
  return {
    isChanged,
    valueAt,
    isOwn: (path) => base !== undefined && !isSame(valueAt(path), valueIn(base, path)),
    set: (path, value) =>
      setChanges(({ [path]: _before, ...others }) =>
        isSame(value, stored(path)) ? others : { ...others, [path]: value },
      ),
    input: inputOf(changes),
    discard: () => setChanges({}),
  }
}

const valueIn = (settings: Settings, path: string): unknown =>
  plain(path.split('.').reduce<unknown>(memberOf, settings))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

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
