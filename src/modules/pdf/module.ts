import type { Module } from '../module.ts'
import { createPdfHandler } from './pdf-handler.ts'
import { pdfWork } from './pdf-work.ts'
import { pdfReasons } from './reasons.ts'

export const pdfModule: Module = {
  name: 'pdf',
  imports: ['content', 'openapi-specs', 'customizations', 'jobs'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).pdfRoutes,
  work: { PDF: pdfWork },
  handlers: (services) => [{ part: 'pdf', path: /^\/pdf\//, handle: createPdfHandler(services) }],
  reasons: pdfReasons,
}
