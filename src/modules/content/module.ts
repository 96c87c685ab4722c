import { on } from '../../database/transaction-event.ts'
import type { Module } from '../module.ts'
import { contentRequested } from '../spaces/events.ts'
import { writeRequestedContent } from './computed/requested-content.ts'
import { createFileHandler } from './file-handler.ts'
import { contentReasons } from './reasons.ts'

export const contentModule: Module = {
  name: 'content',
  imports: ['users', 'collections', 'spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).contentRoutes,
  listeners: [on(contentRequested, writeRequestedContent)],
  handlers: (services) => [{ part: 'files', path: /^\/files\//, handle: createFileHandler(services) }],
  reasons: contentReasons,
}
