import { graphql } from '../../generated/workspace-operations/gql.ts'

/** Each answers with the tree after it, so that no second request is needed. */
export const CreateSpace = graphql(`
  mutation CreateSpace($organization: ID!, $input: CreateSpaceInput!) {
    createSpace(organizationId: $organization, input: $input, hasFirstPage: true) {
      space { id }
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const CreateCollection = graphql(`
  mutation CreateCollection($organization: ID!, $input: CreateCollectionInput!) {
    createCollection(organizationId: $organization, input: $input) {
      collection { id }
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const RenameSpace = graphql(`
  mutation RenameSpace($space: ID!, $title: String!, $emoji: String) {
    updateSpace(spaceId: $space, input: { title: $title, emoji: $emoji }) { space { id title emoji } }
  }
`)

export const RenameCollection = graphql(`
  mutation RenameCollection($collection: ID!, $title: String!) {
    updateCollection(collectionId: $collection, input: { title: $title }) { collection { id title } }
  }
`)

export const MoveSpace = graphql(`
  mutation MoveSpace($organization: ID!, $space: ID!, $input: MoveContentInput!) {
    moveSpace(spaceId: $space, input: $input) {
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const MoveCollection = graphql(`
  mutation MoveCollection($organization: ID!, $collection: ID!, $input: MoveContentInput!) {
    moveCollection(collectionId: $collection, input: $input) {
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const DuplicateSpace = graphql(`
  mutation DuplicateSpace($organization: ID!, $space: ID!) {
    duplicateSpace(spaceId: $space) {
      space { id title }
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const DeleteSpace = graphql(`
  mutation DeleteSpace($organization: ID!, $space: ID!) {
    deleteSpace(spaceId: $space) {
      deletedSpaceId
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const DeleteCollection = graphql(`
  mutation DeleteCollection($organization: ID!, $collection: ID!) {
    deleteCollection(collectionId: $collection) {
      deletedCollectionId
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const RestoreSpace = graphql(`
  mutation RestoreSpace($organization: ID!, $space: ID!) {
    restoreSpace(spaceId: $space) {
      space { id }
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)

export const RestoreCollection = graphql(`
  mutation RestoreCollection($organization: ID!, $collection: ID!) {
    restoreCollection(collectionId: $collection) {
      collection { id }
      query { organization(id: $organization) { id ...TreeOfHome } }
    }
  }
`)
