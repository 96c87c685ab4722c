// The documents of the seven reads: in Lectern's schema, and the same questions in the one that PostGraphile makes of
// the tables. Aliases make the answers alike; verify.ts does the rest.

export const lecternDocuments = {
  'organization-tree': `query OrganizationTree($id: ID!) {
    organization(id: $id) {
      title
      sites(first: 10) {
        nodes {
          title
          sections(first: 5) {
            nodes {
              title
              siteSpaces(first: 4) {
                nodes { path space { id title emoji visibility pages(first: 5) { nodes { title ... on ParentPage { slug } } } } }
              }
            }
          }
        }
      }
    }
  }`,
  'site-tree': `query SiteTree($id: ID!) {
    site(id: $id) {
      title
      sections(first: 5) {
        nodes { title siteSpaces(first: 4) { nodes { path space { id title emoji visibility } } } }
      }
    }
  }`,
  space: 'query Space($id: ID!) { space(id: $id) { id title emoji visibility createdAt } }',
  'spaces-with-counts': `query SpacesWithCounts($id: ID!) {
    organization(id: $id) { spaces(first: 50) { nodes { id title updatedAt comments { totalCount } } } }
  }`,
  comments: `query Comments($id: ID!) {
    space(id: $id) { comments(first: 20) { nodes { body { markdown } postedBy { displayName } } } }
  }`,
  'whole-organization': `query WholeOrganization($id: ID!) {
    organization(id: $id) {
      id
      title
      sites(first: 10) {
        nodes {
          id
          title
          sections(first: 5) {
            nodes {
              id
              title
              path
              siteSpaces(first: 4) {
                nodes {
                  id
                  path
                  space {
                    id title emoji visibility editMode defaultLevel organizationId parentId revisionId
                    createdAt updatedAt deletedAt
                    openCommentCount changeRequestCount openChangeRequestCount draftChangeRequestCount
                    pages(first: 8) { nodes { id title ... on ParentPage { slug } } }
                  }
                }
              }
            }
          }
        }
      }
    }
  }`,
  'update-space': `mutation UpdateSpace($id: ID!, $title: String!) {
    updateSpace(spaceId: $id, input: { title: $title }) { space { id title } }
  }`,
  typename: 'query Typename { __typename }',
} as const

export type ReadName = keyof typeof lecternDocuments

// The other conditions of the pages make no difference to these rows, and PostGraphile filters by columns with an
// index only.
const pages = (count: number, fields: string) =>
  `branches: branchesBySpaceIdList(condition: { baseBranchId: null }) {
    pages: pageVersionsByBranchIdList(
      first: ${count}, orderBy: POSITION_ASC, condition: { parentId: null, endSequence: null }
    ) { ${fields} }
  }`

export const postgraphileDocuments: Record<ReadName, string> = {
  'organization-tree': `query OrganizationTree($id: String!) {
    organization: organizationByRowId(rowId: $id) {
      title
      sites: sitesByOrganizationIdList(first: 10, orderBy: ROW_ID_ASC) {
        title
        sections: siteSectionsBySiteIdList(first: 5, orderBy: POSITION_ASC) {
          title
          siteSpaces: siteSpacesBySectionIdList(first: 4, orderBy: POSITION_ASC) {
            path
            space: spaceBySpaceId { id: rowId title emoji visibility ${pages(5, 'title slug')} }
          }
        }
      }
    }
  }`,
  'site-tree': `query SiteTree($id: String!) {
    site: siteByRowId(rowId: $id) {
      title
      sections: siteSectionsBySiteIdList(first: 5, orderBy: POSITION_ASC) {
        title
        siteSpaces: siteSpacesBySectionIdList(first: 4, orderBy: POSITION_ASC) {
          path
          space: spaceBySpaceId { id: rowId title emoji visibility }
        }
      }
    }
  }`,
  space: `query Space($id: String!) {
    space: spaceByRowId(rowId: $id) { id: rowId title emoji visibility createdAt }
  }`,
  'spaces-with-counts': `query SpacesWithCounts($id: String!) {
    organization: organizationByRowId(rowId: $id) {
      spaces: spacesByOrganizationIdList(first: 50, orderBy: ROW_ID_ASC) {
        id: rowId
        title
        updatedAt
        comments: commentsBySpaceId { totalCount }
      }
    }
  }`,
  comments: `query Comments($id: String!) {
    space: spaceByRowId(rowId: $id) {
      comments: commentsBySpaceIdList(first: 20, orderBy: POSTED_AT_DESC) {
        body: markdown
        postedBy: userByPostedById { displayName }
      }
    }
  }`,
  'whole-organization': `query WholeOrganization($id: String!) {
    organization: organizationByRowId(rowId: $id) {
      id: rowId
      title
      sites: sitesByOrganizationIdList(first: 10, orderBy: ROW_ID_ASC) {
        id: rowId
        title
        sections: siteSectionsBySiteIdList(first: 5, orderBy: POSITION_ASC) {
          id: rowId
          title
          path
          siteSpaces: siteSpacesBySectionIdList(first: 4, orderBy: POSITION_ASC) {
            id: rowId
            path
            space: spaceBySpaceId {
              id: rowId title emoji visibility editMode defaultLevel organizationId parentId revisionId
              createdAt updatedAt deletedAt
              openCommentCount: openComments
              changeRequestCount: changeRequestsTotal
              openChangeRequestCount: changeRequestsOpen
              draftChangeRequestCount: changeRequestsDraft
              ${pages(8, 'id: pageId title slug')}
            }
          }
        }
      }
    }
  }`,
  'update-space': `mutation UpdateSpace($id: String!, $title: String!) {
    updateSpace: updateSpaceByRowId(input: { rowId: $id, spacePatch: { title: $title } }) { space { id: rowId title } }
  }`,
  typename: 'query Typename { __typename }',
}
