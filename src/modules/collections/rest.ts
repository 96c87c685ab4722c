import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

export const collectionBody = `
fragment CollectionBody on Collection {
  id title description organization: organizationId parent: parentId defaultLevel deletedAt
  urls { location app }
  permissions { view admin viewInviteLinks create }
}`

const route = routesOf('Collections', collectionBody)

export const collectionRoutes: readonly Row[] = [
  route('GET', '/collections/:collectionId', 'collection', {
    name: 'GetCollectionById',
    summary: 'Get a collection',
  }),
  route('DELETE', '/collections/:collectionId', 'deleteCollection.deletedCollectionId', {
    name: 'DeleteCollectionById',
    summary: 'Delete a collection with its content',
    status: 205,
  }),
  route('PATCH', '/collections/:collectionId', 'updateCollection.collection', {
    name: 'UpdateCollectionById',
    summary: 'Update a collection',
  }),
  route('POST', '/collections/:collectionId/restore', 'restoreCollection.collection', {
    summary: 'Restore a deleted collection with its content',
  }),
  route('POST', '/collections/:collectionId/move', 'moveCollection.collection', {
    summary: 'Move a collection within its organization',
  }),
  route('POST', '/collections/:collectionId/transfer', 'transferCollection.collection', {
    summary: 'Transfer a collection to another organization',
  }),
  route('GET', '/orgs/:organizationId/collections', 'organization.collections', {
    name: 'ListCollectionsInOrganizationById',
    summary: 'List the collections of an organization',
    inputs: { nested: query('nested'), first: query('limit'), after: query('page') },
  }),
  route('GET', '/orgs/:organizationId/trash/collections', 'organization.deletedCollections', {
    name: 'ListDeletedCollections',
    summary: 'List the deleted collections that can be restored',
    reply: '...CollectionBody purgeAt daysLeft deletedWith: deletedWithId',
    fragments: [collectionBody],
    inputs: { nested: query('nested'), first: query('limit'), after: query('page') },
  }),
  route('POST', '/orgs/:organizationId/collections', 'createCollection.collection', {
    summary: 'Create a collection',
    status: 201,
  }),
]
