import type {
  ReusableContentVersion,
  Revision as RevisionRow,
  Space as SpaceRow,
} from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionField } from '../../../graphql/connection.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { Space } from '../../spaces/schema.ts'
import { RevisionTypeEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { locatePage } from '../located-pages.ts'
import { readableRevisions } from '../policy.ts'
import { rowsInRevision } from '../revision-rows.ts'
import { loadAllPages } from '../service.ts'
import { File } from './file.ts'
import { nestedPages, Page } from './page.ts'
import { GitOrigin, gitPlaceOf } from './reference.ts'

const RevisionUrls = builder.objectRef<RevisionRow>('RevisionUrls').implement({
  description: 'Addresses of a revision.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The revision in the REST API.',
      resolve: ({ id, spaceId }, _args, { config }) =>
        `${config.baseUrl}/v1/spaces/${spaceId}/revisions/${id}`,
    }),
    app: t.field({
      type: 'URL',
      description: 'The revision in the workspace.',
      resolve: ({ id, spaceId }, _args, { config }) => `${config.baseUrl}/s/${spaceId}/revisions/${id}`,
    }),
  }),
})

const RevisionGit = builder.objectRef<RevisionRow>('RevisionGit').implement({
  description: 'The git commit that a revision comes from.',
  fields: (t) => ({
    oid: t.string({ description: 'Hash of the commit.', resolve: ({ gitOid }) => gitOid ?? '' }),
    message: t.string({
      description: 'Message of the commit.',
      resolve: ({ gitMessage }) => gitMessage ?? '',
    }),
    createdByService: t.boolean({
      description: 'Whether this service made the commit.',
      resolve: ({ gitCreatedByService }) => gitCreatedByService ?? false,
    }),
    url: t.exposeString('gitURL', { nullable: true, description: 'Address of the commit.' }),
    ref: t.exposeString('gitRef', { nullable: true, description: 'The branch.' }),
  }),
})

export const ReusableContent = builder.objectRef<ReusableContentVersion>('ReusableContent').implement({
  description: 'A piece of content that pages include.',
  fields: (t) => ({
    id: t.exposeID('reusableId', { description: 'Opaque identifier.' }),
    title: t.exposeString('title', { description: 'The title.' }),
    document: t.exposeID('documentId', {
      nullable: true,
      description: 'Id of the body; null for an empty one.',
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'Where it comes from in a git repository.',
      resolve: gitPlaceOf,
    }),
  }),
})

const rootPages = rowsInRevision('PageVersion', 'p.k0', 'v."parentId" IS NULL')

export const computedDescription = 'False leaves computed content as it is, without computing it.'

export const Revision = builder.prismaNode('Revision', {
  description: 'The content of a space as it was at one moment. It never changes.',
  id: { field: 'id', description: 'Opaque identifier.' },
  // What may not be read is not there: node(id) is null, where it would otherwise fail.
  nullable: true,
  findUnique: (id, context) => ({ id, AND: [readableRevisions(viewerOf(context))] }),
  fields: (t) => ({
    type: t.expose('type', { type: RevisionTypeEnum, description: 'What made it.' }),
    parents: t.exposeIDList('parents', { description: 'Ids of the revisions it was made from.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.relation('space', { description: 'The space.' }),
    git: t.field({
      type: RevisionGit,
      nullable: true,
      description: 'The git commit it comes from.',
      resolve: (revision) => (revision.gitOid === null ? null : revision),
    }),
    urls: t.field({
      type: RevisionUrls,
      description: 'Its addresses.',
      resolve: (revision) => revision,
    }),
    pages: connectionField(t, {
      type: Page,
      name: 'Page',
      model: 'PageVersion',
      description:
        'The stored pages at the root, in order; `allPages` and `computedPages` have the computed ones.',
      parent: {
        keyTypes: ['text'],
        from: rootPages,
        scope: 'TRUE',
        keys: (revision: RevisionRow) => [revision.id],
      },
      where: () => ({}),
      order: [{ column: 'position', type: 'text' }],
      attach: (page, { id, spaceId }) => locatePage(page, { spaceId, revisionId: id }),
    }),
    allPages: t.field({
      type: [Page],
      description: 'All pages in reading order: every page directly before its subpages.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      extensions: nestedPages,
      resolve: async ({ id }, args, context) => [...(await loadAllPages(context, id, args))],
    }),
    files: connectionField(t, {
      type: File,
      name: 'File',
      model: 'FileVersion',
      description: 'The files, oldest first.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      parent: {
        keyTypes: ['text'],
        from: rowsInRevision('FileVersion', 'p.k0'),
        scope: 'TRUE',
        keys: (revision: RevisionRow) => [revision.id],
      },
      where: () => ({}),
      order: [{ column: 'fileId', type: 'text' }],
    }),
    allFiles: t.field({
      type: [File],
      description: 'All files, oldest first.',
      args: { computed: t.arg.boolean({ description: computedDescription }) },
      resolve: (revision, _args, context) => contentLoaders(context).allFiles.load(revision.id),
    }),
    reusableContents: t.field({
      type: [ReusableContent],
      description: 'The pieces of content that pages include.',
      resolve: (revision, _args, context) => contentLoaders(context).allReusableContents.load(revision.id),
    }),
  }),
})

builder.prismaObjectFields(Space, (t) => ({
  revisions: connectionField(t, {
    type: Revision,
    name: 'Revision',
    description: 'The revisions of its primary content, newest first.',
    parent: {
      keyTypes: ['text'],
      scope: `t."branchId" = (SELECT b.id FROM "Branch" b WHERE b."spaceId" = p.k0 AND b.kind = 'MAIN')`,
      keys: (space: SpaceRow) => [space.id],
    },
    where: readableRevisions,
    order: [{ column: 'sequence', type: 'int' }],
    direction: 'desc',
  }),
  revision: t.relation('revision', { description: 'The active revision.' }),
  pages: connectionField(t, {
    type: Page,
    name: 'Page',
    model: 'PageVersion',
    description: 'The stored pages at the root of the active revision, in order.',
    parent: {
      keyTypes: ['text'],
      from: rootPages,
      scope: 'TRUE',
      keys: (space) => [space.revisionId],
    },
    where: () => ({}),
    order: [{ column: 'position', type: 'text' }],
    attach: (page, { id, revisionId }) => locatePage(page, { spaceId: id, revisionId }),
  }),
}))
