import type { PageVersion } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionField } from '../../../graphql/connection.ts'
import type { Context } from '../../../graphql/context.ts'
import type { ContentRef } from '../../../page-format/types.ts'
import type { Body } from '../documents.ts'
import { CoverSizeEnum, DocumentFormatEnum, LayoutWidthEnum, PageKindEnum, PageTypeEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { asLocatedPage, locatePage, locationOf } from '../located-pages.ts'
import { type BodyFormat, documentOf } from '../page-bodies.ts'
import { rowsInRevision } from '../revision-rows.ts'
import { loadPagesBelow } from '../service.ts'
import { ContentReference, GitOrigin, gitOriginOf } from './reference.ts'

const PageUrls = builder.objectRef<PageVersion>('PageUrls').implement({
  description: 'URLs of a page.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'URL of the page in the workspace.',
      resolve: (page, _args, { config }) =>
        `${config.baseUrl}/s/${locationOf(page).spaceId}/pages/${page.pageId}`,
    }),
  }),
})

interface Layout {
  cover?: boolean
  coverSize?: 'hero' | 'full'
  title?: boolean
  description?: boolean
  tableOfContents?: boolean
  outline?: boolean
  pagination?: boolean
  metadata?: boolean
  width?: 'default' | 'wide'
}

const PageLayout = builder.objectRef<Layout>('PageLayout').implement({
  description: 'The parts of a page that are displayed with its body. All are displayed by default.',
  fields: (t) => {
    const shown = (name: keyof Layout, description: string) =>
      t.boolean({ description, resolve: (layout) => layout[name] !== false })
    return {
      cover: shown('cover', 'Whether the cover is displayed.'),
      coverSize: t.field({
        type: CoverSizeEnum,
        description: 'The size of the cover.',
        resolve: ({ coverSize }) => coverSize ?? 'hero',
      }),
      title: shown('title', 'Whether the title is displayed.'),
      description: shown('description', 'Whether the description is displayed.'),
      tableOfContents: shown('tableOfContents', 'Whether the table of contents of the space is displayed.'),
      outline: shown('outline', 'Whether the headings of the page are displayed.'),
      pagination: shown('pagination', 'Whether links to the previous and next page are displayed.'),
      metadata: shown('metadata', 'Whether the date of the last change is displayed.'),
      width: t.field({
        type: LayoutWidthEnum,
        description: 'The width of the body.',
        resolve: ({ width }) => width ?? 'default',
      }),
    }
  },
})

interface Cover {
  ref?: ContentRef
  refDark?: ContentRef
  yPos?: number
}

const PageCover = builder.objectRef<Cover>('PageCover').implement({
  description: 'The cover image of a page.',
  fields: (t) => ({
    ref: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The image: a file or a URL.',
      resolve: ({ ref }) => ref,
    }),
    refDark: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The image in dark mode. Null if it is the same.',
      resolve: ({ refDark }) => refDark,
    }),
    yPos: t.float({
      description: 'The vertical position of the displayed part of the image.',
      resolve: ({ yPos }) => yPos ?? 0,
    }),
  }),
})

const PageBody = builder.objectRef<{ page: PageVersion; format: BodyFormat }>('PageBody').implement({
  description: 'The body of a page in one format.',
  fields: (t) => ({
    markdown: t.string({
      nullable: true,
      description: 'The body as Markdown, without the title. Null if the other format was requested.',
      resolve: ({ page, format }, _args, context) =>
        format === 'MARKDOWN' ? markdownOf(page, context) : null,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The body as a tree of nodes. Null if the other format was requested.',
      resolve: ({ page, format }, _args, context) => (format === 'DOCUMENT' ? nodesOf(page, context) : null),
    }),
  }),
})

const bodyOf = (page: PageVersion, context: Context): Promise<Body> =>
  contentLoaders(context).bodies.load(asLocatedPage(page))

/** Returns the body without the title, which is stored separately, so that it can be written back unchanged. */
const markdownOf = async (page: PageVersion, context: Context) =>
  page.type === 'DOCUMENT' ? (await bodyOf(page, context)).markdown : null

const nodesOf = async (page: PageVersion, context: Context) =>
  page.type === 'DOCUMENT' ? documentOf(await bodyOf(page, context)) : null

const hasPath = ({ type }: PageVersion) => type === 'DOCUMENT' || type === 'GROUP'

async function pathOf(page: PageVersion, context: Context): Promise<string | null> {
  if (!hasPath(page)) return null
  const { path, revisionId } = locationOf(page)
  if (path !== undefined) return path
  if (page.parentId === null) return page.slug
  const parentPath = await contentLoaders(context).paths.load({ revisionId, pageId: page.parentId })
  return `${parentPath}/${page.slug}`
}

