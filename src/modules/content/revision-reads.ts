import { query } from '../../rest/route.ts'
import { type Inputs, type Row, routesOf, variable } from '../../rest/row.ts'
import {
  fileBody,
  laterPageBody,
  laterRevisionBody,
  pageBody,
  reusableContentBody,
  revisionBody,
} from './fragments.ts'

export const flagSources = {
  metadata: variable(
    'Boolean! = true',
    query('metadata', 'Whether to include git metadata, which may change. Defaults to true.'),
  ),
  computed: variable('Boolean! = true', query('computed')),
}

/** The names and the place of the routes of a revision. */
interface RevisionRoutes {
  readonly tag: string
  readonly prefix: `/${string}`
  readonly names: Readonly<
    Record<'revision' | 'pages' | 'files' | 'file' | 'page' | 'path' | 'reusableContent', string>
  >
  readonly of: string
  /** Whether visitors of a site that includes the space may read it, as far as it is what the space publishes. */
  readonly visitors?: true
}

/** The form of a body. A single page that is read without a format has its tree. */
const pageInputs: Inputs = {
  format: variable(
    'DocumentFormat = DOCUMENT',
    query('format', 'The format of the body. Defaults to `document`.'),
  ),
  references: variable('MarkdownReferences = RELATIVE', query('format.markdown.refs')),
  dereferenced: variable('DereferencedContent', query('dereferenced')),
  evaluated: variable('EvaluatedContent', query('evaluated')),
  ...flagSources,
}

const pageReply = (more = '') => `
  ...PageBody
  ... on DocumentPage {
    body(
      format: $format, references: $references, dereferenced: $dereferenced, evaluated: $evaluated${more}
    ) { markdown document }
  }
  ... on ParentPage { pages: allPages { ...PageBody } }`

/** A page. In a later contract, Markdown begins with the title, and all nodes have keys. */
const page = {
  reply: pageReply(),
  fragments: [pageBody],
  later: { reply: pageReply(', titled: true, keys: true'), fragments: [laterPageBody] },
  inputs: pageInputs,
}

/** Returns the seven read routes of a revision: the active one, any other, or the head of a change request. */
export function revisionReads({ tag, prefix, names, of, visitors }: RevisionRoutes): readonly Row[] {
  const route = routesOf(tag)
  const common = { inputs: flagSources, ...(visitors && { visitors }) }
  return [
    route('GET', prefix, 'revision', {
      ...common,
      name: names.revision,
      summary: `Get all content of ${of}`,
      reply: revisionBody,
      later: { reply: laterRevisionBody },
    }),
    route('GET', `${prefix}/pages`, 'revision.allPages', {
      ...common,
      name: names.pages,
      summary: `List the pages of ${of}`,
      reply: pageBody,
      later: { reply: laterPageBody },
      member: 'pages',
    }),
    route('GET', `${prefix}/files`, 'revision.files', {
      ...common,
      name: names.files,
      summary: `List the files of ${of}`,
      reply: fileBody,
    }),
    route('GET', `${prefix}/files/:fileId`, 'file', {
      ...common,
      name: names.file,
      summary: `Get a file of ${of}`,
      reply: fileBody,
    }),
    route('GET', `${prefix}/page/:pageId`, 'page', {
      ...common,
      ...page,
      name: names.page,
      summary: `Get a page of ${of}`,
    }),
    route('GET', `${prefix}/path/:pagePath*`, 'pageByPath', {
      ...common,
      ...page,
      name: names.path,
      summary: `Get the page at a path of ${of}`,
    }),
    route('GET', `${prefix}/reusable-contents/:reusableContentId`, 'reusableContent', {
      ...common,
      name: names.reusableContent,
      summary: `Get a reusable content of ${of}`,
      reply: reusableContentBody,
    }),
  ]
}
