import { objectsOfPageBody } from '../../../admission/heavy-work.ts'
import { maximumDepth } from '../../../formats/body/limits.ts'
import { variablesOfPage } from '../../../formats/body/variables.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { emojiCodePoints } from '../../../formats/page/syntax/emoji-names.ts'
import type { ContentRef } from '../../../formats/page/types.ts'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { extendInterface, model, modelInterface } from '../../../graph/declare/model.ts'
import { builder, declareNode } from '../../../graphql/builder.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { Space } from '../../spaces/schema.ts'
import type { ComputedSource as ComputedSourceShape } from '../computed/sources.ts'
import { contentIdDescription, idOfPage, idOfPageInSql } from '../content-ids.ts'
import { findPageNode } from '../content-nodes.ts'
import { columnsOfPage, pagesAbove, storedSubpages, subpages } from '../content-rows.ts'
import { CoverMaskEnum, CoverSizeEnum, LayoutWidthEnum, PageKindEnum, PageTypeEnum } from '../enums.ts'
import { listsOfStoredPages, subpagesOf } from '../listed-pages.ts'
import { contentLoaders } from '../loaders.ts'
import { type LocatedPage, readAs } from '../located-content.ts'
import { type MetaLinks, metaLinksOf } from '../meta-links.ts'
import { pathOf, slugOf } from '../page-path.ts'
import { bodyPrefetch, prefetchedBodyOf } from '../prefetched-pages.ts'
import { loadAncestors, loadPagesBelow, loadParent } from '../service.ts'
import { plainTreeText } from '../shown-bodies.ts'
import { ComputedSource } from './computed-source.ts'
import { bodyArguments, bodyIdOf, columnsOfBody, markdownOf, nodesOf, PageBody } from './page-body.ts'
import { ContentReference, gitOrigin } from './reference.ts'
import { spaceEdge } from './space-field.ts'
import { treeArguments, treeOptions } from './tree-arguments.ts'
import { variablesDescription } from './variables.ts'

const PageUrls = urlsObject<Pick<LocatedPage, 'pageId' | 'spaceId'>>('PageUrls', {
  description: 'URLs of a page.',
  of: 'the page',
  app: ({ spaceId, pageId }) => ({ kind: 'page', space: spaceId, page: pageId }),
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
    const always = (description: string) => t.boolean({ description, resolve: () => true })
    return {
      showsCover: shown('cover', 'Whether the cover is displayed.'),
      coverSize: t.field({
        type: CoverSizeEnum,
        description: 'The size of the cover.',
        resolve: ({ coverSize }) => coverSize ?? 'hero',
      }),
      showsTitle: shown('title', 'Whether the title is displayed.'),
      showsDescription: shown('description', 'Whether the description is displayed.'),
      showsTableOfContents: shown(
        'tableOfContents',
        'Whether the table of contents of the space is displayed.',
      ),
      showsOutline: shown('outline', 'Whether the headings of the page are displayed.'),
      showsPagination: shown('pagination', 'Whether links to the previous and next page are displayed.'),
      showsMetadata: shown('metadata', 'Whether the date of the last change is displayed.'),
      showsTags: always('Whether the tags are displayed. Always true.'),
      showsActions: always('Whether the menu of actions is displayed. Always true.'),
      showsAnchors: always('Whether headings have links to themselves. Always true.'),
      coverMask: t.field({
        type: CoverMaskEnum,
        description: 'The mask over the cover. Always none.',
        resolve: () => 'NONE' as const,
      }),
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
      description: 'The image: a file or a URL. Null if the cover has none.',
      resolve: ({ ref }) => ref,
    }),
    refDark: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The image in dark mode. Null if it is the same.',
      resolve: ({ refDark }) => refDark,
    }),
    yPos: t.float({
      description:
        'The vertical position of the displayed part of the image, as it was imported. 0 if none was given.',
      resolve: ({ yPos }) => yPos ?? 0,
    }),
  }),
})

const sourceOf = ({ computed }: Pick<PageVersion, 'computed'>): ComputedSourceShape | null =>
  computed as unknown as ComputedSourceShape | null

