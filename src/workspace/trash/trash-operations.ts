import { graphql } from '../../generated/workspace-operations/gql.ts'

/** Without what was deleted with a collection, which comes back with it. */
export const TrashOfOrganization = graphql(`
  fragment TrashOfOrganization on Organization {
    id
    deletedCollections(first: 100, nested: false) {
      totalCount
      nodes { __typename id title deletedAt daysLeft permissions { admin } }
    }
    deletedSpaces(first: 100, nested: false) {
      totalCount
      nodes { __typename id title deletedAt daysLeft permissions { admin } }
    }
  }
`)

export const RestoreSpaceOfTrash = graphql(`
  mutation RestoreSpaceOfTrash($organization: ID!, $id: ID!) {
    restoreSpace(spaceId: $id) {
      space { id }
      query { organization(id: $organization) { id ...TrashOfOrganization ...TreeOfHome } }
    }
  }
`)

export const RestoreCollectionOfTrash = graphql(`
  mutation RestoreCollectionOfTrash($organization: ID!, $id: ID!) {
    restoreCollection(collectionId: $id) {
      collection { id }
      query { organization(id: $organization) { id ...TrashOfOrganization ...TreeOfHome } }
    }
  }
`)
