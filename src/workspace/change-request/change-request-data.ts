import { graphql } from '../../generated/workspace-operations/gql.ts'

/** The parts of a change request that its screen shows. Each mutation selects it, so that the screen is right after it. */
export const ShownChangeRequest = graphql(`
  fragment ShownChangeRequest on ChangeRequest {
    id
    number
    subject
    description
    descriptionHtml
    status
    isOutdated
    createdAt
    mergedAt
    createdBy { id displayName photoURL }
    mergedBy { id displayName photoURL }
    revisionMergedId
    allConflicts {
      id
      title
      field
      base { ...ConflictSideValue }
      ours { ...ConflictSideValue }
      theirs { ...ConflictSideValue }
    }
    requestedReviewers(first: 50) { nodes { user { id displayName photoURL } } }
    reviews(first: 50) {
      nodes {
        id
        status
        isOutdated
        createdAt
        reviewer { id displayName photoURL }
        comment { id body { html } }
      }
    }
  }
`)

/** Which of the changes are shown, and how. */
export interface ChangesShown {
  readonly changes: number
  /** Whether the bodies are shown as sites show them. */
  readonly rendered: boolean
}

export const ConflictSideValue = graphql(`
  fragment ConflictSideValue on ConflictValue {
    __typename
    ... on ConflictLines { line markdown }
    ... on ConflictText { text }
    ... on ConflictNumber { number }
    ... on ConflictFlag { isSet }
    ... on ConflictFields { fields }
    ... on ConflictPlace { parentId position }
    ... on ConflictFile { name }
    ... on ConflictReusableContent { title }
  }
`)

export const ChangeRequestQuery = graphql(`
  query ChangeRequestScreen($space: ID!, $changeRequest: ID!, $changes: Int!, $rendered: Boolean!) {
    viewer { id ...ViewerOfFrame }
    changeRequest(spaceId: $space, id: $changeRequest) {
      id
      ...ShownChangeRequest
      ...CommentsOfChangeRequest
      space {
        id
        title
        permissions { edit review merge comment }
        organization { id permissions { listMembers } ...OrganizationOfFrame }
      }
      changes(first: $changes) { ...ShownChanges }
    }
  }
`)

export const ReviewMutation = graphql(`
  mutation ReviewChangeRequest($id: ID!, $input: CreateChangeRequestReviewInput!) {
    createChangeRequestReview(changeRequestId: $id, input: $input) {
      changeRequestReview { id }
      changeRequest { id ...ShownChangeRequest }
    }
  }
`)

export const MergeMutation = graphql(`
  mutation MergeOpenChangeRequest($id: ID!) {
    mergeChangeRequest(changeRequestId: $id) {
      result
      changeRequest { id ...ShownChangeRequest }
    }
  }
`)

export const UpdateFromLiveMutation = graphql(`
  mutation UpdateFromLive($id: ID!, $changes: Int!, $rendered: Boolean!) {
    updateChangeRequestFromSpace(changeRequestId: $id) {
      result
      changeRequest { id ...ShownChangeRequest changes(first: $changes) { ...ShownChanges } }
    }
  }
`)

export const ResolveMutation = graphql(`
  mutation DecideConflict($id: ID!, $input: ResolveConflictsInput!, $changes: Int!, $rendered: Boolean!) {
    resolveConflicts(changeRequestId: $id, input: $input) {
      changeRequest { id ...ShownChangeRequest changes(first: $changes) { ...ShownChanges } }
    }
  }
`)

export const EditMutation = graphql(`
  mutation EditChangeRequest($id: ID!, $input: UpdateChangeRequestInput!) {
    updateChangeRequest(changeRequestId: $id, input: $input) {
      changeRequest { id ...ShownChangeRequest }
    }
  }
`)

export const RequestReviewsMutation = graphql(`
  mutation RequestReviews($id: ID!, $users: [ID!]!) {
    requestChangeRequestReviews(changeRequestId: $id, input: { users: $users }) {
      changeRequest { id ...ShownChangeRequest }
    }
  }
`)

export const RemoveReviewerMutation = graphql(`
  mutation RemoveReviewer($id: ID!, $user: ID!) {
    removeRequestedReviewer(changeRequestId: $id, userId: $user) {
      changeRequest { id ...ShownChangeRequest }
    }
  }
`)
