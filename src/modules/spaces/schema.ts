import { mayOnCollection, mayOnSpace } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { notFound } from '../../errors.ts'
import type { Space as SpaceRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { DefaultLevelEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import { parentPermission } from '../collections/policy.ts'
import { Collection, MoveContentInput, TransferContentInput } from '../collections/schema.ts'
import { Organization } from '../organizations/schema.ts'
import { EditModeEnum, GitSyncProviderEnum, SpaceVisibilityEnum, VisitorAuthBackendEnum } from './enums.ts'
import { spaceLimits } from './limits.ts'
import { moveSpace, transferSpace } from './moves.ts'
import { readableSpaces, readableSpacesWithDeleted } from './policy.ts'
import * as service from './service.ts'

const SpacePermissions = permissionsObject<SpaceRow, PermissionOn<'space'>>(
  'SpacePermissions',
  {
    view: { permission: 'space:view', description: 'See the content.' },
    access: { permission: 'space:view', description: 'Open the space in the workspace.' },
    admin: { permission: 'space:administer', description: 'Change, move and delete the space.' },
    viewInviteLinks: {
      permission: 'space:view-invite-links',
      description: 'See the invite links to the space.',
    },
    edit: { permission: 'space:edit', description: 'Edit the content live or by change requests.' },
    triggerGitSync: { permission: 'space:trigger-git-sync', description: 'Synchronize with git.' },
    comment: { permission: 'space:comment', description: 'Comment on the content.' },
    merge: { permission: 'space:merge', description: 'Merge change requests.' },
    review: { permission: 'space:review', description: 'Review change requests.' },
  },
  mayOnSpace,
)

const SpaceUrls = builder.objectRef<SpaceRow>('SpaceUrls').implement({
  description: 'Addresses of a space.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The space in the REST API.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/v1/spaces/${id}`,
    }),
    app: t.field({
      type: 'URL',
      description: 'The space in the workspace.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/s/${id}`,
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where its audience reads it. Null: content is published through sites, not by itself.',
      resolve: () => null,
    }),
    public: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where everybody reads it. Null: content is published through sites, not by itself.',
      resolve: () => null,
    }),
    icon: t.expose('icon', { type: 'URL', nullable: true, description: 'The icon, if it has one.' }),
  }),
})

interface SpaceVisitorAuthShape {
  readonly backend: typeof VisitorAuthBackendEnum.$inferType
  readonly integration: string | null
}

const SpaceVisitorAuth = builder.objectRef<SpaceVisitorAuthShape>('SpaceVisitorAuth').implement({
  description: 'The authentication of the visitors of a space.',
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorAuthBackendEnum, description: 'What authenticates them.' }),
    integration: t.exposeString('integration', {
      nullable: true,
      description: 'Name of the integration, if the backend is one.',
    }),
  }),
})

const SpaceGitSync = builder.objectRef<SpaceRow>('SpaceGitSync').implement({
  description: 'The git repository that a space is synchronized with.',
  fields: (t) => ({
    repoName: t.exposeString('gitSyncRepoName', { nullable: true, description: 'Name of the repository.' }),
    installationProvider: t.expose('gitSyncProvider', {
      type: GitSyncProviderEnum,
      nullable: true,
      description: 'Where it is kept.',
    }),
    integration: t.exposeString('gitSyncIntegration', {
      nullable: true,
      description: 'Which integration synchronizes it.',
    }),
    url: t.expose('gitSyncURL', { type: 'URL', nullable: true, description: 'Address of the repository.' }),
    updatedAt: t.expose('gitSyncUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last synchronized.',
    }),
  }),
})

const hasGitSync = (space: SpaceRow) =>
  (space.gitSyncRepoName ?? space.gitSyncProvider ?? space.gitSyncIntegration ?? space.gitSyncURL) !== null

export const Space = builder.prismaNode('Space', {
  nullable: true,
  description: 'Holds content: pages, files and their revisions.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableSpacesWithDeleted(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name.' }),
    emoji: t.exposeString('emoji', { description: 'An emoji that stands for it.' }),
    visibility: t.expose('visibility', {
      type: SpaceVisibilityEnum,
      description: 'Who may read it besides members.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it or its content last changed.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted, if it was. It can be restored for 7 days.',
    }),
    editMode: t.expose('editMode', { type: EditModeEnum, description: 'How its content is edited.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.relation('organization', { description: 'The organization.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the collection it is in; null at the root.',
    }),
    parent: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection it is in, if the caller may see it; null at the root.',
      select: (_args, _context, nestedSelection) => ({ parent: nestedSelection(true) }),
      resolve: ({ parent }, _args, context) =>
        parent && mayOnCollection(viewerOf(context), 'collection:view', parent) ? parent : null,
    }),
    visitorAuth: t.field({
      type: SpaceVisitorAuth,
      nullable: true,
      description:
        'The authentication of its visitors. Always null: sites authenticate visitors, not spaces.',
      resolve: () => null,
    }),
    gitSync: t.field({
      type: SpaceGitSync,
      nullable: true,
      description: 'The git repository it is synchronized with, if it is.',
      resolve: (space) => (hasGitSync(space) ? space : null),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the active revision.' }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role members have on it; null for none.',
      extensions: { rest: { keepNull: true } },
    }),
    openCommentCount: t.exposeInt('openComments', { description: 'How many comments are open.' }),
    changeRequestCount: t.exposeInt('changeRequestsTotal', {
      description: 'How many change requests it has.',
    }),
    openChangeRequestCount: t.exposeInt('changeRequestsOpen', {
      description: 'How many of the change requests are open.',
    }),
    draftChangeRequestCount: t.exposeInt('changeRequestsDraft', {
      description: 'How many of the change requests are drafts.',
    }),
    urls: t.field({ type: SpaceUrls, description: 'Its addresses.', resolve: (space) => space }),
    permissions: t.field({
      type: SpacePermissions,
      description: 'What the caller may do here.',
      resolve: (space) => space,
    }),
  }),
})

