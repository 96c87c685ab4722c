import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation, type PayloadFields, readAfter } from '../../../graphql/payload.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import type { Context } from '../../../request/context.ts'
import { parentPermission } from '../../collections/policy.ts'
import { ComputedSourceInput } from '../../spaces/computed-source.ts'
import { Space } from '../../spaces/schema.ts'
import { type ContentUpdate, loadEditableSpace, updateContent } from '../content-changes.ts'
import { duplicateSpace } from '../duplicate-space.ts'
import { ChangedPageEnum, PageTypeEnum, StaleBaseEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { type LocatedFile, locate, type ReadAs, readAs } from '../located-content.ts'
import type { PageOutcome } from '../page-changes.ts'
import { restoreRevision } from '../restore-revision.ts'
import { File } from './file.ts'
import { Page } from './page.ts'
import { LinkTargetInput } from './reference.ts'
import { Revision } from './revision.ts'
import { base64Member, type InputBuilder } from './sent-file-members.ts'
import { variablesDescription } from './variables.ts'
import './semantic-changes.ts'

interface Outcome {
  readonly update: ContentUpdate
  readonly outcome: PageOutcome
}

/** Returns how the content was selected that a batch wrote. */
const selectionOf = ({ target }: Pick<ContentUpdate, 'target'>): ReadAs =>
  target.branchId === undefined ? 'LIVE' : 'CHANGE_REQUEST'

const PageReferenceUrls = urlsObject<Outcome>('PageReferenceUrls', {
  description: 'URLs of a page.',
  of: 'the page',
  location: ({ update, outcome }) => `${update.target.path}/page/${outcome.pageId}`,
})

const PageReference = builder.objectRef<Outcome>('PageReference').implement({
  description: 'A page that a batch created or updated.',
  extensions: { rest: { object: 'page' } },
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ outcome }) => outcome.pageId }),
    urls: t.field({
      type: PageReferenceUrls,
      description: 'URLs of the page.',
      resolve: (outcome) => outcome,
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page after the batch. Null if a later change of the batch deleted it.',
      resolve: async ({ update, outcome }, _args, context) => {
        const key = { revisionId: update.revision.id, pageId: outcome.pageId }
        const page = await contentLoaders(context).pages.load(key)
        return page && readAs(page, selectionOf(update))
      },
    }),
  }),
})

const WrittenPage = builder.objectRef<Outcome>('WrittenPage').implement({
  description: 'The page of a change that created or updated it.',
  fields: (t) => ({
    page: t.field({
      type: PageReference,
      description: 'The page that was created or updated.',
      resolve: (outcome) => outcome,
    }),
  }),
})

const DeletedPage = builder.objectRef<Outcome>('DeletedPage').implement({
  description: 'The page of a change that deleted it.',
  fields: (t) => ({
    page: t.id({ description: 'Id of the page.', resolve: ({ outcome }) => outcome.pageId }),
  }),
})

const PageChange = builder.objectRef<Outcome>('PageChange').implement({
  description: 'The result of one change of a batch to a page.',
  fields: (t) => ({
    kind: t.field({
      type: ChangedPageEnum,
      description: 'The kind of change.',
      resolve: ({ outcome }) => outcome.kind,
    }),
    ref: t.string({
      nullable: true,
      description: 'The ref of a created page. Null if it has none.',
      resolve: ({ outcome }) => (outcome.kind === 'CREATED_PAGE' ? outcome.ref : null),
    }),
    written: t.field({
      type: WrittenPage,
      nullable: true,
      description: 'The page that was created or updated. Null if it was deleted.',
      extensions: { rest: { merge: true } },
      resolve: (change) => (change.outcome.kind === 'DELETED_PAGE' ? null : change),
    }),
    deleted: t.field({
      type: DeletedPage,
      nullable: true,
      description: 'The page that was deleted. Null if it was not.',
      extensions: { rest: { merge: true } },
      resolve: (change) => (change.outcome.kind === 'DELETED_PAGE' ? change : null),
    }),
  }),
})

