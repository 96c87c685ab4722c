import { builder } from '../../../graphql/builder.ts'
import { limited } from '../../../graphql/validation.ts'
import { Space } from '../../spaces/schema.ts'
import { type ContentUpdate, updateContent } from '../content-changes.ts'
import { duplicateSpace } from '../duplicate-space.ts'
import { ChangedPageEnum, ContentOperationEnum, PageTypeEnum } from '../enums.ts'
import { contentLimits } from '../limits.ts'
import { contentLoaders } from '../loaders.ts'
import type { PageOutcome } from '../page-changes.ts'
import { restoreRevision } from '../restore-revision.ts'
import { File } from './file.ts'
import { Page } from './page.ts'
import { Revision } from './revision.ts'
import './semantic-changes.ts'

interface Outcome {
  readonly update: ContentUpdate
  readonly outcome: PageOutcome
}

const PageReferenceUrls = builder.objectRef<Outcome>('PageReferenceUrls').implement({
  description: 'Addresses of a page.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The page in the REST API.',
      resolve: ({ update, outcome }, _args, { config }) =>
        `${config.baseUrl}/v1${update.target.path}/page/${outcome.pageId}`,
    }),
  }),
})

const PageReference = builder.objectRef<Outcome>('PageReference').implement({
  description: 'Names a page that a batch wrote.',
  extensions: { rest: { object: 'page' } },
  fields: (t) => ({
    id: t.id({ description: 'Id of the page.', resolve: ({ outcome }) => outcome.pageId }),
    urls: t.field({ type: PageReferenceUrls, description: 'Its addresses.', resolve: (outcome) => outcome }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page as the batch left it; null if the batch deleted it again.',
      resolve: ({ update, outcome }, _args, context) =>
        contentLoaders(context).pages.load({ revisionId: update.revision.id, pageId: outcome.pageId }),
    }),
  }),
})

const WrittenPage = builder.objectRef<Outcome>('WrittenPage').implement({
  description: 'Names a page that a batch created or changed.',
  fields: (t) => ({
    page: t.field({ type: PageReference, description: 'The page.', resolve: (outcome) => outcome }),
  }),
})

const DeletedPage = builder.objectRef<Outcome>('DeletedPage').implement({
  description: 'Names a page that a batch deleted.',
  fields: (t) => ({
    page: t.id({ description: 'Id of the page.', resolve: ({ outcome }) => outcome.pageId }),
  }),
})

const PageChange = builder.objectRef<Outcome>('PageChange').implement({
  description: 'What one change of a batch did to a page.',
  fields: (t) => ({
    kind: t.field({
      type: ChangedPageEnum,
      description: 'What happened.',
      resolve: ({ outcome }) => outcome.kind,
    }),
    ref: t.string({
      nullable: true,
      description: 'The ref that the change gave to a new page.',
      resolve: ({ outcome }) => (outcome.kind === 'CREATED_PAGE' ? outcome.ref : null),
    }),
    written: t.field({
      type: WrittenPage,
      nullable: true,
      description: 'The page, if it was created or changed.',
      extensions: { rest: { merge: true } },
      resolve: (change) => (change.outcome.kind === 'DELETED_PAGE' ? null : change),
    }),
    deleted: t.field({
      type: DeletedPage,
      nullable: true,
      description: 'The page, if it was deleted.',
      extensions: { rest: { merge: true } },
      resolve: (change) => (change.outcome.kind === 'DELETED_PAGE' ? change : null),
    }),
  }),
})

export const ContentUpdateType = builder.objectRef<ContentUpdate>('ContentUpdate').implement({
  description: 'What a batch of changes did.',
  fields: (t) => ({
    space: t.field({ type: Space, description: 'The space.', resolve: ({ space }) => space }),
    revisionId: t.id({ description: 'Id of the new revision.', resolve: ({ revision }) => revision.id }),
    revision: t.field({
      type: Revision,
      description: 'The new revision.',
      resolve: ({ revision }) => revision,
    }),
    changes: t.field({
      type: [PageChange],
      description: 'What happened to pages, in the order of the changes.',
      resolve: (update) => update.outcomes.map((outcome) => ({ update, outcome })),
    }),
    insertedFiles: t.field({
      type: [File],
      description: 'The new files, in the order in which they were given.',
      resolve: async ({ revision, insertedFileIds }, _args, context) => {
        if (insertedFileIds.length === 0) return []
        const files = await context.database.prisma.fileVersion.findMany({
          where: {
            branchId: revision.branchId,
            sequence: revision.sequence,
            fileId: { in: [...insertedFileIds] },
          },
        })
        return files.sort((a, b) => insertedFileIds.indexOf(a.fileId) - insertedFileIds.indexOf(b.fileId))
      },
    }),
  }),
})

