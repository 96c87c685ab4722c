/**
 * Finds where a response differs from the one that a page shows. A page may leave out members and the end of lists,
 * and writes `…` for any text. Returns null where there is no difference.
 */
export function differenceFromShown(shown: unknown, actual: unknown, at = 'response'): string | null {
  if (typeof shown === 'string' && shown.includes('…')) {
    const pattern = shown.split('…').map(escaped).join('[\\s\\S]*')
    return new RegExp(`^${pattern}$`).test(String(actual))
      ? null
      : `${at} is ${JSON.stringify(actual)}, not ${shown}`
  }
  if (typeof shown !== 'object' || shown === null)
    return shown === actual ? null : `${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`
  if (typeof actual !== 'object' || actual === null) return `${at} is ${JSON.stringify(actual)}`
  for (const [name, value] of Object.entries(shown)) {
    const difference = differenceFromShown(value, (actual as Record<string, unknown>)[name], `${at}.${name}`)
    if (difference) return difference
  }
  return null
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
