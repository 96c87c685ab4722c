import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

export const collectionBody = `
fragment CollectionBody on Collection {
  id title description organization: organizationId parent: parentId defaultLevel deletedAt
  urls { location app }
  permissions { view admin viewInviteLinks create }
}`

const tag = 'Collections'

export const collectionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/collections/:collectionId',
    tag,
    summary: 'Get a collection',
    operation: 'query GetCollectionById($id: ID!) { collection(id: $id) { ...CollectionBody } }',
    fragments: [collectionBody],
    variables: { id: path('collectionId') },
    respond: one('collection'),
  }),
  route({
    method: 'DELETE',
    path: '/collections/:collectionId',
    tag,
    summary: 'Delete a collection with its content',
    operation:
      'mutation DeleteCollectionById($collectionId: ID!) { deleteCollection(collectionId: $collectionId) { deletedCollectionId } }',
    variables: { collectionId: path('collectionId') },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'PATCH',
    path: '/collections/:collectionId',
    tag,
    summary: 'Update a collection',
    operation: `mutation UpdateCollectionById($collectionId: ID!, $input: UpdateCollectionInput!) {
      updateCollection(collectionId: $collectionId, input: $input) { collection { ...CollectionBody } }
    }`,
    fragments: [collectionBody],
    variables: { collectionId: path('collectionId'), input: body() },
    respond: one('updateCollection.collection'),
  }),
  route({
    method: 'POST',
    path: '/collections/:collectionId/restore',
    tag,
    summary: 'Restore a deleted collection with its content',
    operation: `mutation RestoreCollection($collectionId: ID!) {
      restoreCollection(collectionId: $collectionId) { collection { ...CollectionBody } }
    }`,
    fragments: [collectionBody],
    variables: { collectionId: path('collectionId') },
    respond: one('restoreCollection.collection'),
  }),
  route({
    method: 'POST',
    path: '/collections/:collectionId/move',
    tag,
    summary: 'Move a collection within its organization',
    operation: `mutation MoveCollection($collectionId: ID!, $input: MoveContentInput!) {
      moveCollection(collectionId: $collectionId, input: $input) { collection { ...CollectionBody } }
    }`,
    fragments: [collectionBody],
    variables: { collectionId: path('collectionId'), input: body() },
    respond: one('moveCollection.collection'),
  }),
  route({
    method: 'POST',
    path: '/collections/:collectionId/transfer',
    tag,
    summary: 'Transfer a collection to another organization',
    operation: `mutation TransferCollection($collectionId: ID!, $input: TransferContentInput!) {
      transferCollection(collectionId: $collectionId, input: $input) { collection { ...CollectionBody } }
    }`,
    fragments: [collectionBody],
    variables: { collectionId: path('collectionId'), input: body() },
    respond: one('transferCollection.collection'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/collections',
    tag,
    summary: 'List the collections of an organization',
    operation: `query ListCollectionsInOrganizationById(
      $organizationId: ID!, $nested: Boolean, $first: Int, $after: String
    ) {
      organization(id: $organizationId) {
        collections(nested: $nested, first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...CollectionBody }
        }
      }
    }`,
    fragments: [collectionBody],
    variables: {
      organizationId: path('organizationId'),
      nested: query('nested'),
      first: query('limit'),
      after: query('page'),
    },
    respond: list('organization.collections'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/trash/collections',
    tag,
    summary: 'List the deleted collections that can be restored',
    operation: `query ListDeletedCollections($organizationId: ID!, $nested: Boolean, $first: Int, $after: String) {
      organization(id: $organizationId) {
        deletedCollections(nested: $nested, first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor }
          nodes { ...CollectionBody purgeAt daysLeft deletedWith: deletedWithId }
        }
      }
    }`,
    fragments: [collectionBody],
    variables: {
      organizationId: path('organizationId'),
      nested: query('nested'),
      first: query('limit'),
      after: query('page'),
    },
    respond: list('organization.deletedCollections'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/collections',
    tag,
    summary: 'Create a collection',
    operation: `mutation CreateCollection($organizationId: ID!, $input: CreateCollectionInput) {
      createCollection(organizationId: $organizationId, input: $input) { collection { ...CollectionBody } }
    }`,
    fragments: [collectionBody],
    variables: { organizationId: path('organizationId'), input: body() },
    respond: one('createCollection.collection'),
    status: 201,
  }),
]
