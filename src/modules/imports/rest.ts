import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Space content')

export const importRoutes: readonly Row[] = [
  route('POST', '/spaces/:spaceId/content/import', 'importContent', {
    summary: 'Import content into a space',
    reply: `
      revision: revisionId importedResources totalResources skipped { path reason } notes { kind path
      text } _revision: revision { urls { location } }`,
    status: 201,
    location: '_revision.urls.location',
  }),
  route('POST', '/spaces/:spaceId/change-requests/:changeRequestId/content/import', 'importContent', {
    name: 'ImportContentInChangeRequest',
    tag: 'Change requests',
    summary: 'Import content into a change request',
    reply: `
      revision: revisionId importedResources totalResources skipped { path reason } notes { kind path
      text } _revision: revision { urls { location } }`,
    status: 201,
    location: '_revision.urls.location',
  }),
]
