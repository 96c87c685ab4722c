import { describe, expect, test } from 'vitest'
import { Cost } from '../../src/request/cost.ts'

/** Returns a cost whose time is over as soon as its clock starts. */
const overdue = () => new Cost({ objects: 10, bytes: 10, milliseconds: -1 })

describe('while a mutation writes', () => {
  test('what it reads is not counted, so that it is not ended halfway', () => {
    const cost = new Cost({ objects: 10, bytes: 10, milliseconds: 1000 })
    cost.beginWriting()
    cost.readRows(1000)
    cost.readBytes(1000)
    expect([cost.rowsToStopAt, cost.exceeded]).toEqual([null, undefined])
    cost.endWriting()
    expect(() => cost.readRows(11)).toThrow()
    expect(cost.exceeded?.message).toContain('at least 11 objects; at most 10')
  })

  test('its time is not counted, and starts anew for its payload', () => {
    const cost = overdue()
    cost.beginWriting()
    cost.assertRunning()
    cost.endWriting()
    expect(() => cost.assertRunning()).toThrow()
  })

  test('it does not begin once a limit has stopped the operation', () => {
    const cost = overdue()
    cost.start()
    expect(() => cost.beginWriting()).toThrow()
  })
})

test('large reads run one after the other, and none begins once a limit has stopped the operation', async () => {
  const cost = new Cost({ objects: 10, bytes: 10, milliseconds: 1000 })
  let running = 0
  let begun = 0
  const read = async () => {
    begun++
    running++
    expect(running).toBe(1)
    await Promise.resolve()
    running--
    cost.readRows(6)
  }
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => cost.oneAtATime(read)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(begun).toBe(2)
})

test('a read that begins after others have exceeded the limit by far reads no rows', () => {
  const cost = new Cost({ objects: 10, bytes: 10, milliseconds: 1000 })
  expect(() => cost.readRows(50)).toThrow()
  expect(cost.rowsToStopAt).toBe(0)
})
