import { administeredContent, contentRights } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import type { Space as SpaceRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { absent, absentType } from '../../graphql/absent.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, selectedColumns } from '../../graphql/payload.ts'
import { DefaultLevelEnum } from '../../graphql/roles.ts'
import { withTitle } from '../../graphql/title-filter.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { columnsInOrganization, contentOrder } from '../collections/orders.ts'
import { parentPermission } from '../collections/policy.ts'
import {
  Content,
  ContentUrls,
  deletedArguments,
  deletedOrder,
  deletedWhere,
  retentionFields,
} from '../collections/schema/content.ts'
import {
  Collection,
  deletedWithFields,
  formerPlaces,
  MoveContentInput,
  placesOfMoved,
  placesOfTransferred,
  TransferContentInput,
} from '../collections/schema.ts'
import { mergeRulesOf } from '../organizations/merge-rules.ts'
import { MergeRules, MergeRulesInput } from '../organizations/merge-rules-schema.ts'
import { retentionDays } from '../organizations/retention.ts'
import { Organization } from '../organizations/schema.ts'
import { ComputedSourceInput } from './computed-source.ts'
import { EditModeEnum, GitSyncProviderEnum, SpaceVisibilityEnum, VisitorAuthBackendEnum } from './enums.ts'
import { spaceLimits } from './limits.ts'
import { moveSpace, transferSpace } from './moves.ts'
import { readableSpaces, readableSpacesWithDeleted, restorableSpaces } from './policy.ts'
import * as service from './service.ts'
import { SpacePermissions } from './space-permissions.ts'

const SpaceUrls = urlsObject<Pick<SpaceRow, 'id' | 'icon'>>('SpaceUrls', {
  description: 'URLs of a space.',
  of: 'the space',
  interfaces: [ContentUrls],
  location: ({ id }) => `/spaces/${id}`,
  app: ({ id }) => ({ kind: 'space', space: id }),
  fields: (t) => ({
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Always null, because spaces are published by sites.',
      resolve: () => null,
    }),
    public: t.field({
      type: 'URL',
      nullable: true,
      description: 'Always null, because spaces are published by sites.',
      resolve: () => null,
    }),
    icon: t.expose('icon', {
      type: 'URL',
      nullable: true,
      description: 'URL of the icon. Null if it has none.',
    }),
  }),
})

const SpaceVisitorAuth = absentType('SpaceVisitorAuth', 'The authentication of the visitors of a space.', {
  backend: {
    type: VisitorAuthBackendEnum,
    description: 'The type of the authentication.',
  },
  integration: {
    type: 'String',
    nullable: true,
    description: 'Name of the integration. Null for other backends.',
  },
})

const gitSync = [
  'gitSyncRepoName',
  'gitSyncProvider',
  'gitSyncIntegration',
  'gitSyncURL',
  'gitSyncUpdatedAt',
] as const

type GitSync = Pick<SpaceRow, (typeof gitSync)[number]>

const SpaceGitSync = builder.objectRef<GitSync>('SpaceGitSync').implement({
  description: 'The git repository that a space is synchronized with.',
  fields: (t) => ({
    repoName: t.exposeString('gitSyncRepoName', {
      nullable: true,
      description: 'The name of the repository. Null if it is not known.',
    }),
    installationProvider: t.expose('gitSyncProvider', {
      type: GitSyncProviderEnum,
      nullable: true,
      description: 'The provider of the repository. Null if it is not known.',
    }),
    integration: t.exposeString('gitSyncIntegration', {
      nullable: true,
      description: 'The integration that synchronizes the space. Null if it is not known.',
    }),
    url: t.expose('gitSyncURL', {
      type: 'URL',
      nullable: true,
      description: 'URL of the repository. Null if it is not known.',
    }),
    updatedAt: t.expose('gitSyncUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time of the last synchronization. Null if there was none.',
    }),
  }),
})

const hasGitSync = (space: GitSync) =>
  (space.gitSyncRepoName ?? space.gitSyncProvider ?? space.gitSyncIntegration ?? space.gitSyncURL) !== null

