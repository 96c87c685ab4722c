import { on } from '../../database/transaction-event.ts'
import { documentsStored, primaryContentWritten } from '../content/events.ts'
import type { Module } from '../module.ts'
import { indexStoredDocuments } from './document-links.ts'
import { linkJobs } from './jobs.ts'
import { keepWrittenLinks } from './kept-links.ts'

export const linksModule: Module = {
  name: 'links',
  imports: ['organizations', 'users', 'collections', 'spaces', 'content', 'change-requests', 'openapi-specs'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).linkRoutes,
  jobs: ({ database }) => linkJobs(database),
  listeners: [on(primaryContentWritten, keepWrittenLinks), on(documentsStored, indexStoredDocuments)],
}
