import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { jobBody } from '../jobs/rest.ts'

const route = routesOf('Space content')

export const pdfRoutes: readonly Row[] = [
  route('GET', '/spaces/:spaceId/pdf', 'pdf', {
    name: 'GetSpacePdf',
    summary: 'Export the content of a space as a PDF',
    reply: 'url',
    inputs: { page: query('page'), only: query('only') },
  }),
  route('GET', '/spaces/:spaceId/change-requests/:changeRequestId/pdf', 'pdf', {
    name: 'GetChangeRequestPdf',
    tag: 'Change requests',
    summary: 'Export the content that a change request proposes as a PDF',
    reply: 'url',
    inputs: { page: query('page'), only: query('only') },
  }),
  route('POST', '/spaces/:spaceId/pdf', 'startPdf.job', {
    summary: 'Start a PDF as a job',
    reply: jobBody,
    status: 201,
  }),
]