export const Space = model('Space', {
  description: 'A space, which contains pages, files and their revisions.',
  id: 'The id, an opaque string.',
  visible: readableSpaces,
  visibleById: readableSpacesWithDeleted,
  interfaces: [Content],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the space.' }),
    emoji: t.exposeString('emoji', {
      description: 'The emoji beside the title, as a character or code points such as `1f680`.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description:
        'The language of the content, as a BCP 47 tag in lower case, such as `fr` or `pt-br`. Variants of a site in several languages are its translations. Null if it is not known.',
    }),
    visibility: t.expose('visibility', {
      type: SpaceVisibilityEnum,
      description: 'Who can read the space.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change to the space or its content.',
    }),
    deletedAt: t.exposeDateTime('deletedAt', {
      nullable: true,
      description: `The date and time of deletion. Null if it is not deleted. It can be restored for ${retentionDays} days.`,
    }),
    ...retentionFields(t),
    deletedWithId: t.exposeID('deletedWithId', {
      nullable: true,
      description: 'Id of the collection that was deleted with it inside. Null if it was deleted by itself.',
    }),
    ...deletedWithFields(t),
    editMode: t.expose('editMode', {
      type: EditModeEnum,
      description: 'Whether editors can change the live content, or only through change requests.',
    }),
    mergeRules: t.computed({
      type: MergeRules,
      description: 'What change requests of the space must meet to be merged.',
      from: ['mergeRules'],
      resolve: ({ mergeRules }) => mergeRulesOf(mergeRules, 'INHERIT'),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the space.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection. Null at the root of the organization.',
    }),
    parent: t.one(Collection, {
      key: 'parentId',
      nullable: true,
      description:
        'The parent collection. Null at the root of the organization, or if the caller cannot see it.',
    }),
    visitorAuth: t.computed(
      absent(
        SpaceVisitorAuth,
        'The authentication of its visitors. Always null: sites authenticate visitors, not spaces.',
      ),
    ),
    gitSync: t.computed({
      type: SpaceGitSync,
      nullable: true,
      from: gitSync,
      description: 'The git repository that it is synchronized with. Null if there is none.',
      resolve: (space) => (hasGitSync(space) ? space : null),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the active revision.' }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members on the space. Null for no role.',
      extensions: { rest: { keepNull: true } },
    }),
    openCommentCount: t.exposeInt('openComments', { description: 'The number of open comments.' }),
    changeRequestCount: t.exposeInt('changeRequestsTotal', {
      description: 'The number of change requests.',
    }),
    openChangeRequestCount: t.exposeInt('changeRequestsOpen', {
      description: 'The number of open change requests.',
    }),
    draftChangeRequestCount: t.exposeInt('changeRequestsDraft', {
      description: 'The number of draft change requests.',
    }),
    urls: t.computed({
      type: SpaceUrls,
      description: 'URLs of the space.',
      from: ['id', 'icon'],
    }),
    permissions: t.computed({
      type: SpacePermissions,
      description: 'Permissions of the caller on the object.',
      from: contentRights,
      sameFor: administeredContent,
    }),
  }),
})

const spaceOrder = contentOrder('Space')

extend(Collection, (t) => ({
  spaces: t.many(Space, {
    description: 'The spaces directly in this collection, by default by position.',
    by: 'parentId',
    args: {
      search: t.arg.string({
        description: 'Returns only spaces whose title contains this text, ignoring case.',
        ...limited(spaceLimits.titleFilter),
      }),
      orderBy: t.arg({ type: spaceOrder.input, description: 'The order. Defaults to the position.' }),
    },
    where: (_viewer, { search }) => withTitle(search),
    order: ({ orderBy }) => spaceOrder.columns(orderBy, 'POSITION'),
    direction: ({ orderBy }) => spaceOrder.direction(orderBy),
  }),
}))

extend(Organization, (t) => ({
  spaces: t.many(Space, {
    description:
      'The spaces of the organization, by default oldest first or, if `nested` is false, by position.',
    by: 'organizationId',
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Whether to include spaces in collections. If false, returns only those at the root.',
      }),
      search: t.arg.string({
        description: 'Returns only spaces whose title contains this text, ignoring case.',
        ...limited(spaceLimits.titleFilter),
      }),
      orderBy: t.arg({
        type: spaceOrder.input,
        description:
          'The order. Defaults to the creation, or to the position if `nested` is false. The position requires that.',
      }),
    },
    where: (_viewer, { nested, search }) => ({
      ...(nested === false && { parentId: null }),
      ...withTitle(search),
    }),
    order: (given) => columnsInOrganization(spaceOrder, given),
    direction: ({ orderBy }) => spaceOrder.direction(orderBy),
  }),
  deletedSpaces: t.many(Space, {
    description: 'The deleted spaces that the caller can restore, the last deleted first.',
    by: 'organizationId',
    policy: restorableSpaces,
    args: deletedArguments(t),
    where: (_viewer, { nested }) => deletedWhere(nested),
    order: deletedOrder,
    direction: 'desc',
  }),
}))

builder.queryField('space', (t) =>
  single(t, Space, {
    description: 'A space. Deleted spaces are returned to callers who can restore them.',
    permission: 'space:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the space.' }),
      shareKey: t.arg.string({
        description: 'Key of a share link, which is added to URLs of sites that require one.',
      }),
    },
    where: ({ id }) => ({ id }),
  }),
)

