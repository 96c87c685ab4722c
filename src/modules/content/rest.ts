import { body, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { spaceBody } from '../spaces/rest.ts'
import { baseSources } from './base-sources.ts'
import {
  fileBody,
  pageBody,
  reusableContentBody,
  revisionSummaryBody,
  semanticChangesBody,
} from './fragments.ts'
import { flagSources, revisionReads } from './revision-reads.ts'

const tag = 'Space content'
const spaceId = path('spaceId')
const revisionId = path('revisionId')

const metaLinks = 'metaLinks { canonical { kind page url } alternates { kind page url } }'

const replacedParts = 'dereferenced: $dereferenced, evaluated: $evaluated'
const replacedSources = { dereferenced: query('dereferenced'), evaluated: query('evaluated') }

/** Clients of a later contract get trees whose nodes all have keys. */
const pageDocument = (options: string) => `query GetPageDocumentInRevisionById(
  $spaceId: ID!, $revisionId: ID!, $pageId: ID!, $dereferenced: DereferencedContent,
  $evaluated: EvaluatedContent
) {
  page(spaceId: $spaceId, revisionId: $revisionId, pageId: $pageId) {
    ... on DocumentPage { document(${options}) }
  }
}`
const reusableContentDocument = (options: string) => `query GetReusableContentDocumentInRevisionById(
  $spaceId: ID!, $revisionId: ID!, $reusableContentId: ID!, $dereferenced: DereferencedContent,
  $evaluated: EvaluatedContent
) {
  reusableContent(spaceId: $spaceId, revisionId: $revisionId, reusableContentId: $reusableContentId) {
    nodes(${options})
  }
}`
const document = (options: string) => `query GetDocumentById($spaceId: ID!, $documentId: ID!) {
  document(spaceId: $spaceId, documentId: $documentId${options})
}`
const computedDocument = (options: string) => `query GetComputedDocument(
  $spaceId: ID!, $source: ComputedSourceInput!, $seed: String!
) {
  computedDocument(spaceId: $spaceId, source: $source, seed: $seed${options})
}`

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
      reusableContent: 'GetReusableContentById',
    },
    of: 'a space',
    declared: '$spaceId: ID!',
    idArgument: '',
    revisionArgument: '',
    sources: { spaceId },
    visitors: true,
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
      reusableContent: 'GetReusableContentInRevisionById',
    },
    of: 'a revision',
    declared: '$spaceId: ID!, $revisionId: ID!',
    idArgument: ', id: $revisionId',
    revisionArgument: ', revisionId: $revisionId',
    sources: { spaceId, revisionId },
    visitors: true,
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
      reusableContent: 'GetReusableContentInChangeRequestById',
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
    summary: 'List the revisions of a space, newest first',
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
    summary: 'List the changes of a revision since its parent or another revision',
    operation: `query ListChangesInRevision($spaceId: ID!, $revisionId: ID!, $since: ID, $limit: Int) {
      revision(spaceId: $spaceId, id: $revisionId) {
        changeSummary(since: $since, limit: $limit) { ...SemanticChangesBody }
      }
    }`,
    fragments: [semanticChangesBody],
    variables: { spaceId, revisionId, since: query('since'), limit: query('limit') },
    respond: one('revision.changeSummary'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    tag,
    summary: 'Get the body of a page of a revision as a tree of nodes',
    operation: pageDocument(replacedParts),
    later: { operation: pageDocument(`${replacedParts}, keys: true`) },
    variables: { spaceId, revisionId, pageId: path('pageId'), ...replacedSources },
    respond: one('page.document'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    tag,
    summary: 'Get the body of a reusable content of a revision as a tree of nodes',
    operation: reusableContentDocument(replacedParts),
    later: { operation: reusableContentDocument(`${replacedParts}, keys: true`) },
    variables: {
      spaceId,
      revisionId,
      reusableContentId: path('reusableContentId'),
      ...replacedSources,
    },
    respond: one('reusableContent.nodes'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/content/page/:pageId/meta-links',
    tag,
    summary: 'Get the links of a page of a space for programs that read it',
    operation: `query ListSpacePageMetaLinks($spaceId: ID!, $pageId: ID!) {
      page(spaceId: $spaceId, pageId: $pageId) { ... on DocumentPage { ${metaLinks} } }
    }`,
    variables: { spaceId, pageId: path('pageId') },
    respond: one('page.metaLinks'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    tag: 'Change requests',
    summary: 'Get the links of a page of a change request for programs that read it',
    operation: `query ListChangeRequestPageMetaLinks($spaceId: ID!, $changeRequestId: ID!, $pageId: ID!) {
      page(spaceId: $spaceId, changeRequestId: $changeRequestId, pageId: $pageId) {
        ... on DocumentPage { ${metaLinks} }
      }
    }`,
    variables: { spaceId, changeRequestId: path('changeRequestId'), pageId: path('pageId') },
    respond: one('page.metaLinks'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links',
    tag,
    summary: 'Get the links of a page of a revision for programs that read it',
    operation: `query ListRevisionPageMetaLinks($spaceId: ID!, $revisionId: ID!, $pageId: ID!) {
      page(spaceId: $spaceId, revisionId: $revisionId, pageId: $pageId) {
        ... on DocumentPage { ${metaLinks} }
      }
    }`,
    variables: { spaceId, revisionId, pageId: path('pageId') },
    respond: one('page.metaLinks'),
    visitors: true,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/revisions/:revisionId/restore',
    tag,
    summary: 'Restore a revision of a space',
    operation: `mutation RestoreRevision($spaceId: ID!, $revisionId: ID!, $metadata: Boolean! = true) {
      restoreRevision(spaceId: $spaceId, revisionId: $revisionId) { revision { ...RevisionSummaryBody } }
    }`,
    fragments: [revisionSummaryBody],
    variables: { spaceId, revisionId },
    respond: one('restoreRevision.revision'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/documents/:documentId',
    tag,
    summary: 'Get a body as a tree of nodes',
    operation: document(''),
    later: { operation: document(', keys: true') },
    variables: { spaceId, documentId: path('documentId') },
    respond: one('document'),
    visitors: true,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content/computed/document',
    tag,
    summary: 'Compute the body of a document from a source, as a tree of nodes',
    operation: computedDocument(''),
    later: { operation: computedDocument(', keys: true') },
    variables: { spaceId, source: body('source'), seed: body('seed') },
    respond: one('computedDocument'),
    reads: true,
    visitors: true,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content/computed/revision',
    tag,
    summary: 'Compute the content that a computed page generates from a source',
    operation: `query GetComputedRevision(
      $spaceId: ID!, $source: ComputedSourceInput!, $seed: String!, $metadata: Boolean! = true
    ) {
      computedRevision(spaceId: $spaceId, source: $source, seed: $seed) {
        pages: allPages { ...PageBody }
        files: allFiles { ...FileBody }
        reusableContents: allReusableContents { ...ReusableContentBody }
      }
    }`,
    fragments: [pageBody, fileBody, reusableContentBody],
    variables: { spaceId, source: body('source'), seed: body('seed') },
    respond: one('computedRevision'),
    reads: true,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/content',
    tag,
    summary: 'Update the content of a space',
    operation: `mutation UpdateContent(
      $spaceId: ID!, $input: UpdateContentInput!, $baseRevisionId: ID, $ifStale: StaleBase,
      $metadata: Boolean! = true
    ) {
      updateContent(spaceId: $spaceId, input: $input, baseRevisionId: $baseRevisionId, ifStale: $ifStale) {
        revision: revisionId
        changes { object: kind ref written { page { id: pageId urls { location } } } deleted { page } }
        insertedFiles: allInsertedFiles { ...FileBody }
      }
    }`,
    fragments: [fileBody],
    variables: { spaceId, input: body(), ...baseSources },
    respond: one('updateContent'),
    uploads: true,
  }),
  route({
    method: 'POST',
    path: '/spaces/:spaceId/duplicate',
    tag: 'Spaces',
    summary: 'Duplicate a space with its content',
    operation: `mutation DuplicateSpace($spaceId: ID!) {
      duplicateSpace(spaceId: $spaceId) { space { ...SpaceBody } }
    }`,
    fragments: [spaceBody],
    variables: { spaceId },
    respond: one('duplicateSpace.space'),
    status: 201,
  }),
]
