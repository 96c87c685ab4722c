import { on } from '../../database/transaction-event.ts'
import { primaryContentWritten } from '../content/events.ts'
import type { Module } from '../module.ts'
import { indexWrittenPages } from './index-pages.ts'
import { searchJobs } from './jobs.ts'
import { sweepWords } from './sweep-words.ts'

export const searchModule: Module = {
  name: 'search',
  imports: ['organizations', 'spaces', 'content'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).searchRoutes,
  jobs: ({ database }) => searchJobs(database),
  listeners: [on(primaryContentWritten, indexWrittenPages)],
  sweepUnreferenced: async ({ database }, limits) => ({ words: await sweepWords(database, limits) }),
}