export const contentUpdatePayload = {
  space: Space,
  revisionId: { type: 'ID', description: 'Id of the new revision.' },
  revision: { type: Revision, description: 'The new revision.' },
  changes: { type: [PageChange], description: 'The changes to pages, in order.' },
  allInsertedFiles: { type: [File], description: 'The inserted files, in the order of the request.' },
  warnings: {
    type: ['String'],
    description:
      'What the writer should know of what was written: bodies of which visitors are not shown all, because a condition in them is malformed.',
  },
} satisfies PayloadFields

export async function contentUpdateResult(context: Context, update: ContentUpdate) {
  const { space, revision, outcomes, warnings } = update
  return {
    space,
    revision,
    revisionId: revision.id,
    changes: outcomes.map((outcome) => ({ update, outcome })),
    allInsertedFiles: await insertedFilesOf(context, update),
    warnings,
  }
}

async function insertedFilesOf(
  context: Context,
  { target, revision, insertedFileIds }: ContentUpdate,
): Promise<LocatedFile[]> {
  if (insertedFileIds.length === 0) return []
  const files = await context.database.prisma.fileVersion.findMany({
    where: {
      branchId: revision.branchId,
      sequence: revision.sequence,
      fileId: { in: [...insertedFileIds] },
    },
  })
  const location = { spaceId: revision.spaceId, revisionId: revision.id, readAs: selectionOf({ target }) }
  return files
    .sort((a, b) => insertedFileIds.indexOf(a.fileId) - insertedFileIds.indexOf(b.fileId))
    .map((file) => locate(file, location))
}

const BodyInputType = builder.inputType('DocumentInput', {
  description: 'The body of a page as either Markdown or a tree of nodes.',
  isOneOf: true,
  extensions: {
    rest: { tree: 'document', strict: true, empty: { markdown: '' } },
  },
  fields: (t) => ({
    markdown: t.string({
      description: 'The body as Markdown, optionally with front matter and the title as its first heading.',
    }),
    document: t.field({ type: 'JSON', description: `The body ${treeOfNodes}.` }),
  }),
})

/** Returns the members that tell where the bytes of a file come from. */
const bytesMembers = (t: InputBuilder) => ({
  upload: t.field({
    type: 'Upload',
    description: 'The file, as a part of a multipart request.',
  }),
  url: t.string({ description: 'The URL to fetch the file from.', ...limited(contentLimits.url) }),
  base64: base64Member(t),
  contentType: t.string({
    description: 'The media type. Defaults to that of the part or of the response; required with base64.',
    ...limited(contentLimits.contentType),
  }),
})

const FileInputType = builder.inputType('FileInput', {
  description: 'A new file: uploaded with the request, fetched from a URL, or sent as base64.',
  fields: (t) => ({
    name: t.string({
      description: 'The name. Defaults to that of the uploaded file; required otherwise.',
      ...limited(contentLimits.fileName),
    }),
    ...bytesMembers(t),
    ref: t.string({
      description: 'A name for links to the file from bodies of the batch: `./<ref>`.',
      ...limited(contentLimits.ref),
    }),
  }),
})

const UpdateFileInput = builder.inputType('UpdateFileInput', {
  description: 'A new name of a file, new bytes, or both. Pages that show the file show it as it is then.',
  fields: (t) => ({
    file: t.id({ required: true, description: 'Id of the file.' }),
    name: t.string({
      description: 'The new name. Stays if omitted, also that of a file with new bytes.',
      ...limited(contentLimits.fileName),
    }),
    ...bytesMembers(t),
  }),
})

