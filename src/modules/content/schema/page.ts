import { objectsOfPageBody } from '../../../admission/heavy-work.ts'
import { appAddress } from '../../../base/app-addresses.ts'
import { maximumDepth } from '../../../formats/body/limits.ts'
import { variablesOfPage } from '../../../formats/body/variables.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { emojiCodePoints } from '../../../formats/page/syntax/emoji-names.ts'
import type { ContentRef } from '../../../formats/page/types.ts'
import type { PageVersion } from '../../../generated/prisma/client.ts'
import {
  type Connection,
  columnExtension,
  columnsExtension,
  connectionField,
} from '../../../graph/declare/connection.ts'
import { builder, declareNode, type GraphTypes } from '../../../graphql/builder.ts'
import type { ComputedSource as ComputedSourceShape } from '../computed/sources.ts'
import { contentIdDescription, idOfPage, idOfSubpageInSql } from '../content-ids.ts'
import { findPageNode } from '../content-nodes.ts'
import { CoverMaskEnum, CoverSizeEnum, LayoutWidthEnum, PageKindEnum, PageTypeEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { type LocatedPage, locate, locatedPage, readAs, readLike } from '../located-content.ts'
import { type MetaLinks, metaLinksOf } from '../meta-links.ts'
import { levelBelow, unreplacedPages } from '../page-levels.ts'
import { pathBelow, pathOf, slugOf } from '../page-path.ts'
import { bodyAhead, bodyAheadOf, isBeside, pagesAboveAhead } from '../pages-ahead.ts'
import { rowsInRevision } from '../revision-rows.ts'
import { loadAncestors, loadPagesBelow, loadParent } from '../service.ts'
import { plainTreeText } from '../shown-bodies.ts'
import { ComputedSource } from './computed-source.ts'
import { bodyArguments, bodyIdOf, columnsOfBody, markdownOf, nodesOf, PageBody } from './page-body.ts'
import { ContentReference, GitOrigin, gitOriginOf } from './reference.ts'
import { spaceField } from './space-field.ts'
import { treeArguments, treeOptions } from './tree-arguments.ts'
import { variablesDescription } from './variables.ts'

const PageUrls = builder.objectRef<PageVersion>('PageUrls').implement({
  description: 'URLs of a page.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'URL of the page in the workspace.',
      resolve: (page, _args, { config }) =>
        appAddress(config, { kind: 'page', space: locatedPage(page).spaceId, page: page.pageId }),
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

export const Page = builder.prismaInterface('PageVersion', {
  name: 'Page',
  description:
    'A page of a space, in its live content, in a change request or in a revision. Its id differs between them.',
  interfaces: [Node],
  extensions: { [columnsExtension]: ['type'] },
  resolveType: ({ type }) => typeNames[type],
  fields: (t) => ({
    id: t.id({
      description: contentIdDescription('pageId'),
      extensions: { [columnsExtension]: ['pageId', 'computedSeed'] },
      resolve: (page, _args, context) => idOfPage(context, locatedPage(page)),
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
    emojiCode: t.string({
      nullable: true,
      description:
        'The code points of the emoji before the title, such as `1f680`. Null if the page has none.',
      extensions: { [columnsExtension]: ['emoji'] },
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The date and time of creation.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The date and time of the last change.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The `pageId` of the parent page. Null at the root.',
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'The origin in a git repository. Null if the content was not imported from git.',
      resolve: gitOriginOf,
    }),
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

export const ParentPage = builder.prismaInterface('PageVersion', {
  variant: 'ParentPage',
  description: 'A page that can have subpages, and has a path: a document or a group.',
  interfaces: [Node, Page],
  extensions: { [columnsExtension]: ['type'] },
  resolveType: ({ type }) => typeNames[type],
  fields: (t) => ({
    slug: t.string({
      description: 'The last segment of the path.',
      extensions: { [columnExtension]: 'slug' },
      resolve: slugOf,
    }),
    path: t.string({
      extensions: { [columnsExtension]: ['slug', 'parentId', 'branchId'], ...pagesAboveAhead },
      description: 'The path in the space: slugs from the root, joined by `/`.',
      resolve: (page, _args, context) => pathOf(page, context),
    }),
  }),
})

builder.prismaInterfaceFields(Page, (t) => ({
  space: spaceField(t),
  parent: t.field({
    type: ParentPage,
    nullable: true,
    description:
      'The parent page. Null at the root. That of a generated page is the parent of its computed page, unless it is generated as well.',
    extensions: { [columnsExtension]: ['parentId', 'branchId'], ...pagesAboveAhead },
    resolve: (page, _args, context) => loadParent(context, locatedPage(page)) as never,
  }),
  ancestors: t.field({
    type: [ParentPage],
    description: `The pages above, outermost first. Empty at the root. A stored page has at most ${maximumDepth - 1}.`,
    extensions: { [columnsExtension]: ['parentId', 'branchId'], ...pagesAboveAhead },
    resolve: (page, _args, context) => loadAncestors(context, locatedPage(page)) as never,
  }),
  children: connectionField(t, {
    type: Page,
    name: 'Page',
    model: 'PageVersion',
    description:
      'The subpages, in order, with generated pages in place of their computed page. Empty for links and computed pages.',
    parent: {
      keyTypes: ['text', 'text'],
      from: rowsInRevision('PageVersion', 'p.k0', 'v."parentId" = p.k1'),
      ofQueried: {
        columns: ['branchId'],
        from: (column) =>
          `(SELECT v.* FROM "PageVersion" v WHERE v."parentId" = p.k1 AND ${isBeside('v', column)})`,
      },
      condition: 'TRUE',
      keys: (page: PageVersion) => [locatedPage(page).revisionId, page.pageId],
      // The first key of all lists of pages is the id of the revision.
      columns: [0, 'pageId'],
    },
    where: () => ({}),
    attaches: ['slug', 'parentId'],
    unreplaced: unreplacedPages,
    order: [{ column: 'position', type: 'text' }],
    replace: (rows, page, _args, context) =>
      levelBelow(context, locatedPage(page), rows as Connection<LocatedPage>),
    derived: () => ({
      id: ({ column, derived }) => {
        const id = derived('id')
        return id && idOfSubpageInSql({ id, pageId: column('pageId') })
      },
      path: ({ derived }) => {
        const above = derived('path')
        return above && `${above} || '/' || t.slug`
      },
    }),
    attach: (child, parent) => {
      const { spaceId, revisionId } = locatedPage(parent)
      const path = pathBelow(parent, child)
      return readLike(locate(child, { spaceId, revisionId, path }), locatedPage(parent))
    },
  }),
  allPages: t.field({
    type: [Page],
    description: 'All descendants, in reading order. Empty for links and computed pages.',
    extensions: nestedPages,
    resolve: async (page, _args, context) =>
      hasSubpages(page) ? [...(await loadPagesBelow(context, locatedPage(page)))] : [],
  }),
}))

/** REST has no `object` for pages. */
const extensions = { rest: { object: false } }

const kindField = <Kind extends 'SHEET' | 'GROUP' | 'LINK'>(
  t: Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, PageVersion>, 'field'>,
  kind: Kind,
) =>
  t.field({
    type: PageKindEnum,
    description: 'The former name of the type.',
    extensions: { [columnsExtension]: [] },
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

export const DocumentPage = builder.prismaObject('PageVersion', {
  variant: typeNames.DOCUMENT,
  description: 'A page with a body.',
  interfaces: [Node, Page, ParentPage],
  extensions,
  fields: (t) => ({
    kind: kindField(t, 'SHEET'),
    urls: t.field({
      type: PageUrls,
      description: 'URLs of the page.',
      extensions: { [columnsExtension]: ['pageId'] },
      resolve: (page) => page,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description: `The variables of the page, which expressions name as \`page.vars.<name>\`. ${variablesDescription} Null if there are none.`,
      resolve: ({ frontMatter }) => {
        const variables = variablesOfPage(frontMatter)
        return Object.keys(variables).length > 0 ? variables : null
      },
    }),
    documentId: t.id({
      nullable: true,
      description: 'Id of the body. Null for an empty body.',
      resolve: bodyIdOf,
    }),
    layout: t.field({
      type: PageLayout,
      description: 'The parts of the page that are shown.',
      resolve: ({ layout }) => (layout ?? {}) as Layout,
    }),
    cover: t.field({
      type: PageCover,
      nullable: true,
      description: 'The cover image. Null if there is none.',
      resolve: ({ cover }) => cover as Cover | null,
    }),
    computed: t.field({
      type: ComputedSource,
      nullable: true,
      resolve: sourceOf,
      description:
        'The source of a computed body: a page of an OpenAPI specification. Null if it is not computed.',
    }),
    computedSeed: t.exposeString('computedSeed', {
      nullable: true,
      description:
        'The seed from which the ids of generated pages are derived. Null if the body is not computed.',
    }),
    tags: t.field({
      type: [PageTag],
      description: 'The tags. Always empty: pages have no tags.',
      resolve: () => [],
    }),
    metaLinks: t.field({
      type: PageMetaLinks,
      description: 'Links for programs that read the page.',
      resolve: ({ frontMatter }) => metaLinksOf(frontMatter),
    }),
    markdown: t.string({
      countsAs: objectsOfPageBody,
      description: 'The body as Markdown, without the title.',
      extensions: { [columnsExtension]: columnsOfBody, ...bodyAhead },
      resolve: (page, _args, context) =>
        bodyAheadOf(page, context.cost)?.markdown ?? markdownOf(page, context),
    }),
    document: t.field({
      countsAs: objectsOfPageBody,
      type: 'JSON',
      description: `The body ${treeOfNodes}.`,
      args: treeArguments(t),
      extensions: { [columnsExtension]: columnsOfBody, ...bodyAhead },
      resolve: (page, args, context) => {
        const options = treeOptions(args)
        const body = bodyAheadOf(page, context.cost)
        return (body && plainTreeText(body, options)) ?? nodesOf(page, context, options)
      },
    }),
    body: t.field({
      countsAs: objectsOfPageBody,
      type: PageBody,
      nullable: true,
      description: 'The body in the requested format. Null if no format is requested.',
      args: bodyArguments(t),
      extensions: { rest: { merge: true } },
      resolve: (page, { format, ...options }) => (format ? { page, format, options } : null),
    }),
  }),
})

builder.prismaObject('PageVersion', {
  variant: typeNames.GROUP,
  description: 'A page without a body, which groups its subpages.',
  interfaces: [Node, Page, ParentPage],
  extensions,
  fields: (t) => ({ kind: kindField(t, 'GROUP') }),
})

export const LinkPage = builder.prismaObject('PageVersion', {
  variant: typeNames.LINK,
  description: 'A link in the table of contents.',
  interfaces: [Node, Page],
  extensions,
  fields: (t) => ({
    kind: kindField(t, 'LINK'),
    target: t.field({
      type: ContentReference,
      description: 'The target of the link.',
      resolve: ({ target }) => target as unknown as ContentRef,
    }),
    href: t.string({
      nullable: true,
      description: 'The URL of an external link. Null for a link to an object of the workspace.',
      resolve: ({ target }) => {
        const reference = target as unknown as ContentRef
        return reference.kind === 'url' ? reference.url : null
      },
    }),
  }),
})

builder.prismaObject('PageVersion', {
  variant: typeNames.COMPUTED,
  description: 'A page in whose place the pages generated from its source are listed.',
  interfaces: [Node, Page],
  extensions,
  fields: (t) => ({
    computed: t.field({
      type: ComputedSource,
      nullable: true,
      resolve: sourceOf,
      description: 'The source: an OpenAPI specification. Nullable as in `DocumentPage`, but never null.',
    }),
    computedPages: t.field({
      type: [Page],
      nullable: true,
      description: 'All generated pages, in reading order. Null if the source does not exist.',
      resolve: async (page, _args, context) => {
        const { revisionId, readAs: selection } = locatedPage(page)
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
