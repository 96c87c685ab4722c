import type { Module } from '../module.ts'
import { createSpecDownloadHandler } from './download-handler.ts'
import { openAPISpecJobs } from './jobs.ts'
import { openapiSpecsReasons } from './reasons.ts'

export const openapiSpecsModule: Module = {
  name: 'openapi-specs',
  imports: ['organizations', 'content'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).openAPISpecRoutes,
  pathParameters: {
    specSlug: 'Slug of the OpenAPI specification.',
    versionId: 'Id of the version.',
  },
  jobs: openAPISpecJobs,
  handlers: (services) => [
    { part: 'openapi', path: /^\/openapi\//, handle: createSpecDownloadHandler(services) },
  ],
  reasons: openapiSpecsReasons,
}
