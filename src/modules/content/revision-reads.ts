import { items, list, one, path, query, type Route, route } from '../../rest/route.ts'
import {
  fileBody,
  laterPageBody,
  laterRevisionBody,
  pageBody,
  reusableContentBody,
  revisionBody,
} from './fragments.ts'

const flags = '$metadata: Boolean! = true, $computed: Boolean! = true'

export const flagSources = {
  metadata: query('metadata', 'Whether to include git metadata, which may change. Defaults to true.'),
  computed: query('computed'),
}

const forVisitors = ({ visitors }: { readonly visitors?: true }) => (visitors ? { visitors } : {})

/** The names and the place of the routes of a revision. */
interface RevisionRoutes {
  readonly tag: string
  readonly prefix: `/${string}`
  readonly names: Readonly<
    Record<'revision' | 'pages' | 'files' | 'file' | 'page' | 'path' | 'reusableContent', string>
  >
  readonly of: string
  /** Variable declarations and arguments that select the revision. */
  readonly declared: string
  readonly idArgument: string
  readonly revisionArgument: string
  readonly sources: Record<string, ReturnType<typeof path>>
  /** Whether visitors of a site that includes the space may read it, as far as it is what the space publishes. */
  readonly visitors?: true
}

/** The form of a body. A single page that is read without a format has its tree. */
const bodyVariables =
  '$format: DocumentFormat = DOCUMENT, $references: MarkdownReferences = RELATIVE, $dereferenced: DereferencedContent, $evaluated: EvaluatedContent'

const bodySources = {
  format: query('format', 'The format of the body. Defaults to `document`.'),
  references: query('format.markdown.refs'),
  dereferenced: query('dereferenced'),
  evaluated: query('evaluated'),
}

const bodyOptions =
  'format: $format, references: $references, dereferenced: $dereferenced, evaluated: $evaluated'

/** In a later contract, Markdown begins with the title, and all nodes have keys. */
const laterBodyOptions = `${bodyOptions}, titled: true, keys: true`

const pageOperation = (
  revision: RevisionRoutes,
  bodyArguments = bodyOptions,
) => `query ${revision.names.page}(
    ${revision.declared}, $pageId: ID!, ${bodyVariables}, ${flags}
  ) {
    page(spaceId: $spaceId, pageId: $pageId${revision.revisionArgument}, computed: $computed) {
      ...PageBody
      ... on DocumentPage { body(${bodyArguments}) { markdown document } }
      ... on ParentPage { pages: allPages { ...PageBody } }
    }
  }`

const pathOperation = (
  revision: RevisionRoutes,
  bodyArguments = bodyOptions,
) => `query ${revision.names.path}(
    ${revision.declared}, $path: String!, ${bodyVariables}, ${flags}
  ) {
    pageByPath(spaceId: $spaceId, path: $path${revision.revisionArgument}, computed: $computed) {
      ...PageBody
      ... on DocumentPage { body(${bodyArguments}) { markdown document } }
      ... on ParentPage { pages: allPages { ...PageBody } }
    }
  }`

/** Returns the seven read routes of a revision: the active one, any other, or the head of a change request. */
export const revisionReads = (revision: RevisionRoutes): readonly Route[] => [
  route({
    method: 'GET',
    path: `${revision.prefix}`,
    tag: revision.tag,
    summary: `Get all content of ${revision.of}`,
    operation: `query ${revision.names.revision}(${revision.declared}, ${flags}) {
      revision(spaceId: $spaceId${revision.idArgument}) { ...RevisionBody }
    }`,
    fragments: [revisionBody],
    later: { fragments: [laterRevisionBody] },
    variables: { ...revision.sources, ...flagSources },
    respond: one('revision'),
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/pages`,
    tag: revision.tag,
    summary: `List the pages of ${revision.of}`,
    operation: `query ${revision.names.pages}(${revision.declared}, ${flags}) {
      revision(spaceId: $spaceId${revision.idArgument}) { pages: allPages(computed: $computed) { ...PageBody } }
    }`,
    fragments: [pageBody],
    later: { fragments: [laterPageBody] },
    variables: { ...revision.sources, ...flagSources },
    respond: items('revision.pages', 'pages'),
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/files`,
    tag: revision.tag,
    summary: `List the files of ${revision.of}`,
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
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/files/:fileId`,
    tag: revision.tag,
    summary: `Get a file of ${revision.of}`,
    operation: `query ${revision.names.file}(${revision.declared}, $fileId: ID!, ${flags}) {
      file(spaceId: $spaceId, fileId: $fileId${revision.revisionArgument}, computed: $computed) { ...FileBody }
    }`,
    fragments: [fileBody],
    variables: { ...revision.sources, fileId: path('fileId'), ...flagSources },
    respond: one('file'),
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/page/:pageId`,
    tag: revision.tag,
    summary: `Get a page of ${revision.of}`,
    operation: pageOperation(revision),
    fragments: [pageBody],
    later: { operation: pageOperation(revision, laterBodyOptions), fragments: [laterPageBody] },
    variables: { ...revision.sources, pageId: path('pageId'), ...bodySources, ...flagSources },
    respond: one('page'),
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/path/:pagePath*`,
    tag: revision.tag,
    summary: `Get the page at a path of ${revision.of}`,
    operation: pathOperation(revision),
    fragments: [pageBody],
    later: { operation: pathOperation(revision, laterBodyOptions), fragments: [laterPageBody] },
    variables: { ...revision.sources, path: path('pagePath'), ...bodySources, ...flagSources },
    respond: one('pageByPath'),
    ...forVisitors(revision),
  }),
  route({
    method: 'GET',
    path: `${revision.prefix}/reusable-contents/:reusableContentId`,
    tag: revision.tag,
    summary: `Get a reusable content of ${revision.of}`,
    operation: `query ${revision.names.reusableContent}(${revision.declared}, $reusableContentId: ID!, ${flags}) {
      reusableContent(
        spaceId: $spaceId, reusableContentId: $reusableContentId${revision.revisionArgument}, computed: $computed
      ) { ...ReusableContentBody }
    }`,
    fragments: [reusableContentBody],
    variables: { ...revision.sources, reusableContentId: path('reusableContentId'), ...flagSources },
    respond: one('reusableContent'),
    ...forVisitors(revision),
  }),
]
