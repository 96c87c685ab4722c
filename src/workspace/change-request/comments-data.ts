import { graphql } from '../../generated/workspace-operations/gql.ts'

export const CommentsOfChangeRequest = graphql(`
  fragment CommentsOfChangeRequest on ChangeRequest {
    id
    comments(first: 200, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      nodes {
        id
        target { review page { pageId } }
        written: body(format: MARKDOWN) { markdown }
        ...CommentOfThread
      }
    }
  }
`)

export const PostProposalComment = graphql(`
  mutation PostProposalComment($space: ID!, $id: ID!, $page: ID, $markdown: String!) {
    createComment(spaceId: $space, changeRequestId: $id, input: { page: $page, body: { markdown: $markdown } }) {
      comment { id }
      changeRequest { id openCommentCount ...CommentsOfChangeRequest }
    }
  }
`)

export const DeleteProposalComment = graphql(`
  mutation DeleteProposalComment($comment: ID!) {
    deleteComment(commentId: $comment) {
      deletedCommentId
      changeRequest { id openCommentCount ...CommentsOfChangeRequest }
    }
  }
`)
