import { Resolver } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

/** Resolves to whether a name has a TXT record with exactly this value. */
export type HasTxtRecord = (name: string, value: string) => Promise<boolean>

/** The time after which a name without an answer counts as one without the record. */
const timeoutMs = 3000

/** Asks the name servers that the machine is configured with. */
export const hasTxtRecord: HasTxtRecord = async (name, value) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  const timeout = new AbortController()
  const records = resolver.resolveTxt(name).catch(() => [])
  const none = setTimeout(timeoutMs, [], { signal: timeout.signal }).catch(() => [])
  const found = await Promise.race<string[][]>([records, none])
  timeout.abort()
  resolver.cancel()
  // A long value is stored in several parts.
  return found.some((parts) => parts.join('') === value)
}
