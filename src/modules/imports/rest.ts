import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Space content')

const imported = {
  reply: `
    revision: revisionId importedResources totalResources skipped { path reason } notes { kind path text }
    _revision: revision { urls { location } }`,
  location: '_revision.urls.location',
  status: 201,
} as const

export const importRoutes: readonly Row[] = [
  route('POST', '/spaces/:spaceId/content/import', 'importContent', {
    summary: 'Import content into a space',
    ...imported,
  }),
  route('POST', '/spaces/:spaceId/change-requests/:changeRequestId/content/import', 'importContent', {
    name: 'ImportContentInChangeRequest',
    tag: 'Change requests',
    summary: 'Import content into a change request',
    ...imported,
  }),
]
