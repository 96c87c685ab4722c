import { body, query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
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

const route = routesOf('Space content')

const metaLinks = 'canonical { kind page url } alternates { kind page url }'
const replaced = { dereferenced: query('dereferenced'), evaluated: query('evaluated') }

/** Clients of a later contract get trees whose nodes all have keys. */
const later = { inputs: { keys: 'true' } }

export const contentRoutes: readonly Row[] = [
  ...revisionReads({
    tag: 'Space content',
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
    visitors: true,
  }),
  ...revisionReads({
    tag: 'Space content',
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
  }),
  route('GET', '/spaces/:spaceId/revisions', 'space.revisions', {
    name: 'ListRevisions',
    summary: 'List the revisions of a space, newest first',
    reply: revisionSummaryBody,
    inputs: { metadata: flagSources.metadata },
  }),
  route('GET', '/spaces/:spaceId/revisions/:revisionId/changes', 'revision.changeSummary', {
    name: 'ListChangesInRevision',
    summary: 'List the changes of a revision since its parent or another revision',
    reply: semanticChangesBody,
    inputs: { since: query('since'), limit: query('limit') },
    visitors: true,
  }),
  route('GET', '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document', 'page.document', {
    name: 'GetPageDocumentInRevisionById',
    summary: 'Get the body of a page of a revision as a tree of nodes',
    inputs: replaced,
    later,
    visitors: true,
  }),
  route(
    'GET',
    '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    'reusableContent.nodes',
    {
      name: 'GetReusableContentDocumentInRevisionById',
      summary: 'Get the body of a reusable content of a revision as a tree of nodes',
      inputs: replaced,
      later,
      visitors: true,
    },
  ),
  route('GET', '/spaces/:spaceId/content/page/:pageId/meta-links', 'page.metaLinks', {
    name: 'ListSpacePageMetaLinks',
    summary: 'Get the links of a page of a space for programs that read it',
    reply: metaLinks,
    visitors: true,
  }),
  route(
    'GET',
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    'page.metaLinks',
    {
      name: 'ListChangeRequestPageMetaLinks',
      summary: 'Get the links of a page of a change request for programs that read it',
      reply: metaLinks,
      tag: 'Change requests',
    },
  ),
  route('GET', '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links', 'page.metaLinks', {
    name: 'ListRevisionPageMetaLinks',
    summary: 'Get the links of a page of a revision for programs that read it',
    reply: metaLinks,
    visitors: true,
  }),
  route('POST', '/spaces/:spaceId/revisions/:revisionId/restore', 'restoreRevision.revision', {
    summary: 'Restore a revision of a space',
    reply: revisionSummaryBody,
    inputs: { metadata: variable('Boolean! = true') },
    status: 201,
  }),
  route('GET', '/spaces/:spaceId/documents/:documentId', 'document', {
    name: 'GetDocumentById',
    summary: 'Get a body as a tree of nodes',
    later,
    visitors: true,
  }),
  route('POST', '/spaces/:spaceId/content/computed/document', 'computedDocument', {
    name: 'GetComputedDocument',
    summary: 'Compute the body of a document from a source, as a tree of nodes',
    inputs: { source: body('source'), seed: body('seed') },
    later,
    reads: true,
    visitors: true,
  }),
  route('POST', '/spaces/:spaceId/content/computed/revision', 'computedRevision', {
    name: 'GetComputedRevision',
    summary: 'Compute the content that a computed page generates from a source',
    reply: `
      pages: allPages { ...PageBody }
      files: allFiles { ...FileBody }
      reusableContents: allReusableContents { ...ReusableContentBody }`,
    fragments: [pageBody, fileBody, reusableContentBody],
    inputs: { source: body('source'), seed: body('seed'), metadata: variable('Boolean! = true') },
    reads: true,
  }),
  route('POST', '/spaces/:spaceId/content', 'updateContent', {
    summary: 'Update the content of a space',
    reply: `
      revision: revisionId
      changes { object: kind ref written { page { id: pageId urls { location } } } deleted { page } }
      insertedFiles: allInsertedFiles { ...FileBody }`,
    fragments: [fileBody],
    inputs: { ...baseSources, metadata: variable('Boolean! = true') },
    uploads: true,
  }),
  route('POST', '/spaces/:spaceId/duplicate', 'duplicateSpace.space', {
    tag: 'Spaces',
    summary: 'Duplicate a space with its content',
    reply: spaceBody,
    status: 201,
  }),
]
