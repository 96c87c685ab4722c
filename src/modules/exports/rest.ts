import { body, one, path, query, type Route, route } from '../../rest/route.ts'
import { jobBody } from '../jobs/rest.ts'

const selection = { page: query('page'), only: query('only') }

export const exportRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/spaces/:spaceId/content/export',
    tag: 'Space content',
    summary: 'Export the content of a space as Markdown',
    operation: `query ExportContent($spaceId: ID!, $page: ID, $only: Boolean) {
      contentExport(spaceId: $spaceId, page: $page, only: $only) { url }
    }`,
    variables: { spaceId: path('spaceId'), ...selection },
    respond: one('contentExport'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/export',
    tag: 'Change requests',
    summary: 'Export the content that a change request proposes as Markdown',
    operation: `query ExportContentInChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $page: ID, $only: Boolean
    ) {
      contentExport(spaceId: $spaceId, changeRequestId: $changeRequestId, page: $page, only: $only) { url }
    }`,
    variables: { spaceId: path('spaceId'), changeRequestId: path('changeRequestId'), ...selection },
    respond: one('contentExport'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content/export',
    tag: 'Space content',
    summary: 'Start an export as a job',
    operation: `mutation StartExport($spaceId: ID!, $input: StartExportInput) {
      startExport(spaceId: $spaceId, input: $input) { job { ...JobBody } }
    }`,
    fragments: [jobBody],
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('startExport.job'),
    status: 201,
  }),
]