const hasSubpages = ({ type }: PageVersion) => type === 'DOCUMENT' || type === 'GROUP'

const Node = builder.nodeInterfaceRef()

const typeNames = {
  DOCUMENT: 'DocumentPage',
  GROUP: 'GroupPage',
  LINK: 'LinkPage',
  COMPUTED: 'ComputedPage',
} as const satisfies Record<PageVersion['type'], string>

export const Page = modelInterface('Page', {
  description:
    'A page of a space, in its live content, in a change request or in a revision. Its id differs between them.',
  kind: 'type',
  typeNames,
  visible: () => ({}),
  fields: (t) => ({
    id: t.code({
      type: 'ID',
      description: contentIdDescription('pageId'),
      reads: { columns: ['computedSeed', ...columnsOfPage], inSql: idOfPageInSql },
      resolve: (page, _args, context) => idOfPage(context, page),
    }),
    pageId: t.exposeID('pageId', {
      description: 'Id of the page, the same in every revision and change request.',
    }),
    type: t.expose('type', { type: PageTypeEnum, description: 'The type of the page.' }),
    title: t.exposeString('title', { description: 'The title of the page.' }),
    emoji: t.exposeString('emoji', {
      nullable: true,
      description:
        'The emoji before the title, as it was given: a character or code points. Null if the page has none.',
    }),
    emojiCode: t.computed({
      type: 'String',
      nullable: true,
      description:
        'The code points of the emoji before the title, such as `1f680`. Null if the page has none.',
      from: ['emoji'],
      resolve: ({ emoji }) => emoji && emojiCodePoints(emoji),
    }),
    icon: t.exposeString('icon', {
      nullable: true,
      description: 'Name of the icon before the title. Null if the page has none.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The description below the title. Null if the page has none.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last change.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The `pageId` of the parent page. Null at the root.',
    }),
    git: t.computed(gitOrigin),
    isHidden: t.exposeBoolean('hidden', {
      description: 'Whether the page is excluded from the table of contents.',
    }),
    noIndex: t.exposeBoolean('noIndex', {
      description: 'Whether the page is excluded from the search of the site.',
    }),
    noRobotsIndex: t.exposeBoolean('noRobotsIndex', {
      description: 'Whether search engines are asked not to index the page.',
    }),
  }),
})

/** Marks a list of pages that the REST API returns as a tree. */
export const nestedPages = {
  rest: {
    nest: {
      id: 'pageId',
      parent: 'parentId',
      children: 'pages',
      parentTypes: [typeNames.DOCUMENT, typeNames.GROUP],
    },
  },
}

export const ParentPage = modelInterface('Page', {
  name: 'ParentPage',
  description: 'A page that can have subpages, and has a path: a document or a group.',
  kind: 'type',
  typeNames,
  visible: () => ({}),
  interfaces: [Page],
  fields: (t) => ({
    slug: t.computed({
      type: 'String',
      description: 'The last segment of the path.',
      from: ['slug'],
      resolve: slugOf,
      inSql: (column) => column('slug'),
    }),
    path: t.code({
      type: 'String',
      reads: {
        columns: ['slug', 'parentId', 'revisionId', 'pageId', 'path'],
        inSql: (column) => column('path'),
      },
      description: 'The path in the space: slugs from the root, joined by `/`.',
      resolve: (page, _args, context) => pathOf(page, context),
    }),
  }),
})

/** Returns whether no row of its revision is the page, or code has read it with those above it. */
const isMade = ({ generatedPages, ancestors, readAs }: LocatedPage): boolean =>
  generatedPages !== undefined || ancestors !== undefined || (readAs != null && typeof readAs === 'object')

