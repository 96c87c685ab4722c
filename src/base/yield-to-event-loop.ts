import { setImmediate } from 'node:timers/promises'

/**
 * The turns of the event loop that others have before each caller. In one turn a process accepts one connection, so that with
 * few of them a short request on a new connection would wait for many callers.
 */
const turnsOfOthers = 32

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of its own, after some turns of others: the long work of many requests, whose data
 * arrived at the same time, leaves turns to short requests.
 */
export function yieldToEventLoop(turns = turnsOfOthers): Promise<void> {
  last = last.then(() => passTurns(turns))
  return last
}

async function passTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}
