import { shownIn, visitOf } from '../../../access/viewer.ts'
import type { Revision as RevisionRow } from '../../../generated/prisma/client.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import type { Connection } from '../../../graph/declare/connection.ts'
import { listOrder } from '../../../graph/declare/list-order.ts'
import { extend, model } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { ownerOf, viewerOf } from '../../../request/context.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { filesOfRevision, rootPagesOfRevision, rootPagesOfSpace } from '../content-rows.ts'
import { RevisionTypeEnum } from '../enums.ts'
import { listsOfStoredPages, pagesAtRoot } from '../listed-pages.ts'
import { contentLoaders } from '../loaders.ts'
import type { LocatedPage } from '../located-content.ts'
import { mayReadFile, mayReadReusableContent, readableFiles, readableRevisions } from '../policy.ts'
import { loadAllPages } from '../service.ts'
import { readUpdateTags } from '../shown-content/update-tags.ts'
import { File } from './file.ts'
import { nestedPages, Page } from './page.ts'
import { ReusableContent } from './reusable-content.ts'
import { variablesDescription } from './variables.ts'

const RevisionUrls = urlsObject<Pick<RevisionRow, 'id' | 'spaceId'>>('RevisionUrls', {
  description: 'URLs of a revision.',
  of: 'the revision',
  location: ({ id, spaceId }) => `/spaces/${spaceId}/revisions/${id}`,
  app: ({ id, spaceId }) => ({ kind: 'revision', space: spaceId, revision: id }),
})

const gitColumns = ['gitOid', 'gitMessage', 'gitCreatedByService', 'gitURL', 'gitRef'] as const

const RevisionGit = builder
  .objectRef<Pick<RevisionRow, (typeof gitColumns)[number]>>('RevisionGit')
  .implement({
    description: 'The git commit that a revision comes from.',
    fields: (t) => ({
      oid: t.string({ description: 'Hash of the commit.', resolve: ({ gitOid }) => gitOid ?? '' }),
      message: t.string({
        description: 'Message of the commit.',
        resolve: ({ gitMessage }) => gitMessage ?? '',
      }),
      isCreatedByService: t.boolean({
        description: 'Whether the commit was created by this service.',
        resolve: ({ gitCreatedByService }) => gitCreatedByService ?? false,
      }),
      url: t.exposeString('gitURL', {
        nullable: true,
        description: 'URL of the commit. Null if it is not known.',
      }),
      ref: t.exposeString('gitRef', {
        nullable: true,
        description: 'Name of the branch. Null if it is not known.',
      }),
    }),
  })

const RevisionTag = builder
  .objectRef<{ readonly slug: string; readonly label: string }>('RevisionTag')
  .implement({
    description: 'A tag of updates in pages of a revision.',
    fields: (t) => ({
      slug: t.exposeString('slug', { description: 'The name of the tag.' }),
      label: t.exposeString('label', { description: 'The tag as it is displayed.' }),
      color: t.string({ description: 'The color of the tag: always `default`.', resolve: () => 'default' }),
    }),
  })

export const computedDescription =
  'Whether to compute content. False returns computed pages without the pages that they generate. Defaults to true.'

const fileOrder = listOrder('File', {
  fields: {
    NAME: {
      description: 'By name, ignoring case.',
      columns: [{ column: 'name', type: 'text', ignoreCase: true }],
    },
    CREATED_AT: { description: 'By the time of creation.', columns: [{ column: 'fileId', type: 'text' }] },
  },
  direction: 'ASC',
})

