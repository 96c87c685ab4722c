import type { LRUCache } from 'lru-cache'
import { boundedCache } from '../../caches/bounded-cache.ts'
import { bytesOfCache } from '../../caches/cache-sizes.ts'
import { countLookup } from '../../metrics/recorder.ts'

/** Keeps what was read and rendered for sites, up to a number of bytes. The least recently used is removed first. */
export class SiteCache {
  /** The numbers of requests that were answered by a kept response, and of those that were not. */
  readonly responses = { hits: 0, misses: 0 }
  readonly maximumBytes: number
  readonly #kept: LRUCache<string, object> | null
  readonly #reading = new Map<string, Promise<object>>()

  /** @param maximumBytes - By default the share of the memory that caches may take. */
  constructor(maximumBytes = bytesOfCache('sites')) {
    this.maximumBytes = maximumBytes
    this.#kept = maximumBytes === 0 ? null : boundedCache('sites', () => 0, { bytes: maximumBytes })
  }

  /** Whether anything is kept at all. */
  get isKeeping(): boolean {
    return this.#kept !== null
  }

  get bytes(): number {
    return this.#kept?.calculatedSize ?? 0
  }

  get(key: string): object | undefined {
    return this.#kept?.get(key)
  }

  /** Keeps a value unless it is larger than the whole cache. */
  set(key: string, value: object, bytes: number): void {
    this.#kept?.set(key, value, { size: bytes + 2 * key.length })
  }

  /** Returns the value of a key, which is read at most once at a time. The key must determine the value. */
  async read<Value extends object>(
    key: string,
    read: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    const known = this.get(key) ?? this.#reading.get(key)
    countLookup('site parts', known !== undefined)
    if (known) return known as Value | Promise<Value>
    const reading = read()
    this.#reading.set(key, reading)
    try {
      const value = await reading
      this.set(key, value, bytesOf(value))
      return value
    } finally {
      this.#reading.delete(key)
    }
  }
}