/** Returns the members that a new page and a changed one take. */
const pageMembers = (t: InputBuilder) => ({
  title: t.string({
    description:
      'The title. That of the front matter or of the first heading of a body in Markdown takes precedence.',
    ...limited(contentLimits.title),
  }),
  slug: t.string({
    description: 'The last segment of the path. Defaults to a slug made from the title of a new page.',
    ...limited(contentLimits.slug),
  }),
  emoji: t.string({
    description: 'The emoji. An empty string removes it.',
    ...limited(contentLimits.emoji),
  }),
  icon: t.string({
    description: 'Name of the icon. An empty string removes it.',
    ...limited(contentLimits.icon),
  }),
  description: t.string({
    description: 'The description. An empty string removes it.',
    ...limited(contentLimits.description),
  }),
  isHidden: t.boolean({
    description: 'Whether to exclude the page from the table of contents.',
    extensions: { rest: 'hidden' },
  }),
  noIndex: t.boolean({ description: 'Whether to exclude the page from the search of the site.' }),
  noRobotsIndex: t.boolean({ description: 'Whether to ask search engines not to index the page.' }),
  document: t.field({
    type: BodyInputType,
    description:
      'The body, which replaces the present one. Required for a new document that is not computed.',
  }),
  target: t.field({ type: LinkTargetInput, description: 'The target of a link. Required for a new link.' }),
  computed: t.field({
    type: ComputedSourceInput,
    description:
      'The source of a computed page or of the computed body of a document: an OpenAPI specification of the organization, or one of its pages. Required for a new computed page.',
  }),
  variables: t.field({
    type: 'JSON',
    description: `Variables of the page, which expressions name as \`page.vars.<name>\`. ${variablesDescription}`,
  }),
  into: t.id({
    description:
      'Id of the parent page, or null for the root. Defaults to the root for a new page, and to the present parent otherwise.',
  }),
  at: t.int({
    description: 'The zero-based index among the siblings. Defaults to the end for new and moved pages.',
    ...limited(contentLimits.index),
  }),
})

/** The condition of adaptive content, without which a page would be shown to more visitors than was asked. */
const unsupportedOfPages = { rest: { unsupported: ['condition'] } }

const InsertPageInput = builder.inputType('InsertPageInput', {
  description: 'A new page. The type determines which of the members it has.',
  extensions: unsupportedOfPages,
  fields: (t) => ({
    type: t.field({ type: PageTypeEnum, description: 'The type of the page. Defaults to `DOCUMENT`.' }),
    ...pageMembers(t),
    ref: t.string({
      description: 'A name for the page in other changes of the batch: `./<ref>.md`.',
      ...limited(contentLimits.ref),
    }),
  }),
})

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'Changes to a page. Omitted members stay unchanged.',
  extensions: unsupportedOfPages,
  fields: (t) => ({
    page: t.id({ required: true, description: 'Id of the page.' }),
    ...pageMembers(t),
  }),
})

const DeletePageInput = builder.inputType('DeletePageInput', {
  description: 'A page to delete.',
  fields: (t) => ({ page: t.id({ required: true, description: 'Id of the page.' }) }),
})

const RevertPageInput = builder.inputType('RevertPageInput', {
  description: 'A page to return to its version in a revision.',
  // The blocks of the page that are to be reverted: without them all would be.
  extensions: { rest: { unsupported: ['block'] } },
  fields: (t) => ({
    page: t.id({ required: true, description: 'Id of the page.' }),
    revision: t.id({
      description:
        'Id of the revision. Defaults to the base revision of the change request; required otherwise.',
    }),
  }),
})

const InsertFilesInput = builder.inputType('InsertFilesInput', {
  description: 'New files.',
  fields: (t) => ({
    files: t.field({
      type: [FileInputType],
      required: true,
      description: 'The new files.',
      ...limited(contentLimits.files),
    }),
  }),
})

const DeleteFileInput = builder.inputType('DeleteFileInput', {
  description: 'A file to delete.',
  fields: (t) => ({ file: t.id({ required: true, description: 'Id of the file.' }) }),
})

const SetVariablesInput = builder.inputType('SetVariablesInput', {
  description: 'The variables of a space, which expressions name as `space.vars.<name>`.',
  fields: (t) => ({
    variables: t.field({ type: 'JSON', required: true, description: variablesDescription }),
  }),
})

