/** The operations of the graph that the tools run. */

const pageInfo = 'pageInfo { endCursor hasNextPage }'
const listedPage = 'nodes { pageId title type description subpageCount ... on ParentPage { path } }'
const foundPage = 'pageId title path urls { app } sections { title body }'
const changeRequest = 'id number subject status updatedAt spaceId createdBy { displayName } urls { app }'
const readPage =
  'pageId title type description ... on ParentPage { path } ... on DocumentPage { markdown urls { app } }'
const written =
  'revisionId warnings changes { written { page { pageId page { title ... on ParentPage { path } } } } deleted { page } }'

export const organizationsOfUser = 'query { organizations(first: 50) { nodes { id title } } }'

export const spacesOfOrganization = `query ($organization: ID!, $search: String, $first: Int, $after: String) {
  organization(id: $organization) {
    spaces(search: $search, first: $first, after: $after) {
      nodes { id title updatedAt editMode urls { app } } ${pageInfo}
    }
  }
}`

export const searchOfOrganization = `query ($organization: ID!, $search: String!, $first: Int, $after: String) {
  searchOrganization(organizationId: $organization, search: $search, first: $first, after: $after) {
    nodes { spaceId title pages { ${foundPage} } } ${pageInfo}
  }
}`

export const searchOfSpace = `query ($space: ID!, $search: String!, $first: Int, $after: String) {
  space(id: $space) { id title }
  searchSpace(spaceId: $space, search: $search, first: $first, after: $after) { nodes { ${foundPage} } ${pageInfo} }
}`

export const pagesOfSpace = `query ($space: ID!, $first: Int, $after: String) {
  space(id: $space) { pages(first: $first, after: $after) { ${listedPage} ${pageInfo} } }
}`

export const pagesOfChangeRequest = `query ($space: ID!, $changeRequest: ID!, $first: Int, $after: String) {
  changeRequest(spaceId: $space, id: $changeRequest) {
    revision { pages(first: $first, after: $after) { ${listedPage} ${pageInfo} } }
  }
}`

export const pagesBelow = `query ($space: ID!, $page: ID!, $changeRequest: ID, $first: Int, $after: String) {
  page(spaceId: $space, pageId: $page, changeRequestId: $changeRequest) {
    children(first: $first, after: $after) { ${listedPage} ${pageInfo} }
  }
}`

const pageById = 'page(spaceId: $space, pageId: $page, changeRequestId: $changeRequest)'
const pageAtPath = 'pageByPath(spaceId: $space, path: $page, changeRequestId: $changeRequest)'

/** Returns the query of a page, by its id or by its path, with the revision that it was read in. */
export const pageOf = ({ byPath, inChangeRequest }: { byPath: boolean; inChangeRequest: boolean }) =>
  `query ($space: ID!, $page: ${byPath ? 'String!' : 'ID!'}, $changeRequest: ${inChangeRequest ? 'ID!' : 'ID'}) {
  page: ${byPath ? pageAtPath : pageById} { ${readPage} }
  content: ${inChangeRequest ? 'changeRequest(spaceId: $space, id: $changeRequest)' : 'space(id: $space)'} { revisionId }
}`

export const changeRequestsOfOrganization = `query (
  $organization: ID!, $space: ID, $status: [ChangeRequestStatus!], $search: String, $first: Int, $after: String
) {
  organization(id: $organization) {
    changeRequests(space: $space, status: $status, search: $search, first: $first, after: $after) {
      nodes { ${changeRequest} } ${pageInfo}
    }
  }
}`

export const createChangeRequest = `mutation ($space: ID!, $input: CreateChangeRequestInput!) {
  createChangeRequest(spaceId: $space, input: $input) { changeRequest { ${changeRequest} revisionId } }
}`

export const updateChangeRequest = `mutation ($space: ID, $changeRequest: ID!, $input: UpdateChangeRequestInput!) {
  updateChangeRequest(spaceId: $space, changeRequestId: $changeRequest, input: $input) {
    changeRequest { ${changeRequest} }
  }
}`

export const writeInChangeRequest = `mutation (
  $space: ID!, $changeRequest: ID!, $changes: [ContentChangeInput!]!, $base: ID
) {
  result: updateChangeRequestContent(
    spaceId: $space, changeRequestId: $changeRequest, baseRevisionId: $base, input: { changes: $changes }
  ) { ${written} }
}`

export const writeInSpace = `mutation ($space: ID!, $changes: [ContentChangeInput!]!, $base: ID) {
  result: updateContent(spaceId: $space, baseRevisionId: $base, input: { changes: $changes }) { ${written} }
}`

const comment =
  'id status postedAt postedBy { displayName } target { page { pageId title } } body(format: MARKDOWN) { markdown } replyCount'

export const commentsOfSpace = `query ($space: ID!, $page: ID, $first: Int, $after: String) {
  content: space(id: $space) { comments(targetPage: $page, first: $first, after: $after) { nodes { ${comment} } ${pageInfo} } }
}`

export const commentsOfChangeRequest = `query ($space: ID!, $changeRequest: ID!, $page: ID, $first: Int, $after: String) {
  content: changeRequest(spaceId: $space, id: $changeRequest) {
    comments(targetPage: $page, first: $first, after: $after) { nodes { ${comment} } ${pageInfo} }
  }
}`

export const createComment = `mutation ($space: ID!, $changeRequest: ID, $input: CreateCommentInput!) {
  createComment(spaceId: $space, changeRequestId: $changeRequest, input: $input) { comment { id } }
}`

export const createReply = `mutation ($space: ID!, $changeRequest: ID, $comment: ID!, $input: CreateCommentReplyInput!) {
  createCommentReply(spaceId: $space, changeRequestId: $changeRequest, commentId: $comment, input: $input) {
    commentReply { id }
  }
}`
