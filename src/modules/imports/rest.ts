import { body, one, path, type Route, route } from '../../rest/route.ts'

export const importRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content/import',
    tag: 'Space content',
    summary: 'Import a documentation repository',
    operation: `mutation ImportContent($spaceId: ID!, $input: ImportContentInput!) {
      importContent(spaceId: $spaceId, input: $input) {
        revision: revisionId importedResources totalResources skipped { path reason } _urls: urls { location }
      }
    }`,
    variables: { spaceId: path('spaceId'), input: body() },
    respond: one('importContent'),
    location: 'importContent._urls.location',
    status: 201,
  }),
]
