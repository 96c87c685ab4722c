import { on } from '../../database/transaction-event.ts'
import type { Module } from '../module.ts'
import { contentRequested } from '../spaces/events.ts'
import { writeRequestedContent } from './computed/requested-content.ts'
import { createFileHandler } from './file-handler.ts'
import { contentReasons } from './reasons.ts'
import { sweepContent } from './sweep-content.ts'

export const contentModule: Module = {
  name: 'content',
  imports: ['users', 'collections', 'spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).contentRoutes,
  pathParameters: {
    documentId: 'Id of the document.',
    fileId: 'Id of the file.',
    pageId: 'Id of the page.',
    pagePath: 'Path of the page: the slugs of the page and of those above it, separated by `/`.',
    reusableContentId: 'Id of the reusable content.',
    revisionId: 'Id of the revision.',
  },
  listeners: [on(contentRequested, writeRequestedContent)],
  handlers: (services) => [{ part: 'files', path: /^\/files\//, handle: createFileHandler(services) }],
  sweepUnreferenced: sweepContent,
  reasons: contentReasons,
}
