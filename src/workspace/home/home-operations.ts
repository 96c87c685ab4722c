import { graphql } from '../../generated/workspace-operations/gql.ts'

/** A tree of content: that of an organization, or of one of its collections. */
export interface TreePlace {
  readonly organization: string
  readonly collection?: string
}

/** Returns the variables that every change to a tree has, so that it answers with the tree that is shown. */
export const treeVariables = ({ organization, collection }: TreePlace) => ({
  organization,
  collection: collection ?? '',
  isCollection: collection !== undefined,
})

/** The tree that is shown, as it is after a change, so that no second request is needed. */
export const ContentAfterChange = graphql(`
  fragment ContentAfterChange on Query {
    organization(id: $organization) @skip(if: $isCollection) { id ...TreeOfHome }
    collection(id: $collection) @include(if: $isCollection) { id ...TreeOfCollection }
  }
`)

export const MoveSpace = graphql(`
  mutation MoveSpace($organization: ID!, $collection: ID!, $isCollection: Boolean!, $space: ID!, $input: MoveContentInput!) {
    moveSpace(spaceId: $space, input: $input) {
      query { ...ContentAfterChange }
    }
  }
`)

export const MoveCollection = graphql(`
  mutation MoveCollection($organization: ID!, $collection: ID!, $isCollection: Boolean!, $moved: ID!, $input: MoveContentInput!) {
    moveCollection(collectionId: $moved, input: $input) {
      query { ...ContentAfterChange }
    }
  }
`)

export const DuplicateSpace = graphql(`
  mutation DuplicateSpace($organization: ID!, $collection: ID!, $isCollection: Boolean!, $space: ID!) {
    duplicateSpace(spaceId: $space) {
      space { id title }
      query { ...ContentAfterChange }
    }
  }
`)

export const DeleteSpace = graphql(`
  mutation DeleteSpace($organization: ID!, $collection: ID!, $isCollection: Boolean!, $space: ID!) {
    deleteSpace(spaceId: $space) {
      deletedSpaceId
      query { ...ContentAfterChange }
    }
  }
`)

export const DeleteCollection = graphql(`
  mutation DeleteCollection($organization: ID!, $collection: ID!, $isCollection: Boolean!, $moved: ID!) {
    deleteCollection(collectionId: $moved) {
      deletedCollectionId
      query { ...ContentAfterChange }
    }
  }
`)

export const RestoreSpace = graphql(`
  mutation RestoreSpace($organization: ID!, $collection: ID!, $isCollection: Boolean!, $space: ID!) {
    restoreSpace(spaceId: $space) {
      space { id }
      query { ...ContentAfterChange }
    }
  }
`)

export const RestoreCollection = graphql(`
  mutation RestoreCollection($organization: ID!, $collection: ID!, $isCollection: Boolean!, $moved: ID!) {
    restoreCollection(collectionId: $moved) {
      collection { id }
      query { ...ContentAfterChange }
    }
  }
`)
