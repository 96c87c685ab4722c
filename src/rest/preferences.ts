type Header = string | readonly string[] | undefined

/** Returns a preference of a `Prefer` header. Of one that is given twice the first counts, as RFC 7240 has it. */
function preferenceOf(header: Header, name: string): string | undefined {
  const preferences = [header ?? []].flat().join(',').toLowerCase().split(',')
  return preferences
    .map((preference) => preference.split(';')[0]?.replaceAll(/[\s"]/g, '') ?? '')
    .find((preference) => preference.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

export const prefersStrictHandling = (header: Header): boolean =>
  header !== undefined && preferenceOf(header, 'handling') === 'strict'

/** Returns the seconds for which a client prefers to wait, if it says so with `wait`. */
export function preferredWait(header: Header): number | undefined {
  const seconds = preferenceOf(header, 'wait')
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) : undefined
}
