import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { jobBody } from '../jobs/rest.ts'

const route = routesOf('Space content')

export const exportRoutes: readonly Row[] = [
  route('GET', '/spaces/:spaceId/content/export', 'contentExport', {
    name: 'ExportContent',
    summary: 'Export the content of a space as Markdown',
    reply: 'url',
    inputs: { page: query('page'), only: query('only') },
  }),
  route('GET', '/spaces/:spaceId/change-requests/:changeRequestId/content/export', 'contentExport', {
    name: 'ExportContentInChangeRequest',
    tag: 'Change requests',
    summary: 'Export the content that a change request proposes as Markdown',
    reply: 'url',
    inputs: { page: query('page'), only: query('only') },
  }),
  route('POST', '/spaces/:spaceId/content/export', 'startExport.job', {
    summary: 'Start an export as a job',
    reply: jobBody,
    status: 201,
  }),
]