extendInterface(Page, (t) => ({
  space: t.one(Space, { ...spaceEdge, key: 'spaceId' }),
  parent: t.parent(ParentPage, {
    description:
      'The parent page. Null at the root. That of a generated page is the parent of its computed page, unless it is generated as well.',
    by: pagesAbove,
    made: { is: isMade, resolve: (page, context) => loadParent(context, page) },
  }),
  ancestors: t.ancestors(ParentPage, {
    description: `The pages above, outermost first. Empty at the root. A stored page has at most ${maximumDepth - 1}.`,
    by: pagesAbove,
    made: { is: isMade, resolve: (page, context) => loadAncestors(context, page) },
  }),
  children: t.codeList({
    type: Page,
    name: 'Page',
    model: 'Page',
    description:
      'The subpages, in order, with generated pages in place of their computed page. Empty for links and computed pages.',
    parent: subpages,
    where: () => ({}),
    keepsRows: listsOfStoredPages,
    order: [{ column: 'position', type: 'text' }],
    replace: (rows, page, _args, context) => subpagesOf(context, page, rows),
  }),
  hasSubpages: t.exists(Page, { by: storedSubpages, description: 'Whether the page has stored subpages.' }),
  subpageCount: t.count(Page, { by: storedSubpages, description: 'Number of stored subpages.' }),
  allPages: t.code({
    type: [Page],
    description: 'All descendants, in reading order. Empty for links and computed pages.',
    extensions: {
      ...nestedPages,
      [causeExtension]: 'Code puts all descendants in reading order, with those that are generated.',
    },
    resolve: async (page, _args, context) =>
      hasSubpages(page) ? [...(await loadPagesBelow(context, page))] : [],
  }),
}))

/** REST has no `object` for pages. */
const extensions = { rest: { object: false } }

const kindField = <Kind extends 'SHEET' | 'GROUP' | 'LINK'>(kind: Kind) => ({
  type: PageKindEnum,
  description: 'The former name of the type.',
  from: [],
  deprecationReason: 'Use type.',
  resolve: () => kind,
})

const PageTag = builder
  .objectRef<{ readonly tag: string; readonly isPrimary: boolean }>('PageTag')
  .implement({
    description: 'A tag of a page.',
    fields: (t) => ({
      tag: t.exposeString('tag', { description: 'Name of the tag.' }),
      isPrimary: t.exposeBoolean('isPrimary', {
        description: 'Whether the table of contents shows the tag.',
      }),
    }),
  })

const PageMetaLinks = builder.objectRef<MetaLinks>('PageMetaLinks').implement({
  description:
    'Other addresses of a page for programs that read it, such as search engines: the URLs in `metaLinks` of its imported front matter.',
  fields: (t) => ({
    canonical: t.expose('canonical', {
      type: ContentReference,
      nullable: true,
      description: 'The page that this one repeats. Null if it repeats none.',
    }),
    alternates: t.field({
      type: [ContentReference],
      description: 'The page in other languages or versions.',
      resolve: ({ alternates }) => [...alternates],
    }),
  }),
})

/** The options that all types of pages share. The policy of pages is that of the revision that they are read in. */
const page = { visible: () => ({}), extensions }

