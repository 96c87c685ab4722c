import { createContentThreads } from '../workers/content-threads.ts'

/**
 * The threads that draw diagrams. They do nothing else, because what draws takes its thread for a browser, and are ended soon,
 * because it takes much memory.
 */
export const diagramThreads = createContentThreads({
  name: 'diagrams',
  maxConcurrent: 1,
  maxConcurrentOfOwner: 1,
})
