import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { allowedMemory } from '../../src/base/allowed-memory.ts'
import { boundedCache, halveCaches } from '../../src/caches/bounded-cache.ts'
import { bytesOfCache, bytesOfCaches, cacheNames } from '../../src/caches/cache-sizes.ts'
import { isUnderPressure, watchMemory } from '../../src/caches/memory-pressure.ts'

const mebibytes = (count: number) => count * 1024 * 1024

describe('the sizes of caches', () => {
  test('follow the memory of the container, and that of the machine where there is none or it is larger', () => {
    const machine = mebibytes(4096)
    expect(allowedMemory(mebibytes(512), machine)).toBe(mebibytes(512))
    // What Node.js tells where nothing is constrained.
    for (const constrained of [0, 2 ** 64, mebibytes(8192)])
      expect(allowedMemory(constrained, machine)).toBe(machine)
  })

  test.each([384, 512, 768])('take half of what exceeds the needs of the process, of %i MiB', (allowed) => {
    expect(bytesOfCaches(mebibytes(allowed))).toBeLessThanOrEqual(mebibytes((allowed - 256) / 2))
    expect(bytesOfCaches(mebibytes(allowed))).toBeGreaterThan(0.9 * mebibytes((allowed - 256) / 2))
  })

  test('are the same from 1 GiB on, and never nothing', () => {
    expect(bytesOfCaches(mebibytes(1024))).toBeLessThan(mebibytes(384))
    expect(bytesOfCaches(mebibytes(1024))).toBe(bytesOfCaches(mebibytes(65_536)))
    for (const name of cacheNames) expect(bytesOfCache(name, mebibytes(64))).toBeGreaterThan(50_000)
  })
})

describe('a cache', () => {
  const filled = (entries: number) => {
    const cache = boundedCache<number, string>('plans', (text) => text.length, { bytes: 100_000 })
    for (let key = 0; key < entries; key++) cache.set(key, 'x'.repeat(900))
    return cache
  }

  test('never takes more bytes than it may, and removes what was not used for longest', () => {
    const cache = filled(4000)
    expect(cache.calculatedSize).toBeLessThanOrEqual(100_000)
    expect([...cache.keys()]).toEqual(Array.from({ length: 100 }, (_, index) => 3999 - index))
  })

  test('gives up half of what it holds at a time, down to nothing', () => {
    const cache = filled(100)
    expect(halveCaches()).toBeGreaterThanOrEqual(50_000)
    expect([...cache.keys()]).toEqual(Array.from({ length: 50 }, (_, index) => 99 - index))
    for (let times = 0; times < 7; times++) halveCaches()
    expect(cache.size).toBe(0)
  })
})

describe('memory pressure', () => {
  test('is measured by the smaller of the heap and of the allowed memory', () => {
    const used = mebibytes(400)
    const [little, much] = [mebibytes(512), mebibytes(4096)]
    expect(isUnderPressure({ used, heapLimit: much, allowed: little })).toBe(true)
    expect(isUnderPressure({ used, heapLimit: little, allowed: much })).toBe(true)
    expect(isUnderPressure({ used, heapLimit: much, allowed: much })).toBe(false)
  })

  test('halves caches after a garbage collection, and is logged', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const cache = boundedCache<number, string>('plans', () => 1000)
    cache.set(1, 'one').set(2, 'two')
    const warn = vi.fn()
    const memory = { used: mebibytes(500), heapLimit: mebibytes(4096), allowed: mebibytes(512) }
    const stop = watchMemory({ warn }, () => memory)
    try {
      collect()
      await vi.waitFor(() => expect(warn).toHaveBeenCalled())
      expect(warn.mock.calls[0]?.[0]).toMatchObject(memory)
      expect(cache.size).toBeLessThan(2)
    } finally {
      stop()
    }
  })
})