export const DocumentPage = model('Page', {
  ...page,
  name: typeNames.DOCUMENT,
  description: 'A page with a body.',
  interfaces: [Node, Page, ParentPage],
  fields: (t) => ({
    kind: t.computed(kindField('SHEET')),
    urls: t.computed({
      type: PageUrls,
      description: 'URLs of the page.',
      from: ['pageId', 'spaceId'],
    }),
    variables: t.computed({
      type: 'JSON',
      nullable: true,
      from: ['frontMatter'],
      description: `The variables of the page, which expressions name as \`page.vars.<name>\`. ${variablesDescription} Null if there are none.`,
      resolve: ({ frontMatter }) => {
        const variables = variablesOfPage(frontMatter)
        return Object.keys(variables).length > 0 ? variables : null
      },
    }),
    documentId: t.computed({
      type: 'ID',
      nullable: true,
      description: 'Id of the body. Null for an empty body.',
      from: ['documentId'],
      resolve: bodyIdOf,
    }),
    layout: t.computed({
      type: PageLayout,
      from: ['layout'],
      description: 'The parts of the page that are shown.',
      resolve: ({ layout }) => (layout ?? {}) as Layout,
    }),
    cover: t.computed({
      type: PageCover,
      from: ['cover'],
      nullable: true,
      description: 'The cover image. Null if there is none.',
      resolve: ({ cover }) => cover as Cover | null,
    }),
    computed: t.computed({
      type: ComputedSource,
      nullable: true,
      from: ['computed'],
      resolve: sourceOf,
      description:
        'The source of a computed body: a page of an OpenAPI specification. Null if it is not computed.',
    }),
    computedSeed: t.exposeString('computedSeed', {
      nullable: true,
      description:
        'The seed from which the ids of generated pages are derived. Null if the body is not computed.',
    }),
    tags: t.computed({
      type: [PageTag],
      from: [],
      description: 'The tags. Always empty: pages have no tags.',
      resolve: () => [],
    }),
    metaLinks: t.computed({
      type: PageMetaLinks,
      from: ['frontMatter'],
      description: 'Links for programs that read the page.',
      resolve: ({ frontMatter }) => metaLinksOf(frontMatter),
    }),
    markdown: t.code({
      type: 'String',
      countsAs: objectsOfPageBody,
      description: 'The body as Markdown, without the title.',
      reads: { columns: columnsOfBody, prefetch: bodyPrefetch },
      resolve: (page, _args, context) =>
        prefetchedBodyOf(page, context.cost)?.markdown ?? markdownOf(page, context),
    }),
    document: t.code({
      countsAs: objectsOfPageBody,
      type: 'JSON',
      description: `The body ${treeOfNodes}.`,
      args: treeArguments(t),
      reads: { columns: columnsOfBody, prefetch: bodyPrefetch },
      resolve: (page, args, context) => {
        const options = treeOptions(args)
        const body = prefetchedBodyOf(page, context.cost)
        return (body && plainTreeText(body, options)) ?? nodesOf(page, context, options)
      },
    }),
    body: t.code({
      countsAs: objectsOfPageBody,
      type: PageBody,
      nullable: true,
      description: 'The body in the requested format. Null if no format is requested.',
      args: bodyArguments(t),
      extensions: {
        rest: { merge: true },
        [causeExtension]: 'An argument says in which format code renders it, if in any.',
      },
      resolve: (page, { format, ...options }) => (format ? { page, format, options } : null),
    }),
  }),
})

model('Page', {
  ...page,
  name: typeNames.GROUP,
  description: 'A page without a body, which groups its subpages.',
  interfaces: [Node, Page, ParentPage],
  fields: (t) => ({ kind: t.computed(kindField('GROUP')) }),
})

export const LinkPage = model('Page', {
  ...page,
  name: typeNames.LINK,
  description: 'A link in the table of contents.',
  interfaces: [Node, Page],
  fields: (t) => ({
    kind: t.computed(kindField('LINK')),
    target: t.computed({
      type: ContentReference,
      description: 'The target of the link.',
      from: ['target'],
      resolve: ({ target }) => target as unknown as ContentRef,
    }),
    href: t.computed({
      type: 'String',
      nullable: true,
      from: ['target'],
      description: 'The URL of an external link. Null for a link to an object of the workspace.',
      resolve: ({ target }) => {
        const reference = target as unknown as ContentRef
        return reference.kind === 'url' ? reference.url : null
      },
    }),
  }),
})

model('Page', {
  ...page,
  name: typeNames.COMPUTED,
  description: 'A page in whose place the pages generated from its source are listed.',
  interfaces: [Node, Page],
  fields: (t) => ({
    computed: t.computed({
      type: ComputedSource,
      nullable: true,
      from: ['computed'],
      resolve: sourceOf,
      description: 'The source: an OpenAPI specification. Nullable as in `DocumentPage`, but never null.',
    }),
    computedPages: t.code({
      type: [Page],
      nullable: true,
      description: 'All generated pages, in reading order. Null if the source does not exist.',
      resolve: async (page, _args, context) => {
        const { revisionId, readAs: selection } = page
        const computed = await contentLoaders(context).computedPages.load(revisionId)
        return computed.get(page.pageId)?.map((each) => readAs(each, selection)) ?? null
      },
    }),
  }),
})

declareNode('Page', async (id, context) => {
  const page = await findPageNode(context, id)
  return page && { typename: typeNames[page.type], object: page }
})
