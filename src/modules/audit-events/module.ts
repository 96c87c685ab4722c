import type { Module } from '../module.ts'
import { createAuditEventExportHandler } from './export-handler.ts'
import { auditEventJobs } from './jobs.ts'

export const auditEventsModule: Module = {
  name: 'audit-events',
  imports: ['organizations', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).auditEventRoutes,
  pathParameters: {
    auditEventId: 'Id of the audit event.',
  },
  jobs: auditEventJobs,
  handlers: (services) => [
    { part: 'exports', path: /^\/audit-events\//, handle: createAuditEventExportHandler(services) },
  ],
}
