import { query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
import { baseSources } from '../content/base-sources.ts'
import {
  changeRequestBody,
  changeRequestMembers,
  fileBody,
  semanticChangesBody,
} from '../content/fragments.ts'
import { userBody } from '../users/rest.ts'

const route = routesOf('Change requests', changeRequestBody)
const base = '/spaces/:spaceId/change-requests'
const single = `${base}/:changeRequestId` as const

const chosen = {
  status: variable('[ChangeRequestStatus!] = [OPEN]', query('status')),
  creator: query('creator'),
  contributor: query('contributor'),
  requestedReviewer: query('requestedReviewer'),
}

const orderedBy = (field: string) => ({
  orderBy: '{ field: $order }',
  order: variable(`ChangeRequestOrderField! = ${field}`, query('orderBy')),
})

const conflictBody = `fragment ConflictBody on ContentConflict {
  id kind object objectId title field
  base { ...ConflictValueBody } ours { ...ConflictValueBody } theirs { ...ConflictValueBody }
}
fragment ConflictValueBody on ConflictValue {
  ... on ConflictLines { line markdown }
  ... on ConflictText { text }
  ... on ConflictNumber { number }
  ... on ConflictFlag { isSet }
  ... on ConflictFields { fields }
  ... on ConflictPlace { parent: parentId position }
  ... on ConflictFile { name }
  ... on ConflictReusableContent { title }
}`

const resolvedConflictBody = `fragment ResolvedConflictBody on ContentConflict {
  ...ConflictBody
  status resolution text resolvedAt resolvedBy { ...UserBody }
}
${conflictBody}
${userBody}`

export const changeRequestRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/change-requests', 'organization.changeRequests', {
    name: 'ListChangeRequestsForOrganization',
    summary: 'List the change requests of all spaces of an organization, last change first',
    inputs: { ...chosen, site: query('site'), space: query('space'), ...orderedBy('UPDATED_AT') },
  }),
  route('GET', base, 'space.changeRequests', {
    name: 'ListChangeRequestsForSpace',
    summary: 'List the change requests of a space, newest first',
    inputs: { ...chosen, ...orderedBy('CREATED_AT') },
  }),
  route('POST', base, 'createChangeRequest.changeRequest', {
    summary: 'Create a change request',
    status: 201,
  }),
  route('GET', single, 'changeRequest', {
    name: 'GetChangeRequestById',
    summary: 'Get a change request by its id or number',
  }),
  route('PATCH', single, 'updateChangeRequest.changeRequest', {
    name: 'UpdateChangeRequestById',
    summary: 'Update the subject, description, links or status of a change request',
  }),
  route('POST', `${single}/merge`, 'mergeChangeRequest', {
    summary: 'Merge a change request into the primary content',
    reply: 'revision: revisionId result',
  }),
  route('POST', `${single}/update`, 'updateChangeRequestFromSpace', {
    name: 'UpdateChangeRequest',
    summary: 'Update a change request from the primary content',
    reply: 'revision: revisionId result',
  }),
  route('GET', `${single}/conflicts`, 'changeRequest.allConflicts', {
    name: 'ListConflictsInChangeRequest',
    summary: 'List the open conflicts of the last merge or update of a change request',
    reply: conflictBody,
  }),
  route('GET', `${single}/conflicts/resolved`, 'changeRequest.allResolvedConflicts', {
    name: 'ListResolvedConflictsInChangeRequest',
    summary: 'List the resolved conflicts of a change request',
    reply: resolvedConflictBody,
  }),
  route('POST', `${single}/conflicts/resolve`, 'resolveConflicts', {
    name: 'ResolveConflictsInChangeRequest',
    summary: 'Resolve conflicts of a change request',
    reply: 'revision: revisionId resolved: allResolvedConflicts { ...ResolvedConflictBody }',
    fragments: [resolvedConflictBody],
  }),
  route('GET', `${single}/changes`, 'changeRequest.changeSummary', {
    name: 'GetChangeRequestChanges',
    summary: 'List the changes of a change request from its base revision',
    reply: semanticChangesBody,
    inputs: { limit: query('limit') },
  }),
  route('GET', `${single}/contributors`, 'changeRequest.contributors', {
    name: 'GetContributorsByChangeRequestId',
    summary: 'List the contributors of a change request, most recent first',
    reply: 'user { ...UserBody } count updatedAt actionType',
    fragments: [userBody],
  }),
  route('POST', `${single}/content`, 'updateChangeRequestContent', {
    name: 'UpdateContentInChangeRequest',
    summary: 'Update the content of a change request',
    reply: `
      mergedMembers: changeRequest @include(if: $compat) { object: __typename ${changeRequestMembers('')} }
      revision: revisionId
      changeRequest { ...ChangeRequestBody }
      changes { object: kind ref written { page { id: pageId urls { location } } } deleted { page } }
      insertedFiles: allInsertedFiles { ...FileBody }`,
    fragments: [changeRequestBody, fileBody],
    inputs: {
      ...baseSources,
      metadata: variable('Boolean! = true'),
      compat: variable('Boolean! = true', query('compat')),
    },
    uploads: true,
  }),
]
