import { graphql } from '../../generated/workspace-operations/gql.ts'

/** The changes of a change request or a revision. The bodies are read as HTML where `$rendered` asks for them. */
export const ShownChanges = graphql(`
  fragment ShownChanges on SemanticChangeConnection {
    totalCount
    pageInfo { hasNextPage }
    nodes {
      type
      page { __typename id pageId title ancestors { id pageId title } }
      pageBefore { __typename id ancestors { id title } }
      file { id name }
      reusableContent { id title }
      variables
      attributes {
        title { before after }
        description { before after }
        slug { before after }
        emoji { before after }
        icon { before after }
        name { before after }
        contentType { before after }
        content { before after }
        isHidden { before after }
        noIndex { before after }
        noRobotsIndex { before after }
        cover { before after }
        layout { before after }
        target { before after }
        variables { before after }
      }
      body {
        before @include(if: $rendered) { html }
        after @include(if: $rendered) { html }
        patch(context: 2)
        hunksOmitted
      }
    }
  }
`)
