import { setTimeout } from 'node:timers/promises'
import type { ConnectedDatabase } from '../database/client.ts'

/**
 * The code that takes long to load and that no start needs: modules, the query compiler of Prisma, and in a thread the grammars
 * of common languages. Node.js loads a module with all that it imports at once, so a large library comes before what uses it:
 * requests are answered in between.
 */
const deferredCode: readonly ((database: ConnectedDatabase) => Promise<unknown>)[] = [
  ({ prisma }) => prisma.$connect(),
  () => import('@graphql-tools/executor'),
  () => import('graphql-yoga'),
  () => import('../graphql/yoga.ts'),
  () => import('../sites/site-responses.ts'),
  () => import('../sign-in/pages.ts'),
  async () => (await import('../sites/code/code-threads.ts')).warmCommonGrammars(),
]

/** The time in which the first requests are answered before anything is loaded that they may not need. */
const delayMs = 1000

/** The time between two parts. A request takes several turns of the event loop, so one turn would let it wait for each part. */
const pauseMs = 100

/** Loads the code that a start does without, so that the first request that needs it keeps no other waiting. */
export async function loadDeferredCode(database: ConnectedDatabase): Promise<void> {
  await setTimeout(delayMs, undefined, { ref: false })
  for (const load of deferredCode) {
    await load(database)
    await setTimeout(pauseMs, undefined, { ref: false })
  }
}
