import { LRUCache } from 'lru-cache'
import { bytesOfCache, type CacheName } from './cache-sizes.ts'

/** Bytes that an entry takes besides what it holds. */
const bytesOfEntry = 100

interface CacheOptions {
  /** The bytes that the cache takes at most, instead of those that all caches share. */
  readonly bytes?: number
  /** The bytes of the largest value that is kept. By default it is as large as the cache. */
  readonly maxEntrySize?: number
  /** The milliseconds for which a value is kept. */
  readonly ttl?: number
}

interface Cache {
  readonly size: number
  readonly calculatedSize: number
  pop(): unknown
}

/** The caches of the process, which a server that has ended leaves to the garbage. */
const caches = new Set<WeakRef<Cache>>()
const forgotten = new FinalizationRegistry<WeakRef<Cache>>((reference) => caches.delete(reference))

/**
 * Creates a cache that removes what was not used for longest once its entries take more bytes than it may. `bytesOf` tells, about,
 * how many a value takes, with its key.
 */
export function boundedCache<Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  name: CacheName,
  bytesOf: (value: Value, key: Key) => number,
  { bytes = bytesOfCache(name), ...options }: CacheOptions = {},
): LRUCache<Key, Value> {
  const cache = new LRUCache<Key, Value>({
    ...options,
    maxSize: bytes,
    sizeCalculation: (value, key) => bytesOfEntry + bytesOf(value, key),
  })
  const reference = new WeakRef<Cache>(cache)
  caches.add(reference)
  forgotten.register(cache, reference)
  return cache
}

/** Halves what each cache holds. Returns the bytes that it has removed. */
export function halveCaches(): number {
  let removed = 0
  for (const reference of caches) {
    const cache = reference.deref()
    if (!cache) continue
    const before = cache.calculatedSize
    while (cache.size > 0 && cache.calculatedSize > before / 2) cache.pop()
    removed += before - cache.calculatedSize
  }
  return removed
}