builder.prismaObjectFields(Collection, (t) => ({
  spaces: connectionField(t, {
    type: Space,
    name: 'Space',
    description: 'The spaces directly inside, in their order.',
    parent: childrenBy('parentId'),
    where: (viewer) => ({ ...readableSpaces(viewer) }),
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.prismaObjectFields(Organization, (t) => ({
  spaces: connectionField(t, {
    type: Space,
    name: 'Space',
    description: 'The spaces of the organization, oldest first; those at the root in their order.',
    parent: childrenBy('organizationId'),
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Include spaces inside of collections; false lists those at the root only.',
      }),
    },
    where: (viewer, { nested }) => ({
      ...(nested === false && { parentId: null }),
      ...readableSpaces(viewer),
    }),
    // Positions mean something among the children of one parent only.
    order: ({ nested }) => (nested === false ? [{ column: 'position', type: 'text' }] : []),
  }),
}))

builder.queryField('space', (t) =>
  t.prismaField({
    type: Space,
    description: 'A space. A deleted one is found by those who may restore it.',
    permission: 'space:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the space.' }),
      shareKey: t.arg.string({
        description: 'Key of a share link, for the published addresses in sites that need one.',
      }),
    },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, readableSpacesWithDeleted(viewerOf(context))] }
      const space = await context.database.prisma.space.findFirst({ ...query, where })
      if (!space) throw notFound()
      return space
    },
  }),
)

const CreateSpaceInput = builder.inputType('CreateSpaceInput', {
  description: 'A new space.',
  fields: (t) => ({
    title: t.string({ description: 'The name; "Untitled" if absent.', ...limited(spaceLimits.title) }),
    emoji: t.string({ description: 'An emoji that stands for it.', ...limited(spaceLimits.emoji) }),
    parent: t.id({ description: 'Id of the collection to create it in; at the root if absent.' }),
    editMode: t.field({ type: EditModeEnum, description: 'How its content is edited; live if absent.' }),
    computedSource: t.field({
      type: 'JSON',
      description:
        'What a computed page in it stands for: an OpenAPI specification of the organization. Absent: it is empty.',
    }),
  }),
})

const UpdateSpaceInput = builder.inputType('UpdateSpaceInput', {
  description: 'Changes to a space. Absent members stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'The name.', ...limited(spaceLimits.title) }),
    editMode: t.field({ type: EditModeEnum, description: 'How its content is edited.' }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'The role members have on it; null for none.',
    }),
    emoji: t.string({
      description: 'An emoji that stands for it, instead of an icon; null for the default one.',
      ...limited(spaceLimits.emoji),
    }),
    icon: t.string({
      description: 'Address of an icon that stands for it, instead of an emoji; null removes it.',
      ...limited(spaceLimits.icon),
    }),
  }),
})

// Plain fields, because what is selected around the row that a service returns is read after the change.
builder.mutationFields((t) => {
  const spaceId = t.arg.id({ required: true, description: 'Id of the space.' })
  return {
    createSpace: t.field({
      type: Space,
      description: 'Creates a space, empty or with one computed page.',
      permission: parentPermission,
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateSpaceInput, description: 'What to create.' }),
      },
      resolve: (_root, { organizationId, input }, context) =>
        service.createSpace(context, organizationId, input ?? {}),
    }),
    updateSpace: t.field({
      type: Space,
      description: 'Changes a space.',
      permission: 'space:administer',
      args: {
        spaceId,
        input: t.arg({ type: UpdateSpaceInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { spaceId: id, input }, context) => service.updateSpace(context, id, input),
    }),
    deleteSpace: t.id({
      description: 'Deletes a space; it can be restored for 7 days. Returns its id.',
      permission: 'space:administer',
      args: { spaceId },
      resolve: (_root, { spaceId: id }, context) => service.deleteSpace(context, id),
    }),
    restoreSpace: t.field({
      type: Space,
      description: 'Brings back a deleted space, to the root if its collection is gone.',
      permission: 'space:administer',
      args: { spaceId },
      resolve: (_root, { spaceId: id }, context) => service.restoreSpace(context, id),
    }),
    moveSpace: t.field({
      type: Space,
      description: 'Moves a space within its organization.',
      permission: { permission: 'space:administer', destination: parentPermission },
      args: { spaceId, input: t.arg({ type: MoveContentInput, required: true, description: 'Where to.' }) },
      resolve: (_root, { spaceId: id, input }, context) => moveSpace(context, id, input),
    }),
    transferSpace: t.field({
      type: Space,
      description: 'Moves a space to the root of another organization.',
      permission: { permission: 'space:administer', destination: 'organization:create-content' },
      args: {
        spaceId,
        input: t.arg({ type: TransferContentInput, required: true, description: 'Where to.' }),
      },
      resolve: (_root, { spaceId: id, input }, context) => transferSpace(context, id, input),
    }),
  }
})
