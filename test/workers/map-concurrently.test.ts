import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mapConcurrently } from '../../src/workers/map-concurrently.ts'

describe('mapping items with some calls at the same time', () => {
  test('returns the results in the order of the items, from at most so many calls', async () => {
    let running = 0
    let most = 0
    const results = await mapConcurrently([3, 1, 2, 0], 2, async (steps, index) => {
      most = Math.max(most, ++running)
      for (let count = 0; count < steps; count++) await setImmediate()
      running--
      return `${index}: ${steps}`
    })
    expect(results).toEqual(['0: 3', '1: 1', '2: 2', '3: 0'])
    expect(most).toBe(2)
  })

  test('begins nothing more once a call has failed', async () => {
    const begun: number[] = []
    const others = Promise.withResolvers<void>()
    const mapped = mapConcurrently([0, 1, 2, 3], 2, async (item) => {
      begun.push(item)
      if (item === 0) throw new Error('failed')
      await others.promise
    })
    await expect(mapped).rejects.toThrow('failed')
    others.resolve()
    for (let count = 0; count < 5; count++) await setImmediate()
    expect(begun).toEqual([0, 1])
  })
})
