import type { Visit } from '../../modules/published-sites/visits/visit.ts'

/** Stands for what differs between claims. */
const differsByClaims = {}

/** The memory that it takes, about. */
const bytesOfMarker = 2000

/** Returns what is kept under a key for a visitor with these claims. */
export function keptFor({ cache, claims }: Pick<Visit, 'cache' | 'claims'>, key: string): object | undefined {
  const kept = cache.get(key)
  return kept === differsByClaims ? cache.get(keyOfClaims(key, claims)) : kept
}

/** Keeps a value for all visitors, or for those with the same claims. */
export function keepFor(
  { cache, claims }: Pick<Visit, 'cache' | 'claims'>,
  key: string,
  value: object,
  { bytes, sameFor }: { readonly bytes: number; readonly sameFor: 'all' | 'claims' },
): void {
  if (sameFor === 'claims') cache.set(key, differsByClaims, bytesOfMarker)
  cache.set(sameFor === 'claims' ? keyOfClaims(key, claims) : key, value, bytes)
}

const keyOfClaims = (key: string, claims: Visit['claims']): string => `${key} ${JSON.stringify(claims)}`
