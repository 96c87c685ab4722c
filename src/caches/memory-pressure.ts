import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from 'pino'
import { allowedMemory } from '../base/allowed-memory.ts'
import { LogThrottle } from '../base/log-throttle.ts'
import { halveCaches } from './bounded-cache.ts'

/** The share of the memory that may be in use after a garbage collection before caches give way. */
const largestShare = 0.7

/** A garbage collection, as Node.js tells of it. */
type GarbageCollection = PerformanceEntry & { readonly detail?: { readonly kind?: number } }

interface Memory {
  /** Bytes in use by objects and by what belongs to them outside of the heap. */
  readonly used: number
  /** The most bytes that the heap may have. */
  readonly heapLimit: number
  /** The bytes that the process may use. */
  readonly allowed: number
}

/** Returns whether so much memory is in use that caches must give way. */
export const isUnderPressure = ({ used, heapLimit, allowed }: Memory): boolean =>
  used > largestShare * Math.min(heapLimit, allowed)

function memoryInUse(): Memory {
  const { used_heap_size, external_memory, heap_size_limit } = getHeapStatistics()
  return { used: used_heap_size + external_memory, heapLimit: heap_size_limit, allowed: allowedMemory() }
}

/**
 * Halves the caches whenever most of the memory is in use after a garbage collection of the whole heap. Only then the figures
 * tell what is in use. Returns the function that ends it.
 */
export function watchMemory(logger: Pick<Logger, 'warn'>, read: () => Memory = memoryInUse): () => void {
  const pressure = new LogThrottle()
  const observer = new PerformanceObserver((list) => {
    const isWhole = list
      .getEntries()
      .some((entry) => (entry as GarbageCollection).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    if (!isWhole) return
    const memory = read()
    if (!isUnderPressure(memory)) return
    const removed = halveCaches()
    pressure.record('memory', (times) =>
      logger.warn({ ...memory, removed, times }, 'caches were halved because memory is short'),
    )
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}