const CreateSpaceInput = builder.inputType('CreateSpaceInput', {
  description: 'The fields of a new space.',
  fields: (t) => ({
    title: t.string({ description: 'The title. Defaults to "Untitled".', ...limited(spaceLimits.title) }),
    emoji: t.string({
      description: 'The emoji beside the title, as a character or code points such as `1f680`.',
      ...limited(spaceLimits.emoji),
    }),
    language: t.string({
      description: 'The language of the content, as a BCP 47 tag.',
      ...limited(spaceLimits.language),
    }),
    parent: t.id({ description: 'Id of the parent collection. Defaults to the root of the organization.' }),
    editMode: t.field({ type: EditModeEnum, description: 'The edit mode. Defaults to `LIVE`.' }),
    computedSource: t.field({
      type: ComputedSourceInput,
      description:
        'The source of a computed page in the space: an OpenAPI specification of the organization.',
    }),
    empty: t.boolean({
      description:
        'Whether the space has no page. Without it, a space that is created by REST has an empty first page, unless it has a computed source; in GraphQL `hasFirstPage` asks for one.',
    }),
  }),
})

const UpdateSpaceInput = builder.inputType('UpdateSpaceInput', {
  description: 'Changes to a space. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'The title of the space.', ...limited(spaceLimits.title) }),
    editMode: t.field({
      type: EditModeEnum,
      description: 'Whether editors can change the live content, or only through change requests.',
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'The role of members on the space. Null for no role.',
    }),
    emoji: t.string({
      description: 'The emoji, which replaces the icon. Null resets it to the default.',
      ...limited(spaceLimits.emoji),
    }),
    icon: t.string({
      description: 'URL of an icon, which replaces the emoji. Null removes it.',
      ...limited(spaceLimits.icon),
    }),
    language: t.string({
      description: 'The language of the content, as a BCP 47 tag. Null for one that is not known.',
      ...limited(spaceLimits.language),
    }),
    mergeRules: t.field({
      type: MergeRulesInput,
      description: 'What change requests must meet to be merged.',
    }),
  }),
})

// Not prismaField: selected relations must be loaded after the change, for the row that the service returns.
builder.mutationFields((t) => {
  const spaceId = t.arg.id({ required: true, description: 'Id of the space.' })
  return {
    createSpace: mutation(t, {
      description: 'Creates a space, which is empty, or has computed pages or a first page.',
      permission: parentPermission,
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateSpaceInput, description: 'The space to create.' }),
        hasFirstPage: t.arg.boolean({
          defaultValue: false,
          description:
            'Whether the space begins with an empty page, unless it is to be empty or has a computed source. An import replaces the page as long as nobody has changed it.',
        }),
      },
      target: { type: 'Space' },
      payload: { space: Space },
      resolve: async (_root, { organizationId, input, hasFirstPage }, context) => ({
        space: await service.createSpace(context, organizationId, input ?? {}, hasFirstPage ?? false),
      }),
    }),
    updateSpace: mutation(t, {
      description: 'Updates a space.',
      permission: 'space:administer',
      args: {
        spaceId,
        input: t.arg({ type: UpdateSpaceInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload: { space: Space },
      resolve: async (_root, { spaceId: id, input }, context, info) => ({
        space: await service.updateSpace(context, id, input, selectedColumns(info, 'space')),
      }),
    }),
    deleteSpace: mutation(t, {
      description: `Deletes a space. It can be restored for ${retentionDays} days.`,
      permission: 'space:administer',
      args: { spaceId },
      target: { type: 'Space', id: 'spaceId' },
      payload: {
        deletedSpaceId: 'ID',
        ...formerPlaces,
      },
      resolve: async (_root, { spaceId: id }, context) => {
        const { organizationId, parentId } = await service.deleteSpace(context, id)
        return { deletedSpaceId: id, organization: organizationId, parent: parentId }
      },
    }),
    restoreSpace: mutation(t, {
      description:
        'Restores a deleted space. If its collection was deleted, it is restored to the root of the organization.',
      permission: 'space:administer',
      args: { spaceId },
      target: { type: 'Space', id: 'spaceId' },
      payload: { space: Space },
      resolve: async (_root, { spaceId: id }, context) => ({
        space: await service.restoreSpace(context, id),
      }),
    }),
    moveSpace: mutation(t, {
      description: 'Moves a space within its organization.',
      permission: { permission: 'space:administer', destination: parentPermission },
      args: {
        spaceId,
        input: t.arg({ type: MoveContentInput, required: true, description: 'Where to move it.' }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload: {
        space: Space,
        ...placesOfMoved,
      },
      resolve: async (_root, { spaceId: id, input }, context) => {
        const { moved, previous } = await moveSpace(context, id, input)
        return {
          space: moved,
          organization: moved.organizationId,
          parent: moved.parentId,
          previousParent: previous.parentId,
        }
      },
    }),
    transferSpace: mutation(t, {
      description: 'Transfers a space to the root of another organization.',
      permission: { permission: 'organization:administer', destination: 'organization:administer' },
      args: {
        spaceId,
        input: t.arg({ type: TransferContentInput, required: true, description: 'Where to move it.' }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload: {
        space: Space,
        ...placesOfTransferred,
      },
      resolve: async (_root, { spaceId: id, input }, context) => {
        const { moved, previous } = await transferSpace(context, id, input)
        return {
          space: moved,
          organization: moved.organizationId,
          previousOrganization: previous.organizationId,
          previousParent: previous.parentId,
        }
      },
    }),
  }
})
