import { body, items, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { spaceBody } from '../spaces/rest.ts'

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

const revisionBody = `
fragment RevisionBody on Revision {
  id type parents createdAt
  git @include(if: $metadata) { oid message createdByService url ref }
  urls { app }
  pages: allPages(computed: $computed) { ...PageBody }
  files: allFiles(computed: $computed) { ...FileBody }
  reusableContents { id title document ${gitMember} }
}
${pageBody}
${fileBody}`

const tag = 'Space content'

const flags = '$metadata: Boolean! = true, $computed: Boolean! = true'

const flagSources = {
  metadata: query('metadata', 'False leaves out git metadata, which may change.'),
  computed: query('computed'),
}

const spaceId = path('spaceId')
const revisionId = path('revisionId')

/** The same six reads for the active revision and for any other. */
const revisionReads = (revision: {
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
    tag,
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
    tag,
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
    tag,
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
    tag,
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
    tag,
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
    tag,
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
