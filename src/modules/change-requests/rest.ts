import { body, items, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { baseSources } from '../content/base-sources.ts'
import {
  changeRequestBody,
  changeRequestMembers,
  fileBody,
  semanticChangesBody,
} from '../content/fragments.ts'
import { userBody } from '../users/rest.ts'

const tag = 'Change requests'
const base = '/spaces/:spaceId/change-requests'
const single = `${base}/:changeRequestId` as const
const spaceId = path('spaceId')
const address = { spaceId, changeRequestId: path('changeRequestId') }

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

export const changeRequestRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/change-requests',
    tag,
    summary: 'List the change requests of all spaces of an organization, last change first',
    operation: `query ListChangeRequestsForOrganization(
      $organizationId: ID!, $first: Int, $after: String, $status: [ChangeRequestStatus!] = [OPEN],
      $creator: ID, $contributor: ID, $requestedReviewer: ID, $site: ID, $space: ID,
      $orderBy: ChangeRequestOrderField! = UPDATED_AT
    ) {
      organization(id: $organizationId) {
        changeRequests(
          first: $first, after: $after, status: $status, creator: $creator, contributor: $contributor,
          requestedReviewer: $requestedReviewer, site: $site, space: $space, orderBy: { field: $orderBy }
        ) { totalCount pageInfo { hasNextPage endCursor } nodes { ...ChangeRequestBody } }
      }
    }`,
    fragments: [changeRequestBody],
    variables: {
      organizationId: path('organizationId'),
      first: query('limit'),
      after: query('page'),
      status: query('status'),
      creator: query('creator'),
      contributor: query('contributor'),
      requestedReviewer: query('requestedReviewer'),
      site: query('site'),
      space: query('space'),
      orderBy: query('orderBy'),
    },
    respond: list('organization.changeRequests'),
  }),
  route({
    method: 'GET',
    path: base,
    tag,
    summary: 'List the change requests of a space, newest first',
    operation: `query ListChangeRequestsForSpace(
      $id: ID!, $first: Int, $after: String, $status: [ChangeRequestStatus!] = [OPEN],
      $creator: ID, $contributor: ID, $requestedReviewer: ID, $orderBy: ChangeRequestOrderField! = CREATED_AT
    ) {
      space(id: $id) {
        changeRequests(
          first: $first, after: $after, status: $status, creator: $creator, contributor: $contributor,
          requestedReviewer: $requestedReviewer, orderBy: { field: $orderBy }
        ) { totalCount pageInfo { hasNextPage endCursor } nodes { ...ChangeRequestBody } }
      }
    }`,
    fragments: [changeRequestBody],
    variables: {
      id: spaceId,
      first: query('limit'),
      after: query('page'),
      status: query('status'),
      creator: query('creator'),
      contributor: query('contributor'),
      requestedReviewer: query('requestedReviewer'),
      orderBy: query('orderBy'),
    },
    respond: list('space.changeRequests'),
  }),
  route({
    method: 'POST',
    path: base,
    tag,
    summary: 'Create a change request',
    operation: `mutation CreateChangeRequest($spaceId: ID!, $input: CreateChangeRequestInput!) {
      createChangeRequest(spaceId: $spaceId, input: $input) { changeRequest { ...ChangeRequestBody } }
    }`,
    fragments: [changeRequestBody],
    variables: { spaceId, input: body() },
    respond: one('createChangeRequest.changeRequest'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: single,
    tag,
    summary: 'Get a change request by its id or number',
    operation: `query GetChangeRequestById($spaceId: ID!, $changeRequestId: ID!) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) { ...ChangeRequestBody }
    }`,
    fragments: [changeRequestBody],
    variables: address,
    respond: one('changeRequest'),
  }),
  route({
    method: 'PATCH',
    path: single,
    tag,
    summary: 'Update the subject, description, links or status of a change request',
    operation: `mutation UpdateChangeRequestById(
      $spaceId: ID!, $changeRequestId: ID!, $input: UpdateChangeRequestInput!
    ) {
      updateChangeRequest(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) {
        changeRequest { ...ChangeRequestBody }
      }
    }`,
    fragments: [changeRequestBody],
    variables: { ...address, input: body() },
    respond: one('updateChangeRequest.changeRequest'),
  }),
  route({
    method: 'POST',
    path: `${single}/merge`,
    tag,
    summary: 'Merge a change request into the primary content',
    operation: `mutation MergeChangeRequest($spaceId: ID!, $changeRequestId: ID!) {
      mergeChangeRequest(spaceId: $spaceId, changeRequestId: $changeRequestId) {
        revision: revisionId result
      }
    }`,
    variables: address,
    respond: one('mergeChangeRequest'),
  }),
  route({
    method: 'POST',
    path: `${single}/update`,
    tag,
    summary: 'Update a change request from the primary content',
    operation: `mutation UpdateChangeRequest($spaceId: ID!, $changeRequestId: ID!) {
      updateChangeRequestFromSpace(spaceId: $spaceId, changeRequestId: $changeRequestId) {
        revision: revisionId result
      }
    }`,
    variables: address,
    respond: one('updateChangeRequestFromSpace'),
  }),
  route({
    method: 'GET',
    path: `${single}/conflicts`,
    tag,
    summary: 'List the open conflicts of the last merge or update of a change request',
    operation: `query ListConflictsInChangeRequest($spaceId: ID!, $changeRequestId: ID!) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        conflicts: allConflicts { ...ConflictBody }
      }
    }`,
    fragments: [conflictBody],
    variables: address,
    respond: items('changeRequest.conflicts'),
  }),
  route({
    method: 'GET',
    path: `${single}/conflicts/resolved`,
    tag,
    summary: 'List the resolved conflicts of a change request',
    operation: `query ListResolvedConflictsInChangeRequest($spaceId: ID!, $changeRequestId: ID!) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        conflicts: allResolvedConflicts { ...ResolvedConflictBody }
      }
    }`,
    fragments: [resolvedConflictBody],
    variables: address,
    respond: items('changeRequest.conflicts'),
  }),
  route({
    method: 'POST',
    path: `${single}/conflicts/resolve`,
    tag,
    summary: 'Resolve conflicts of a change request',
    operation: `mutation ResolveConflictsInChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $input: ResolveConflictsInput!
    ) {
      resolveConflicts(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) {
        revision: revisionId
        resolved: allResolvedConflicts { ...ResolvedConflictBody }
      }
    }`,
    fragments: [resolvedConflictBody],
    variables: { ...address, input: body() },
    respond: one('resolveConflicts'),
  }),
  route({
    method: 'GET',
    path: `${single}/changes`,
    tag,
    summary: 'List the changes of a change request from its base revision',
    operation: `query GetChangeRequestChanges($spaceId: ID!, $changeRequestId: ID!, $limit: Int) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        changeSummary(limit: $limit) { ...SemanticChangesBody }
      }
    }`,
    fragments: [semanticChangesBody],
    variables: { ...address, limit: query('limit') },
    respond: one('changeRequest.changeSummary'),
  }),
  route({
    method: 'GET',
    path: `${single}/contributors`,
    tag,
    summary: 'List the contributors of a change request, most recent first',
    operation: `query GetContributorsByChangeRequestId(
      $spaceId: ID!, $changeRequestId: ID!, $first: Int, $after: String
    ) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        contributors(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { user { ...UserBody } count updatedAt actionType }
        }
      }
    }`,
    fragments: [userBody],
    variables: { ...address, first: query('limit'), after: query('page') },
    respond: list('changeRequest.contributors'),
  }),
  route({
    method: 'POST',
    path: `${single}/content`,
    tag,
    summary: 'Update the content of a change request',
    operation: `mutation UpdateContentInChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $input: UpdateContentInput!, $baseRevisionId: ID,
      $ifStale: StaleBase, $metadata: Boolean! = true, $compat: Boolean! = true
    ) {
      updateChangeRequestContent(
        spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input, baseRevisionId: $baseRevisionId,
        ifStale: $ifStale
      ) {
        mergedMembers: changeRequest @include(if: $compat) { object: __typename ${changeRequestMembers('')} }
        revision: revisionId
        changeRequest { ...ChangeRequestBody }
        changes { object: kind ref written { page { id: pageId urls { location } } } deleted { page } }
        insertedFiles: allInsertedFiles { ...FileBody }
      }
    }`,
    fragments: [changeRequestBody, fileBody],
    variables: { ...address, input: body(), compat: query('compat'), ...baseSources },
    respond: one('updateChangeRequestContent'),
    uploads: true,
  }),
]
