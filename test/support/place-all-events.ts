import { placeEvents } from '../../src/modules/events/relay.ts'
import type { TestApp } from './app.ts'

/** Gives all events of the database their positions, so that nobody who subscribes from now on is told of them. */
export async function placeAllEvents({ database }: Pick<TestApp, 'database'>): Promise<void> {
  for (let before = -1n, placed = 0n; placed > before; ) {
    before = placed
    placed = await placeEvents(database)
  }
}
