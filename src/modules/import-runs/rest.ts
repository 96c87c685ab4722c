import { path, query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const importRunBody = `
fragment ImportRunBody on ImportRun {
  id: jobId status createdAt updatedAt startedAt completedAt reason createdBy: createdById revision: revisionId
  source { type url } target { space: spaceId changeRequest: changeRequestId }
  site: siteId importedResources totalResources skipped { path reason } notes { kind path text }
  urls { location }
}`

const route = routesOf('Imports', importRunBody)

export const importRunRoutes: readonly Row[] = [
  route('GET', '/org/:organizationId/imports', 'organization.importRuns', {
    name: 'ListImportRuns',
    summary: 'List the import runs of an organization',
    inputs: {
      spaceId: query('space'),
      changeRequestId: query('changeRequest'),
      siteId: query('site'),
      status: query('status'),
    },
  }),
  route('POST', '/org/:organizationId/imports', 'startImportRun.importRun', {
    summary: 'Start an import',
    status: 201,
  }),
  route('POST', '/spaces/:spaceId/content/import-file', 'startFileImport.importRun', {
    summary: 'Start an import of a file',
    status: 201,
  }),
  route('GET', '/org/:organizationId/imports/:importRunId', 'importRun', {
    name: 'GetImportRun',
    summary: 'Get an import run',
    inputs: { id: path('importRunId') },
  }),
  route('POST', '/org/:organizationId/imports/:importRunId/cancel', 'cancelImportRun.importRun', {
    summary: 'Cancel an import run',
    inputs: { importRunId: path('importRunId') },
  }),
]
