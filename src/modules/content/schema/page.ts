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
import { ContentReference, GitOrigin, gitPlaceOf } from './reference.ts'

const PageUrls = builder.objectRef<PageVersion>('PageUrls').implement({
  description: 'Addresses of a page.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'The page in the workspace.',
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
  description: 'What is shown around the text of a page. Everything is, unless the page says otherwise.',
  fields: (t) => {
    const shown = (name: keyof Layout, description: string) =>
      t.boolean({ description, resolve: (layout) => layout[name] !== false })
    return {
      cover: shown('cover', 'The cover.'),
      coverSize: t.field({
        type: CoverSizeEnum,
        description: 'How large the cover is.',
        resolve: ({ coverSize }) => coverSize ?? 'hero',
      }),
      title: shown('title', 'The title.'),
      description: shown('description', 'The description.'),
      tableOfContents: shown('tableOfContents', 'The pages of the space.'),
      outline: shown('outline', 'The headings of the page.'),
      pagination: shown('pagination', 'Links to the previous and the next page.'),
      metadata: shown('metadata', 'When the page was last changed.'),
      width: t.field({
        type: LayoutWidthEnum,
        description: 'How wide the text is.',
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
  description: 'The picture above a page.',
  fields: (t) => ({
    ref: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The picture: a file or an address.',
      resolve: ({ ref }) => ref,
    }),
    refDark: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The picture in dark mode.',
      resolve: ({ refDark }) => refDark,
    }),
    yPos: t.float({
      description: 'Which part of the picture is shown, from top to bottom.',
      resolve: ({ yPos }) => yPos ?? 0,
    }),
  }),
})

const PageBody = builder.objectRef<{ page: PageVersion; format: BodyFormat }>('PageBody').implement({
  description: 'The body of a page in one of its forms.',
  fields: (t) => ({
    markdown: t.string({
      nullable: true,
      description: 'The body as Markdown, without the title; null where the other form was asked for.',
      resolve: ({ page, format }, _args, context) =>
        format === 'MARKDOWN' ? markdownOf(page, context) : null,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The body as a tree of nodes; null where the other form was asked for.',
      resolve: ({ page, format }, _args, context) => (format === 'DOCUMENT' ? nodesOf(page, context) : null),
    }),
  }),
})

const bodyOf = (page: PageVersion, context: Context): Promise<Body> =>
  contentLoaders(context).bodies.load(asLocatedPage(page))

/** The title is stored apart and is no part of the body, so that what is read can be written back unchanged. */
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
  description: 'A page of a space, as it stands in one revision.',
  fields: (t) => ({
    id: t.exposeID('pageId', { description: 'Opaque identifier; the same in every revision.' }),
    type: t.expose('type', { type: PageTypeEnum, description: 'What it is.' }),
    kind: t.field({
      type: PageKindEnum,
      nullable: true,
      description: 'The older name of what it is.',
      deprecationReason: 'Use type.',
      resolve: ({ type }) => (type === 'DOCUMENT' ? 'SHEET' : type === 'COMPUTED' ? null : type),
    }),
    title: t.exposeString('title', { description: 'The title.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'The emoji in front of the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon in front of the title.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'Its part of the path. Links and computed pages have none.',
    }),
    path: t.string({
      nullable: true,
      description: 'Its complete path in the space. Links and computed pages have none.',
      resolve: (page, _args, context) => pathOf(page, context),
    }),
    description: t.exposeString('description', { nullable: true, description: 'What it is about.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    urls: t.field({
      type: PageUrls,
      nullable: true,
      description: 'Addresses of a document.',
      resolve: (page) => (page.type === 'DOCUMENT' ? page : null),
    }),
    documentId: t.exposeID('documentId', {
      nullable: true,
      description: 'Id of the body; null for an empty one.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the page it is below; null at the root.',
    }),
    holdsPages: t.boolean({
      description: 'Whether there may be pages below it: documents and groups.',
      resolve: hasPath,
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'Where it comes from in a git repository.',
      resolve: gitPlaceOf,
    }),
    layout: t.field({
      type: PageLayout,
      nullable: true,
      description: 'What is shown around the text of a document.',
      resolve: ({ type, layout }) => (type === 'DOCUMENT' ? ((layout ?? {}) as Layout) : null),
    }),
    cover: t.field({
      type: PageCover,
      nullable: true,
      description: 'The picture above it.',
      resolve: ({ cover }) => cover as Cover | null,
    }),
    target: t.field({
      type: ContentReference,
      nullable: true,
      description: 'Where a link leads.',
      resolve: ({ target }) => target as ContentRef | null,
    }),
    href: t.string({
      nullable: true,
      description: 'Where a link leads that leads outside.',
      resolve: ({ target }) => {
        const reference = target as ContentRef | null
        return reference?.kind === 'url' ? reference.url : null
      },
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Left out of the table of contents.' }),
    noIndex: t.exposeBoolean('noIndex', { description: 'Left out of the search of the site.' }),
    noRobotsIndex: t.exposeBoolean('noRobotsIndex', {
      description: 'Search engines are told to leave it out.',
    }),
    computed: t.expose('computed', {
      type: 'JSON',
      nullable: true,
      description:
        'What it is computed from: a page of an OpenAPI specification or, for a computed page, all of them.',
    }),
    computedSeed: t.exposeString('computedSeed', {
      nullable: true,
      description: 'What the ids of what is computed are derived from.',
    }),
    markdown: t.string({
      nullable: true,
      description: 'The body of a document as Markdown, without the title.',
      resolve: (page, _args, context) => markdownOf(page, context),
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The body of a document as a tree of nodes.',
      resolve: (page, _args, context) => nodesOf(page, context),
    }),
    body: t.field({
      type: PageBody,
      nullable: true,
      description: 'The body in the form that is asked for; null where none is.',
      args: { format: t.arg({ type: DocumentFormatEnum, description: 'The form; no body if absent.' }) },
      extensions: { rest: { merge: true } },
      resolve: (page, { format }) => (format ? { page, format } : null),
    }),
  }),
})

/** A list of pages that REST sends as a tree. */
export const nestedPages = {
  rest: { nest: { parent: 'parentId', children: 'pages', nestable: 'holdsPages' } },
}

builder.prismaObjectFields(Page, (t) => ({
  pages: connectionField(t, {
    type: Page,
    name: 'Page',
    model: 'PageVersion',
    description:
      'The stored pages directly below it, in order; `allPages` and `computedPages` have the computed ones.',
    parent: {
      keyTypes: ['text', 'text'],
      from: rowsInRevision('PageVersion', 'p.k0', 'v."parentId" = p.k1'),
      scope: 'TRUE',
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
      'All pages that a computed page stands for, in reading order. Null for other pages, and while its source is not there.',
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
    description: 'All pages below it, in reading order. Null for links and computed pages.',
    extensions: nestedPages,
    resolve: async (page, _args, context) =>
      hasPath(page) ? loadPagesBelow(context, asLocatedPage(page)) : null,
  }),
}))