export const Page = builder.prismaObject('PageVersion', {
  name: 'Page',
  description: 'A page of a space in one revision.',
  fields: (t) => ({
    id: t.exposeID('pageId', { description: 'Opaque identifier, the same in every revision.' }),
    type: t.expose('type', { type: PageTypeEnum, description: 'The type of the page.' }),
    kind: t.field({
      type: PageKindEnum,
      nullable: true,
      description: 'The former name of the type. Null for computed pages.',
      deprecationReason: 'Use type.',
      resolve: ({ type }) => (type === 'DOCUMENT' ? 'SHEET' : type === 'COMPUTED' ? null : type),
    }),
    title: t.exposeString('title', { description: 'The title.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'The emoji before the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon before the title.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'The last segment of the path. Null for links and computed pages.',
    }),
    path: t.string({
      nullable: true,
      description:
        'The path in the space: slugs from the root, joined by `/`. Null for links and computed pages.',
      resolve: (page, _args, context) => pathOf(page, context),
    }),
    description: t.exposeString('description', { nullable: true, description: 'The description.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The date and time of creation.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The date and time of the last change.',
    }),
    urls: t.field({
      type: PageUrls,
      nullable: true,
      description: 'URLs of the page. Null for pages that are not documents.',
      resolve: (page) => (page.type === 'DOCUMENT' ? page : null),
    }),
    documentId: t.exposeID('documentId', {
      nullable: true,
      description: 'Id of the body. Null for an empty body.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent page. Null at the root.',
    }),
    holdsPages: t.boolean({
      description: 'Whether the page can have subpages. True for documents and groups.',
      resolve: hasPath,
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'The origin in a git repository. Null if the content was not imported from git.',
      resolve: gitOriginOf,
    }),
    layout: t.field({
      type: PageLayout,
      nullable: true,
      description: 'The layout of a document. Null for other pages.',
      resolve: ({ type, layout }) => (type === 'DOCUMENT' ? ((layout ?? {}) as Layout) : null),
    }),
    cover: t.field({
      type: PageCover,
      nullable: true,
      description: 'The cover image. Null if there is none.',
      resolve: ({ cover }) => cover as Cover | null,
    }),
    target: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The target of a link. Null for other pages.',
      resolve: ({ target }) => target as ContentRef | null,
    }),
    href: t.string({
      nullable: true,
      description: 'The URL of an external link. Null for other pages.',
      resolve: ({ target }) => {
        const reference = target as ContentRef | null
        return reference?.kind === 'url' ? reference.url : null
      },
    }),
    hidden: t.exposeBoolean('hidden', {
      description: 'Whether the page is excluded from the table of contents.',
    }),
    noIndex: t.exposeBoolean('noIndex', {
      description: 'Whether the page is excluded from the search of the site.',
    }),
    noRobotsIndex: t.exposeBoolean('noRobotsIndex', {
      description: 'Whether search engines are asked not to index the page.',
    }),
    computed: t.expose('computed', {
      type: 'JSON',
      nullable: true,
      description:
        'The computed source: an OpenAPI specification for a computed page, or one of its pages for a document. Null if the page is not computed.',
    }),
    computedSeed: t.exposeString('computedSeed', {
      nullable: true,
      description:
        'The seed from which the ids of generated pages are derived. Null if the page is not a computed document.',
    }),
    markdown: t.string({
      nullable: true,
      description: 'The body of a document as Markdown, without the title. Null for other pages.',
      resolve: (page, _args, context) => markdownOf(page, context),
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The body of a document as a tree of nodes. Null for other pages.',
      resolve: (page, _args, context) => nodesOf(page, context),
    }),
    body: t.field({
      type: PageBody,
      nullable: true,
      description: 'The body in the requested format. Null if no format is requested.',
      args: { format: t.arg({ type: DocumentFormatEnum, description: 'The format of the body.' }) },
      extensions: { rest: { merge: true } },
      resolve: (page, { format }) => (format ? { page, format } : null),
    }),
  }),
})

/** Marks a list of pages that the REST API returns as a tree. */
export const nestedPages = {
  rest: { nest: { parent: 'parentId', children: 'pages', nestable: 'holdsPages' } },
}

builder.prismaObjectFields(Page, (t) => ({
  pages: connectionField(t, {
    type: Page,
    name: 'Page',
    model: 'PageVersion',
    description: 'The stored subpages, in order. Generated pages are in `allPages` and `computedPages` only.',
    parent: {
      keyTypes: ['text', 'text'],
      from: rowsInRevision('PageVersion', 'p.k0', 'v."parentId" = p.k1'),
      condition: 'TRUE',
      keys: (page: PageVersion) => [locationOf(page).revisionId, page.pageId],
    },
    where: () => ({}),
    order: [{ column: 'position', type: 'text' }],
    attach: (child, parent) => {
      const { spaceId, revisionId } = locationOf(parent)
      return locatePage(child, { spaceId, revisionId })
    },
  }),
  computedPages: t.field({
    type: [Page],
    nullable: true,
    description:
      'All pages generated by a computed page, in reading order. Null for other pages, and if its source does not exist.',
    resolve: async (page, _args, context) => {
      if (page.type !== 'COMPUTED') return null
      const computed = await contentLoaders(context).computedPages.load(locationOf(page).revisionId)
      const pages = computed.get(page.pageId)
      return pages ? [...pages] : null
    },
  }),
  allPages: t.field({
    type: [Page],
    nullable: true,
    description: 'All descendants, in reading order. Null for links and computed pages.',
    extensions: nestedPages,
    resolve: async (page, _args, context) =>
      hasPath(page) ? loadPagesBelow(context, asLocatedPage(page)) : null,
  }),
}))
