import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { mergeRulesBody } from '../organizations/rest.ts'

export const spaceBody = `
fragment SpaceBody on Space {
  id title emoji visibility createdAt updatedAt deletedAt editMode language
  organization: organizationId parent: parentId
  visitorAuth { backend integration }
  gitSync { repoName installationProvider integration url updatedAt }
  revision: revisionId defaultLevel mergeRules { ...MergeRulesBody }
  comments: openCommentCount changeRequests: changeRequestCount
  changeRequestsOpen: openChangeRequestCount changeRequestsDraft: draftChangeRequestCount
  urls { location app published public icon }
  permissions { view access admin viewInviteLinks edit triggerGitSync comment merge review installIntegration }
}
${mergeRulesBody}`

const page = 'totalCount pageInfo { hasNextPage endCursor } nodes { ...SpaceBody }'

const tag = 'Spaces'

export const spaceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/spaces',
    tag,
    summary: 'List the spaces of an organization',
    operation: `query ListSpacesInOrganizationById($organizationId: ID!, $first: Int, $after: String) {
      organization(id: $organizationId) { spaces(first: $first, after: $after) { ${page} } }
    }`,
    fragments: [spaceBody],
    variables: { organizationId: path('organizationId'), first: query('limit'), after: query('page') },
    respond: list('organization.spaces'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/trash/spaces',
    tag,
    summary: 'List the deleted spaces that can be restored',
    operation: `query ListDeletedSpaces($organizationId: ID!, $nested: Boolean, $first: Int, $after: String) {
      organization(id: $organizationId) {
        deletedSpaces(nested: $nested, first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor }
          nodes { ...SpaceBody purgeAt daysLeft deletedWith: deletedWithId }
        }
      }
    }`,
    fragments: [spaceBody],
    variables: {
      organizationId: path('organizationId'),
      nested: query('nested'),
      first: query('limit'),
      after: query('page'),
    },
    respond: list('organization.deletedSpaces'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/spaces',
    tag,
    summary: 'Create a space',
    operation: `mutation CreateSpace($organizationId: ID!, $input: CreateSpaceInput) {
      createSpace(organizationId: $organizationId, input: $input, hasFirstPage: true) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { organizationId: path('organizationId'), input: body() },
    respond: one('createSpace.space'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/collections/:collectionId/spaces',
    tag: 'Collections',
    summary: 'List the spaces in a collection',
    operation: `query ListSpacesInCollectionById($collectionId: ID!, $first: Int, $after: String) {
      collection(id: $collectionId) { spaces(first: $first, after: $after) { ${page} } }
    }`,
    fragments: [spaceBody],
    variables: { collectionId: path('collectionId'), first: query('limit'), after: query('page') },
    respond: list('collection.spaces'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId',
    tag,
    summary: 'Get a space',
    operation: `query GetSpaceById($id: ID!, $shareKey: String) {
      space(id: $id, shareKey: $shareKey) { ...SpaceBody }
    }`,
    fragments: [spaceBody],
    variables: { id: path('spaceId'), shareKey: query('shareKey') },
    respond: one('space'),
    visitors: true,
  }),
  route({
    method: 'DELETE',
    path: '/spaces/:spaceId',
    tag,
    summary: 'Delete a space',
    operation:
      'mutation DeleteSpaceById($spaceId: ID!) { deleteSpace(spaceId: $spaceId) { deletedSpaceId } }',
    variables: { spaceId: path('spaceId') },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'PATCH',
    path: '/spaces/:spaceId',
    tag,
    summary: 'Update a space',
    operation: `mutation UpdateSpaceById($spaceId: ID!, $input: UpdateSpaceInput!) {
      updateSpace(spaceId: $spaceId, input: $input) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('updateSpace.space'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/restore',
    tag,
    summary: 'Restore a deleted space',
    operation: `mutation RestoreSpace($spaceId: ID!) {
      restoreSpace(spaceId: $spaceId) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { spaceId: path('spaceId') },
    respond: one('restoreSpace.space'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/move',
    tag,
    summary: 'Move a space within its organization',
    operation: `mutation MoveSpace($spaceId: ID!, $input: MoveContentInput!) {
      moveSpace(spaceId: $spaceId, input: $input) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('moveSpace.space'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/transfer',
    tag,
    summary: 'Transfer a space to another organization',
    operation: `mutation TransferSpace($spaceId: ID!, $input: TransferContentInput!) {
      transferSpace(spaceId: $spaceId, input: $input) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('transferSpace.space'),
  }),
]
