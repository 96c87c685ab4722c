import type { Module } from '../module.ts'
import { createExportHandler } from './export-handler.ts'
import { exportsReasons } from './reasons.ts'
import { exportWork } from './service.ts'

export const exportsModule: Module = {
  name: 'exports',
  imports: ['content', 'jobs'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).exportRoutes,
  work: { EXPORT: exportWork },
  handlers: (services) => [{ part: 'exports', path: /^\/exports\//, handle: createExportHandler(services) }],
  reasons: exportsReasons,
}