export const Revision = model('Revision', {
  description: 'An immutable version of the content of a space.',
  id: 'Opaque identifier.',
  visible: readableRevisions,
  fields: (t) => ({
    type: t.expose('type', {
      type: RevisionTypeEnum,
      description: 'The kind of change that created the revision.',
    }),
    parents: t.exposeIDList('parents', { description: 'Ids of the revisions from which it was created.' }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    createdBy: t.one(User, {
      key: 'createdById',
      nullable: true,
      description: 'The user who changed the content. Null if the user was deleted.',
    }),
    ...t.oneWithId('space', Space, { description: 'The space.' }),
    git: t.computed({
      type: RevisionGit,
      nullable: true,
      description: 'The git commit from which it was imported. Null if there is none.',
      from: gitColumns,
      resolve: (revision) => (revision.gitOid === null ? null : revision),
    }),
    tags: t.code({
      extensions: { [causeExtension]: 'Code finds the updates in the bodies of all pages.' },
      type: [RevisionTag],
      description: 'The tags of the updates in its pages, each with its name as the label.',
      resolve: async ({ id }, _args, context) => {
        const visit = visitOf(viewerOf(context))
        const tags = visit
          ? shownIn(visit, id).tags
          : await readUpdateTags(context.database.query, id, ownerOf(context))
        return [...tags].map((tag) => ({ slug: tag, label: tag }))
      },
    }),
    variables: t.computed({
      type: 'JSON',
      nullable: true,
      description: `The variables of the space, which expressions name as \`space.vars.<name>\`. ${variablesDescription} Null if there are none.`,
      from: ['variables'],
      resolve: ({ variables }) => variables,
    }),
    urls: t.computed({
      type: RevisionUrls,
      description: 'URLs of the revision.',
      from: ['id', 'spaceId'],
    }),
    pages: t.codeList({
      type: Page,
      name: 'Page',
      model: 'Page',
      description: 'The pages at the root, in order, with generated pages in place of their computed page.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      parent: { ...rootPagesOfRevision, keys: ({ id, spaceId }: RevisionRow) => [id, spaceId] },
      where: () => ({}),
      order: [{ column: 'position', type: 'text' }],
      keepsRows: listsOfStoredPages,
      replace: (rows, { id }, args, context) =>
        pagesAtRoot(context, id, args, rows as Connection<LocatedPage>),
    }),
    allPages: t.code({
      type: [Page],
      description: 'All pages in reading order: every page directly before its subpages.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      extensions: {
        ...nestedPages,
        [causeExtension]: 'Code puts all pages in reading order, with those that are generated.',
      },
      resolve: async ({ id }, args, context) => [...(await loadAllPages(context, id, args))],
    }),
    files: t.codeList({
      type: File,
      name: 'File',
      model: 'File',
      description: 'The files, by default oldest first.',
      args: {
        computed: t.arg.boolean({ description: computedDescription }),
        orderBy: t.arg({ type: fileOrder.input, description: 'The order. Defaults to the oldest first.' }),
      },
      parent: filesOfRevision,
      where: readableFiles,
      order: ({ orderBy }) => fileOrder.columns(orderBy, 'CREATED_AT'),
      direction: ({ orderBy }) => fileOrder.direction(orderBy),
    }),
    allFiles: t.code({
      extensions: { [causeExtension]: 'There may be more than a list without pages has.' },
      type: [File],
      description: 'All files, oldest first.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      resolve: async ({ id }, _args, context) => {
        const files = await contentLoaders(context).allFiles.load(id)
        return files.filter((file) => mayReadFile(viewerOf(context), id, file))
      },
    }),
    allReusableContents: t.code({
      extensions: { [causeExtension]: 'There may be more than a list without pages has.' },
      type: [ReusableContent],
      description: 'The reusable contents of the revision.',
      resolve: async ({ id }, _args, context) => {
        const contents = await contentLoaders(context).allReusableContents.load(id)
        return contents.filter((content) => mayReadReusableContent(viewerOf(context), id, content))
      },
    }),
  }),
})

extend(Revision, (t) => ({
  allParents: t.all(Revision, {
    by: {
      from: `(SELECT r.* FROM "Revision" c JOIN "Revision" r ON r.id = ANY(c.parents) WHERE c.id = p.k0)`,
      condition: 'TRUE',
      keys: ['id'],
    },
    order: ['createdAt'],
    description: 'The revisions from which it was created, oldest first.',
  }),
}))

extend(Space, (t) => ({
  revisions: t.many(Revision, {
    description: 'The revisions of the primary content, newest first.',
    by: {
      condition: `t."branchId" = (SELECT b.id FROM "Branch" b WHERE b."spaceId" = p.k0 AND b.kind = 'MAIN')`,
      keys: ['id'],
    },
    order: [{ column: 'sequence', type: 'int' }],
    direction: 'desc',
  }),
  revision: t.one(Revision, {
    key: 'revisionId',
    nullable: true,
    description: 'The revision with the current content. Null while the space is deleted.',
  }),
  pages: t.codeList({
    type: Page,
    name: 'Page',
    model: 'Page',
    description:
      'The pages at the root of the active revision, in order, with generated pages in place of their computed page.',
    args: { computed: t.arg.boolean({ description: computedDescription }) },
    parent: {
      ...rootPagesOfSpace,
      keys: ({ id, revisionId, sharesContentIds }) => [revisionId, id, sharesContentIds],
    },
    where: () => ({}),
    order: [{ column: 'position', type: 'text' }],
    keepsRows: listsOfStoredPages,
    replace: (rows, { revisionId }, args, context) =>
      pagesAtRoot(context, revisionId, args, rows as Connection<LocatedPage>, 'LIVE'),
  }),
}))
