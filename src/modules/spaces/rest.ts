import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
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

const route = routesOf('Spaces', spaceBody)

export const spaceRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/spaces', 'organization.spaces', {
    name: 'ListSpacesInOrganizationById',
    summary: 'List the spaces of an organization',
  }),
  route('GET', '/orgs/:organizationId/trash/spaces', 'organization.deletedSpaces', {
    name: 'ListDeletedSpaces',
    summary: 'List the deleted spaces that can be restored',
    reply: '...SpaceBody purgeAt daysLeft deletedWith: deletedWithId',
    fragments: [spaceBody],
    inputs: { nested: query('nested'), first: query('limit'), after: query('page') },
  }),
  route('POST', '/orgs/:organizationId/spaces', 'createSpace.space', {
    summary: 'Create a space',
    inputs: { hasFirstPage: 'true' },
    status: 201,
  }),
  route('GET', '/collections/:collectionId/spaces', 'collection.spaces', {
    name: 'ListSpacesInCollectionById',
    tag: 'Collections',
    summary: 'List the spaces in a collection',
  }),
  route('GET', '/spaces/:spaceId', 'space', {
    name: 'GetSpaceById',
    summary: 'Get a space',
    inputs: { shareKey: query('shareKey') },
    visitors: true,
  }),
  route('DELETE', '/spaces/:spaceId', 'deleteSpace.deletedSpaceId', {
    name: 'DeleteSpaceById',
    summary: 'Delete a space',
    status: 205,
  }),
  route('PATCH', '/spaces/:spaceId', 'updateSpace.space', {
    name: 'UpdateSpaceById',
    summary: 'Update a space',
  }),
  route('POST', '/spaces/:spaceId/restore', 'restoreSpace.space', {
    summary: 'Restore a deleted space',
  }),
  route('POST', '/spaces/:spaceId/move', 'moveSpace.space', {
    summary: 'Move a space within its organization',
  }),
  route('POST', '/spaces/:spaceId/transfer', 'transferSpace.space', {
    summary: 'Transfer a space to another organization',
  }),
]