const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'One change of the content.',
  isOneOf: true,
  extensions: { rest: { discriminator: { member: 'operation' } } },
  fields: (t) => {
    const operation = (rest: string, description: string) => ({ description, extensions: { rest } })
    return {
      insertPage: t.field({ type: InsertPageInput, ...operation('insert_page', 'Adds a page.') }),
      updatePage: t.field({ type: UpdatePageInput, ...operation('update_page', 'Updates or moves a page.') }),
      deletePage: t.field({
        type: DeletePageInput,
        ...operation('delete_page', 'Deletes a page with its subpages.'),
      }),
      revertPage: t.field({
        type: RevertPageInput,
        ...operation(
          'revert_page',
          'Reverts a page to its version in a revision. Restores it if it was deleted.',
        ),
      }),
      insertFiles: t.field({ type: InsertFilesInput, ...operation('insert_files', 'Adds files.') }),
      updateFile: t.field({
        type: UpdateFileInput,
        ...operation('update_file', 'Renames a file, or replaces its bytes.'),
      }),
      deleteFile: t.field({ type: DeleteFileInput, ...operation('delete_file', 'Deletes a file.') }),
      setVariables: t.field({
        type: SetVariablesInput,
        ...operation('set_variables', 'Replaces the variables of the space.'),
      }),
    }
  },
})

export const UpdateContentInput = builder.inputType('UpdateContentInput', {
  description: 'Changes of content, applied in order.',
  fields: (t) => ({
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: 'The changes.',
      ...limited(contentLimits.changes),
    }),
  }),
})

type ArgumentBuilder = Pick<
  PothosSchemaTypes.MutationFieldBuilder<typeof builder.$inferSchemaTypes, unknown>,
  'arg'
>

/** Returns the arguments of a batch about the revision that its changes start from. */
export const baseArguments = (t: ArgumentBuilder) => ({
  baseRevisionId: t.arg.id({
    description:
      'Id of the revision of the content that the changes are based on. If omitted, they apply to the newest revision.',
  }),
  ifStale: t.arg({
    type: StaleBaseEnum,
    description:
      'The treatment of the batch if the base revision is no longer the newest. Defaults to `REFUSE`.',
  }),
})

builder.mutationFields((t) => ({
  updateContent: mutation(t, {
    description:
      'Applies changes to the primary content of a space: all of them as one new revision, or none.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      input: t.arg({ type: UpdateContentInput, required: true, description: 'The changes to apply.' }),
      ...baseArguments(t),
    },
    target: { type: 'Space', id: 'spaceId' },
    payload: contentUpdatePayload,
    payloadDescription: 'The result of a batch of changes.',
    authorizeUploads: (context, { spaceId }) => loadEditableSpace(context, spaceId),
    resolve: async (_root, { spaceId, input, ...base }, context) =>
      contentUpdateResult(context, await updateContent(context, spaceId, input.changes, base)),
  }),
  restoreRevision: mutation(t, {
    heavy: 'merges',
    description: 'Restores the primary content of a space to one of its revisions, as a new revision.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      revisionId: t.arg.id({ required: true, description: 'Id of the revision to restore.' }),
    },
    target: { type: 'Revision', id: 'revisionId' },
    payload: {
      revision: Revision,
      space: readAfter(Space, 'The space. Null if the caller may no longer see it.'),
    },
    resolve: async (_root, address, context) => ({
      revision: await restoreRevision(context, address),
      space: address.spaceId,
    }),
  }),
  duplicateSpace: mutation(t, {
    heavy: 'merges',
    description: 'Duplicates a space with its content, directly after the original.',
    permission: parentPermission,
    args: { spaceId: t.arg.id({ required: true, description: 'Id of the space.' }) },
    target: { type: 'Space', id: 'spaceId' },
    payload: { space: Space },
    resolve: async (_root, { spaceId }, context) => ({
      space: await duplicateSpace(context, spaceId),
    }),
  }),
}))
