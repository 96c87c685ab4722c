import { ownTurn } from '../event-loop-turn.ts'

/** The modules that a start does without, because they take long to load. */
const deferredModules: readonly (() => Promise<unknown>)[] = [
  () => import('../graphql/yoga.ts'),
  () => import('../modules/published-sites/site-responses.ts'),
]

/** Loads the code that a start does without, so that the first request that needs it keeps no other waiting. */
export async function loadDeferredCode(): Promise<void> {
  for (const load of deferredModules) {
    await ownTurn()
    await load()
  }
}
