import type { Module } from '../module.ts'
import { importRunsReasons } from './reasons.ts'
import { importWork } from './service.ts'

export const importRunsModule: Module = {
  name: 'import-runs',
  imports: ['organizations', 'users', 'spaces', 'content', 'sites', 'change-requests', 'jobs', 'imports'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).importRunRoutes,
  pathParameters: {
    importRunId: 'Id of the import run.',
  },
  work: { IMPORT: importWork },
  reasons: importRunsReasons,
}
