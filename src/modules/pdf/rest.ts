import { body, one, path, query, type Route, route } from '../../rest/route.ts'
import { jobBody } from '../jobs/rest.ts'

const selection = { page: query('page'), only: query('only') }

export const pdfRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/spaces/:spaceId/pdf',
    tag: 'Space content',
    summary: 'Export the content of a space as a PDF',
    operation: `query GetSpacePdf($spaceId: ID!, $page: ID, $only: Boolean) {
      pdf(spaceId: $spaceId, page: $page, only: $only) { url }
    }`,
    variables: { spaceId: path('spaceId'), ...selection },
    respond: one('pdf'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/pdf',
    tag: 'Change requests',
    summary: 'Export the content that a change request proposes as a PDF',
    operation: `query GetChangeRequestPdf($spaceId: ID!, $changeRequestId: ID!, $page: ID, $only: Boolean) {
      pdf(spaceId: $spaceId, changeRequestId: $changeRequestId, page: $page, only: $only) { url }
    }`,
    variables: { spaceId: path('spaceId'), changeRequestId: path('changeRequestId'), ...selection },
    respond: one('pdf'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/pdf',
    tag: 'Space content',
    summary: 'Start a PDF as a job',
    operation: `mutation StartPdf($spaceId: ID!, $input: StartPdfInput) {
      startPdf(spaceId: $spaceId, input: $input) { job { ...JobBody } }
    }`,
    fragments: [jobBody],
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('startPdf.job'),
    status: 201,
  }),
]
