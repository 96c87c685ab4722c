import { body, one, path, type Route, route } from '../../rest/route.ts'

export const importRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content/import',
    tag: 'Space content',
    summary: 'Import content into a space',
    operation: `mutation ImportContent($spaceId: ID!, $input: ImportContentInput!) {
      importContent(spaceId: $spaceId, input: $input) {
        revision: revisionId importedResources totalResources skipped { path reason } notes { kind path text }
        _revision: revision { urls { location } }
      }
    }`,
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('importContent'),
    location: 'importContent._revision.urls.location',
    status: 201,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/import',
    tag: 'Change requests',
    summary: 'Import content into a change request',
    operation: `mutation ImportContentInChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $input: ImportContentInput!
    ) {
      importContent(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) {
        revision: revisionId importedResources totalResources skipped { path reason } notes { kind path text }
        _revision: revision { urls { location } }
      }
    }`,
    variables: { spaceId: path('spaceId'), changeRequestId: path('changeRequestId'), input: body() },
    respond: one('importContent'),
    location: 'importContent._revision.urls.location',
    status: 201,
  }),
]
