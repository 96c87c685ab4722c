import { body, items, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { spaceBody } from '../spaces/rest.ts'
import { userBody } from '../users/rest.ts'

/** Documents that spread these declare $metadata; git metadata is left out where it is false. */
const gitMember = 'git @include(if: $metadata) { oid path }'

const referenceMembers = 'kind file url page anchor user collection space reusableContent spec'

export const pageBody = `
fragment PageBody on Page {
  id type kind title emoji icon createdAt updatedAt slug path description documentId
  urls { app }
  ${gitMember}
  layout { cover coverSize title description tableOfContents outline pagination width metadata }
  cover { ref { ${referenceMembers} } refDark { ${referenceMembers} } yPos }
  target { ${referenceMembers} }
  href hidden noIndex noRobotsIndex computed computedSeed
}`

export const fileBody = `
fragment FileBody on File {
  id name contentType downloadURL size dimensions { width height }
  ${gitMember}
}`

/** Stands here, and not with the change requests, because revisions tell which one they were merged from. */
export const changeRequestBody = `
fragment ChangeRequestBody on ChangeRequest {
  id number status subject createdBy { ...UserBody } createdAt updatedAt
  revision: revisionId revisionInitial: revisionInitialId
  revisionMergedAncestor: revisionMergedAncestorId revisionMerged: revisionMergedId
  comments: openCommentCount outdated
  urls { app location }
}
${userBody}`

const revisionSummaryBody = `
fragment RevisionSummaryBody on Revision {
  id type parents createdAt
  git @include(if: $metadata) { oid message createdByService url ref }
  urls { app location }
  mergedFrom { ...ChangeRequestBody }
}
${changeRequestBody}`

const revisionBody = `
fragment RevisionBody on Revision {
  id type parents createdAt mergedFrom { ...ChangeRequestBody }
  git @include(if: $metadata) { oid message createdByService url ref }
  urls { app }
  pages: allPages(computed: $computed) { ...PageBody }
  files: allFiles(computed: $computed) { ...FileBody }
  reusableContents { id title document ${gitMember} }
}
${pageBody}
${fileBody}
${changeRequestBody}`

const changeBody = `
fragment SemanticChangeBody on SemanticChange {
  type
  page { id type title path }
  file { id name contentType downloadURL }
  reusableContent { id title document }
  attributes {
    title { ...AttributeBody } description { ...AttributeBody } slug { ...AttributeBody }
    document { ...AttributeBody } cover { ...AttributeBody } emoji { ...AttributeBody } icon { ...AttributeBody }
    layout { ...AttributeBody } hidden { ...AttributeBody } noIndex { ...AttributeBody }
    noRobotsIndex { ...AttributeBody } target { ...AttributeBody } name { ...AttributeBody }
    contentType { ...AttributeBody } content { ...AttributeBody }
  }
  parent { ...AttributeBody }
}
fragment AttributeBody on AttributeChange { before after }`

export const semanticChangesBody = `
fragment SemanticChangesBody on SemanticChanges {
  mergedFrom { ...ChangeRequestBody }
  changes { ...SemanticChangeBody }
  more
}
${changeRequestBody}
${changeBody}`

const tag = 'Space content'

const flags = '$metadata: Boolean! = true, $computed: Boolean! = true'

const flagSources = {
  metadata: query('metadata', 'False leaves out git metadata, which may change.'),
  computed: query('computed'),
}

const spaceId = path('spaceId')
const revisionId = path('revisionId')

/** The same six reads for the active revision, for any other, and for what a change request proposes. */
const revisionReads = (revision: {
  readonly tag: string
  readonly prefix: `/${string}`
  readonly names: { revision: string; pages: string; files: string; file: string; page: string; path: string }
  readonly of: string
  /** Declarations and arguments that name the revision. */
  readonly declared: string
  readonly idArgument: string
  readonly revisionArgument: string
  readonly sources: Record<string, ReturnType<typeof path>>
}): readonly Route[] => [
  route({
    method: 'GET',
    path: `${revision.prefix}`,
    tag: revision.tag,
    summary: `All content of ${revision.of}`,
    operation: `query ${revision.names.revision}(${revision.declared}, ${flags}) {
      revision(spaceId: $spaceId${revision.idArgument}) { ...RevisionBody }
    }`,
    fragments: [revisionBody],
    variables: { ...revision.sources, ...flagSources },
    respond: one('revision'),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/pages`,
    tag: revision.tag,
    summary: `The pages of ${revision.of}`,
    operation: `query ${revision.names.pages}(${revision.declared}, ${flags}) {
      revision(spaceId: $spaceId${revision.idArgument}) { pages: allPages(computed: $computed) { ...PageBody } }
    }`,
    fragments: [pageBody],
    variables: { ...revision.sources, ...flagSources },
    respond: items('revision.pages', 'pages'),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/files`,
    tag: revision.tag,
    summary: `The files of ${revision.of}`,
    operation: `query ${revision.names.files}(${revision.declared}, $first: Int, $after: String, ${flags}) {
      revision(spaceId: $spaceId${revision.idArgument}) {
        files(first: $first, after: $after, computed: $computed) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...FileBody }
        }
      }
    }`,
    fragments: [fileBody],
    variables: { ...revision.sources, first: query('limit'), after: query('page'), ...flagSources },
    respond: list('revision.files'),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/files/:fileId`,
    tag: revision.tag,
    summary: `A file of ${revision.of}`,
    operation: `query ${revision.names.file}(${revision.declared}, $fileId: ID!, ${flags}) {
      file(spaceId: $spaceId, fileId: $fileId${revision.revisionArgument}, computed: $computed) { ...FileBody }
    }`,
    fragments: [fileBody],
    variables: { ...revision.sources, fileId: path('fileId'), ...flagSources },
    respond: one('file'),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/page/:pageId`,
    tag: revision.tag,
    summary: `A page of ${revision.of}`,
    operation: `query ${revision.names.page}(
      ${revision.declared}, $pageId: ID!, $format: DocumentFormat, ${flags}
    ) {
      page(spaceId: $spaceId, pageId: $pageId${revision.revisionArgument}, computed: $computed) {
        ...PageBody
        body(format: $format) { markdown document }
        pages: allPages { ...PageBody }
      }
    }`,
    fragments: [pageBody],
    variables: { ...revision.sources, pageId: path('pageId'), format: query('format'), ...flagSources },
    respond: one('page'),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/path/:pagePath*`,
    tag: revision.tag,
    summary: `The page at a path of ${revision.of}`,
    operation: `query ${revision.names.path}(
      ${revision.declared}, $path: String!, $format: DocumentFormat, ${flags}
    ) {
      pageByPath(spaceId: $spaceId, path: $path${revision.revisionArgument}, computed: $computed) {
        ...PageBody
        body(format: $format) { markdown document }
        pages: allPages { ...PageBody }
      }
    }`,
    fragments: [pageBody],
    variables: { ...revision.sources, path: path('pagePath'), format: query('format'), ...flagSources },
    respond: one('pageByPath'),
  }),
]

export const contentRoutes: readonly Route[] = [
  ...revisionReads({
    tag,
    prefix: '/spaces/:spaceId/content',
    names: {
      revision: 'GetCurrentRevision',
      pages: 'ListPages',
      files: 'ListFiles',
      file: 'GetFileById',
      page: 'GetPageById',
      path: 'GetPageByPath',
    },
    of: 'a space',
    declared: '$spaceId: ID!',
    idArgument: '',
    revisionArgument: '',
    sources: { spaceId },
  }),
  ...revisionReads({
    tag,
    prefix: '/spaces/:spaceId/revisions/:revisionId',
    names: {
      revision: 'GetRevisionById',
      pages: 'ListPagesInRevision',
      files: 'ListFilesInRevision',
      file: 'GetFileInRevisionById',
      page: 'GetPageInRevisionById',
      path: 'GetPageInRevisionByPath',
    },
    of: 'a revision',
    declared: '$spaceId: ID!, $revisionId: ID!',
    idArgument: ', id: $revisionId',
    revisionArgument: ', revisionId: $revisionId',
    sources: { spaceId, revisionId },
  }),
  ...revisionReads({
    tag: 'Change requests',
    prefix: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    names: {
      revision: 'GetRevisionOfChangeRequestById',
      pages: 'ListPagesInChangeRequest',
      files: 'ListFilesInChangeRequestById',
      file: 'GetFileInChangeRequestById',
      page: 'GetPageInChangeRequestById',
      path: 'GetPageInChangeRequestByPath',
    },
    of: 'a change request',
    declared: '$spaceId: ID!, $changeRequestId: ID!',
    idArgument: ', changeRequestId: $changeRequestId',
    revisionArgument: ', changeRequestId: $changeRequestId',
    sources: { spaceId, changeRequestId: path('changeRequestId') },
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/revisions',
    tag,
    summary: 'The revisions of a space, newest first',
    operation: `query ListRevisions($id: ID!, $first: Int, $after: String, $metadata: Boolean! = true) {
      space(id: $id) {
        revisions(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...RevisionSummaryBody }
        }
      }
    }`,
    fragments: [revisionSummaryBody],
    variables: {
      id: path('spaceId'),
      first: query('limit'),
      after: query('page'),
      metadata: flagSources.metadata,
    },
    respond: list('space.revisions'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/revisions/:revisionId/changes',
    tag,
    summary: 'What a revision changed, since its parent or since another revision',
    operation: `query ListChangesInRevision($spaceId: ID!, $revisionId: ID!, $since: ID, $limit: Int) {
      revision(spaceId: $spaceId, id: $revisionId) {
        changes(since: $since, limit: $limit) { ...SemanticChangesBody }
      }
    }`,
    fragments: [semanticChangesBody],
    variables: { spaceId, revisionId, since: query('since'), limit: query('limit') },
    respond: one('revision.changes'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/revisions/:revisionId/restore',
    tag,
    summary: 'Make the content of a space what it was in a revision',
    operation: `mutation RestoreRevision($spaceId: ID!, $revisionId: ID!, $metadata: Boolean! = true) {
      restoreRevision(spaceId: $spaceId, revisionId: $revisionId) { ...RevisionSummaryBody }
    }`,
    fragments: [revisionSummaryBody],
    variables: { spaceId, revisionId },
    respond: one('restoreRevision'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/documents/:documentId',
    tag,
    summary: 'A body as a tree of nodes',
    operation: `query GetDocumentById($spaceId: ID!, $documentId: ID!) {
      document(spaceId: $spaceId, documentId: $documentId)
    }`,
    variables: { spaceId, documentId: path('documentId') },
    respond: one('document'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content',
    tag,
    summary: 'Change the content of a space',
    operation: `mutation UpdateContent($spaceId: ID!, $input: UpdateContentInput!, $metadata: Boolean! = true) {
      updateContent(spaceId: $spaceId, input: $input) {
        revision: revisionId
        changes { object: kind ref written { page { id urls { location } } } deleted { page } }
        insertedFiles { ...FileBody }
      }
    }`,
    fragments: [fileBody],
    variables: { spaceId, input: body() },
    respond: one('updateContent'),
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/duplicate',
    tag: 'Spaces',
    summary: 'Copy a space with its content',
    operation: `mutation DuplicateSpace($spaceId: ID!) {
      duplicateSpace(spaceId: $spaceId) { ...SpaceBody }
    }`,
    fragments: [spaceBody],
    variables: { spaceId },
    respond: one('duplicateSpace'),
    status: 201,
  }),
]