const BodyInputType = builder.inputType('DocumentInput', {
  description: 'The body of a page: Markdown, or a tree of nodes.',
  fields: (t) => ({
    markdown: t.string({ description: 'Markdown, with front matter if wanted.' }),
    document: t.field({ type: 'JSON', description: 'A tree of nodes.' }),
  }),
})

const FileInputType = builder.inputType('FileInput', {
  description: 'A new file: fetched from an address, or given as base64 of at most a megabyte.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name.', ...limited(contentLimits.fileName) }),
    url: t.string({ description: 'Where to fetch it.', ...limited(contentLimits.url) }),
    base64: t.string({ description: 'The bytes in base64.', ...limited(contentLimits.base64) }),
    contentType: t.string({
      description: 'The media type; needed with base64.',
      ...limited(contentLimits.contentType),
    }),
    ref: t.string({
      description: 'A name by which links in this batch can lead to it: ./<ref>.',
      ...limited(contentLimits.ref),
    }),
  }),
})

const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'One change of the content. Which members it takes depends on the operation.',
  fields: (t) => ({
    operation: t.field({ type: ContentOperationEnum, required: true, description: 'What to do.' }),
    page: t.id({ description: 'The page to change, to delete or to revert.' }),
    revision: t.id({
      description:
        'The revision to revert a page to; if absent, the one of the space that a change request stands on.',
    }),
    type: t.field({ type: PageTypeEnum, description: 'What a new page is; a document if absent.' }),
    title: t.string({
      description: 'The title. A new page without one takes it from its body.',
      ...limited(contentLimits.title),
    }),
    slug: t.string({
      description: 'Its part of the path. A new page without one gets one made of its title.',
      ...limited(contentLimits.slug),
    }),
    emoji: t.string({
      description: 'The emoji; the empty text removes it.',
      ...limited(contentLimits.emoji),
    }),
    icon: t.string({
      description: 'Name of the icon; the empty text removes it.',
      ...limited(contentLimits.icon),
    }),
    description: t.string({
      description: 'What it is about; the empty text removes it.',
      ...limited(contentLimits.description),
    }),
    hidden: t.boolean({ description: 'Leave it out of the table of contents.' }),
    noIndex: t.boolean({ description: 'Leave it out of the search of the site.' }),
    noRobotsIndex: t.boolean({ description: 'Tell search engines to leave it out.' }),
    document: t.field({ type: BodyInputType, description: 'The whole body.' }),
    target: t.field({ type: 'JSON', description: 'Where a link leads: a content reference.' }),
    computed: t.field({
      type: 'JSON',
      description:
        'What a computed page stands for, or what the body of a document is computed from: an OpenAPI specification of the organization.',
    }),
    into: t.id({
      description:
        'The page to put it below; null for the root. Absent: the root for a new page, else where it is.',
    }),
    at: t.int({ description: 'Its place among its siblings, from 0; the last if absent.' }),
    ref: t.string({
      description: 'A name by which this batch can speak of the new page: ./<ref>.md.',
      ...limited(contentLimits.ref),
    }),
    files: t.field({ type: [FileInputType], description: 'The new files.', ...limited(contentLimits.files) }),
    file: t.id({ description: 'The file to delete.' }),
  }),
})

export const UpdateContentInput = builder.inputType('UpdateContentInput', {
  description: 'Changes of the content of a space, applied in order.',
  fields: (t) => ({
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: 'The changes.',
      ...limited(contentLimits.changes),
    }),
  }),
})

builder.mutationFields((t) => ({
  updateContent: t.field({
    type: ContentUpdateType,
    description:
      'Applies changes to the live content of a space: all of them as one new revision, or none. Needs the permission to edit.',
    authScopes: { write: true },
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      input: t.arg({ type: UpdateContentInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { spaceId, input }, context) => updateContent(context, spaceId, input.changes),
  }),
  restoreRevision: t.field({
    type: Revision,
    description:
      'Makes the content of a space what it was in one of its revisions, as a new revision. Needs the permission to edit.',
    authScopes: { write: true },
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      revisionId: t.arg.id({ required: true, description: 'Id of the revision to return to.' }),
    },
    resolve: (_root, address, context) => restoreRevision(context, address),
  }),
  duplicateSpace: t.field({
    type: Space,
    description: 'Copies a space with its content, right behind it. Needs the permission to create content.',
    authScopes: { write: true },
    args: { spaceId: t.arg.id({ required: true, description: 'Id of the space.' }) },
    resolve: (_root, { spaceId }, context) => duplicateSpace(context, spaceId),
  }),
}))
