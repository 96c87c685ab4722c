import { graphql } from '../../generated/workspace-operations/gql.ts'

// The operations of the dialogs are loaded with them, and not with the first screen.

export const CreateSpace = graphql(`
  mutation CreateSpace($organization: ID!, $collection: ID!, $isCollection: Boolean!, $input: CreateSpaceInput!) {
    createSpace(organizationId: $organization, input: $input, hasFirstPage: true) {
      space { id }
      query { ...ContentAfterChange }
    }
  }
`)

export const CreateCollection = graphql(`
  mutation CreateCollection($organization: ID!, $collection: ID!, $isCollection: Boolean!, $input: CreateCollectionInput!) {
    createCollection(organizationId: $organization, input: $input) {
      collection { id }
      query { ...ContentAfterChange }
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

export const TransferSpace = graphql(`
  mutation TransferSpace(
    $organization: ID!
    $collection: ID!
    $isCollection: Boolean!
    $space: ID!
    $target: ID!
  ) {
    transferSpace(spaceId: $space, input: { organization: $target }) {
      space { id }
      query { ...ContentAfterChange }
    }
  }
`)

export const TransferCollection = graphql(`
  mutation TransferCollection(
    $organization: ID!
    $collection: ID!
    $isCollection: Boolean!
    $moved: ID!
    $target: ID!
  ) {
    transferCollection(collectionId: $moved, input: { organization: $target }) {
      collection { id }
      query { ...ContentAfterChange }
    }
  }
`)
