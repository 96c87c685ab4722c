import { mayOnCollection } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { administeredContent, type ContentRights, contentRights } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import type { ModelFields } from '../../graph/declare/model-types.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter, selectedColumns } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { DefaultLevelEnum } from '../../graphql/roles.ts'
import { withTitle } from '../../graphql/title-filter.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { retentionDays } from '../organizations/retention.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { collectionLimits } from './limits.ts'
import { columnsInOrganization, contentOrder } from './orders.ts'
import {
  parentPermission,
  readableCollections,
  readableCollectionsWithDeleted,
  restorableCollections,
} from './policy.ts'
import {
  Content,
  ContentPermissions,
  ContentUrls,
  deletedArguments,
  deletedOrder,
  deletedWhere,
  retentionFields,
} from './schema/content.ts'
import * as service from './service.ts'

const CollectionPermissions = permissionsObject<ContentRights, PermissionOn<'collection'>>(
  'CollectionPermissions',
  {
    view: { permission: 'collection:view', description: 'Whether the caller can see the collection.' },
    admin: {
      permission: 'collection:administer',
      description: 'Whether the caller can update, move and delete the collection.',
    },
    viewInviteLinks: {
      permission: 'collection:view-invite-links',
      description: 'Whether the caller can see the invite links of the collection.',
    },
    create: {
      permission: 'collection:create-content',
      description: 'Whether the caller can create spaces and collections in the collection.',
    },
  },
  mayOnCollection,
  [ContentPermissions],
)

const CollectionUrls = urlsObject<{ readonly id: string }>('CollectionUrls', {
  description: 'URLs of a collection.',
  of: 'the collection',
  interfaces: [ContentUrls],
  location: ({ id }) => `/collections/${id}`,
  app: ({ id }) => ({ kind: 'collection', collection: id }),
})

export const Collection = model('Collection', {
  description: 'A collection, which groups spaces and other collections.',
  id: 'The id, an opaque string.',
  visible: readableCollections,
  visibleById: readableCollectionsWithDeleted,
  interfaces: [Content],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the collection.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The description. Null if there is none.',
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the collection.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection. Null at the root of the organization.',
    }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members on the content of the collection. Null for no role.',
      extensions: { rest: { keepNull: true } },
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change to the collection itself.',
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
    urls: t.computed({
      type: CollectionUrls,
      description: 'URLs of the collection.',
      from: ['id'],
    }),
    permissions: t.computed({
      type: CollectionPermissions,
      description: 'Permissions of the caller on the object.',
      from: contentRights,
      sameFor: administeredContent,
    }),
  }),
})

const collectionOrder = contentOrder('Collection')

const contentsOrder = contentOrder('Content')

builder.interfaceFields(Content, (t) => ({
  organization: t.field({ type: Organization, description: 'The organization that owns it.' }),
  parent: t.field({
    type: Collection,
    nullable: true,
    description:
      'The parent collection. Null at the root of the organization, or if the caller cannot see it.',
  }),
}))

/** Returns the edge from a deleted space or collection to the collection that was deleted with it. */
export const deletedWithFields = <Name extends 'Space' | 'Collection'>(t: ModelFields<Name>) => ({
  deletedWith: t.one(Collection, {
    key: 'deletedWithId',
    policy: restorableCollections,
    nullable: true,
    description:
      'The collection that was deleted with it inside. Null if it was deleted by itself, or if the caller cannot restore the collection.',
  }),
})

extend(Collection, (t) => ({
  parent: t.one(Collection, {
    key: 'parentId',
    nullable: true,
    description:
      'The parent collection. Null at the root of the organization, or if the caller cannot see it.',
  }),
  ...deletedWithFields(t),
  contents: t.many(Content, {
    description:
      'The spaces and collections directly in this collection, by default in their shared order, which moves change.',
    by: 'parentId',
    args: {
      search: t.arg.string({
        description: 'Returns only items whose title contains this text, ignoring case.',
        ...limited(collectionLimits.titleFilter),
      }),
      orderBy: t.arg({ type: contentsOrder.input, description: 'The order. Defaults to the position.' }),
    },
    where: (_viewer, { search }) => withTitle(search),
    order: ({ orderBy }) => contentsOrder.columns(orderBy, 'POSITION'),
    direction: ({ orderBy }) => contentsOrder.direction(orderBy),
  }),
  allContents: t.many(Content, {
    description:
      'The spaces and collections in this collection and in those in it, at any depth. Those of each parent are in its order, between those of others.',
    by: { condition: 't.ancestors @> ARRAY[p.k0]', keys: ['id'] },
    order: contentsOrder.columns(null, 'POSITION'),
  }),
  collections: t.many(Collection, {
    description: 'The collections directly in this collection, by default by position.',
    by: 'parentId',
    args: {
      search: t.arg.string({
        description: 'Returns only collections whose title contains this text, ignoring case.',
        ...limited(collectionLimits.titleFilter),
      }),
      orderBy: t.arg({ type: collectionOrder.input, description: 'The order. Defaults to the position.' }),
    },
    where: (_viewer, { search }) => withTitle(search),
    order: ({ orderBy }) => collectionOrder.columns(orderBy, 'POSITION'),
    direction: ({ orderBy }) => collectionOrder.direction(orderBy),
  }),
}))

extend(Organization, (t) => ({
  collections: t.many(Collection, {
    description:
      'The collections of the organization, by default oldest first or, if `nested` is false, by position.',
    by: 'organizationId',
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether to include collections in other collections. If false, returns only those at the root.',
      }),
      search: t.arg.string({
        description: 'Returns only collections whose title contains this text, ignoring case.',
        ...limited(collectionLimits.titleFilter),
      }),
      orderBy: t.arg({
        type: collectionOrder.input,
        description:
          'The order. Defaults to the creation, or to the position if `nested` is false. The position requires that.',
      }),
    },
    where: (_viewer, { nested, search }) => ({
      ...(nested === false && { parentId: null }),
      ...withTitle(search),
    }),
    order: (given) => columnsInOrganization(collectionOrder, given),
    direction: ({ orderBy }) => collectionOrder.direction(orderBy),
  }),
  contents: t.many(Content, {
    description:
      'The spaces and collections at the root of the organization, or all of them, by default in their shared order, which moves change.',
    by: 'organizationId',
    args: {
      nested: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to include spaces and collections in collections. By position, those of each parent are then in its order, between those of others.',
      }),
      search: t.arg.string({
        description: 'Returns only items whose title contains this text, ignoring case.',
        ...limited(collectionLimits.titleFilter),
      }),
      orderBy: t.arg({ type: contentsOrder.input, description: 'The order. Defaults to the position.' }),
    },
    where: (_viewer, { nested, search }) => ({ ...(!nested && { parentId: null }), ...withTitle(search) }),
    order: ({ orderBy }) => contentsOrder.columns(orderBy, 'POSITION'),
    direction: ({ orderBy }) => contentsOrder.direction(orderBy),
  }),
  deletedCollections: t.many(Collection, {
    description: 'The deleted collections that the caller can restore, the last deleted first.',
    by: 'organizationId',
    policy: restorableCollections,
    args: deletedArguments(t),
    where: (_viewer, { nested }) => deletedWhere(nested),
    order: deletedOrder,
    direction: 'desc',
  }),
}))

builder.queryField('collection', (t) =>
  single(t, Collection, {
    description: 'A collection. Deleted collections are returned to callers who can restore them.',
    permission: 'collection:view',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    where: ({ id }) => ({ id }),
  }),
)

const CreateCollectionInput = builder.inputType('CreateCollectionInput', {
  description: 'The fields of a new collection.',
  fields: (t) => ({
    title: t.string({
      description: 'The title. Defaults to "Untitled".',
      ...limited(collectionLimits.title),
    }),
    parent: t.id({ description: 'Id of the parent collection. Defaults to the root of the organization.' }),
  }),
})

const UpdateCollectionInput = builder.inputType('UpdateCollectionInput', {
  description: 'Changes to a collection. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'The title of the collection.', ...limited(collectionLimits.title) }),
    description: t.string({
      description: 'The description. Null removes it.',
      ...limited(collectionLimits.description),
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'The role of members on the content of the collection. Null for no role.',
    }),
  }),
})

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'A sibling: a space or a collection.',
  isOneOf: true,
  extensions: { rest: { discriminator: { member: 'type' } } },
  fields: (t) => ({
    space: t.id({ description: 'Id of a space.' }),
    collection: t.id({ description: 'Id of a collection.' }),
  }),
})

const ContentPositionInput = builder.inputType('ContentPositionInput', {
  description:
    'A position among siblings. If both fields are given, the siblings must be adjacent. If none is given, the last position.',
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'The sibling to insert directly before.' }),
    after: t.field({ type: ContentPointerInput, description: 'The sibling to insert directly after.' }),
  }),
})

export const MoveContentInput = builder.inputType('MoveContentInput', {
  description: 'The target of moving a space or a collection. At least one field is required.',
  fields: (t) => ({
    parent: t.id({
      description:
        'Id of the new parent collection. Null for the root of the organization. If omitted, the parent stays unchanged.',
    }),
    position: t.field({
      type: ContentPositionInput,
      description: 'The position among the siblings. Defaults to the last position.',
    }),
  }),
})

export const TransferContentInput = builder.inputType('TransferContentInput', {
  description: 'The target of transferring a space or a collection.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the target organization.' }),
  }),
})

/** The places of a space or a collection that was deleted, moved or transferred, as payloads have them. */
export const formerPlaces = {
  organization: formerOrganization,
  parent: readAfter(
    Collection,
    'The collection that it was in. Null if it was at the root, or the caller may not see it.',
  ),
}

const previousParent = readAfter(
  Collection,
  'The collection that it was in before. Null if it was at the root, or the caller may not see it.',
)

export const placesOfMoved = {
  organization: readAfter(Organization, 'The organization. Null if the caller may no longer see it.'),
  parent: readAfter(
    Collection,
    'The collection that it is in now. Null if it is at the root, or the caller may not see it.',
  ),
  previousParent,
}

export const placesOfTransferred = {
  organization: readAfter(
    Organization,
    'The organization that it belongs to now. Null if the caller may no longer see it.',
  ),
  previousOrganization: readAfter(
    Organization,
    'The organization that it belonged to before. Null if the caller may no longer see it.',
  ),
  previousParent,
}

// Not prismaField: selected relations must be loaded after the change, for the row that the service returns.
builder.mutationFields((t) => {
  const collectionId = t.arg.id({ required: true, description: 'Id of the collection.' })
  return {
    createCollection: mutation(t, {
      description: 'Creates a collection.',
      permission: parentPermission,
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateCollectionInput, description: 'The collection to create.' }),
      },
      target: { type: 'Collection' },
      payload: { collection: Collection },
      resolve: async (_root, { organizationId, input }, context) => ({
        collection: await service.createCollection(context, organizationId, input ?? {}),
      }),
    }),
    updateCollection: mutation(t, {
      description: 'Updates a collection.',
      permission: 'collection:administer',
      args: {
        collectionId,
        input: t.arg({ type: UpdateCollectionInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Collection', id: 'collectionId' },
      payload: { collection: Collection },
      resolve: async (_root, { collectionId: id, input }, context, info) => ({
        collection: await service.updateCollection(context, id, input, selectedColumns(info, 'collection')),
      }),
    }),
    deleteCollection: mutation(t, {
      description: `Deletes a collection with its content. It can be restored for ${retentionDays} days.`,
      permission: 'collection:administer',
      args: { collectionId },
      target: { type: 'Collection', id: 'collectionId' },
      payload: {
        deletedCollectionId: 'ID',
        ...formerPlaces,
      },
      resolve: async (_root, { collectionId: id }, context) => {
        const { organizationId, parentId } = await service.deleteCollection(context, id)
        return { deletedCollectionId: id, organization: organizationId, parent: parentId }
      },
    }),
    restoreCollection: mutation(t, {
      description:
        'Restores a deleted collection with all that was deleted with it. If its parent was deleted, it is restored to the root of the organization.',
      permission: 'collection:administer',
      args: { collectionId },
      target: { type: 'Collection', id: 'collectionId' },
      payload: { collection: Collection },
      resolve: async (_root, { collectionId: id }, context) => ({
        collection: await service.restoreCollection(context, id),
      }),
    }),
    moveCollection: mutation(t, {
      description: 'Moves a collection with its content within its organization.',
      permission: { permission: 'collection:administer', destination: parentPermission },
      args: {
        collectionId,
        input: t.arg({ type: MoveContentInput, required: true, description: 'Where to move it.' }),
      },
      target: { type: 'Collection', id: 'collectionId' },
      payload: {
        collection: Collection,
        ...placesOfMoved,
      },
      resolve: async (_root, { collectionId: id, input }, context) => {
        const { moved, previous } = await service.moveCollection(context, id, input)
        return {
          collection: moved,
          organization: moved.organizationId,
          parent: moved.parentId,
          previousParent: previous.parentId,
        }
      },
    }),
    transferCollection: mutation(t, {
      description: 'Transfers a collection with its content to the root of another organization.',
      permission: { permission: 'organization:administer', destination: 'organization:administer' },
      args: {
        collectionId,
        input: t.arg({ type: TransferContentInput, required: true, description: 'Where to move it.' }),
      },
      target: { type: 'Collection', id: 'collectionId' },
      payload: {
        collection: Collection,
        ...placesOfTransferred,
      },
      resolve: async (_root, { collectionId: id, input }, context) => {
        const { moved, previous } = await service.transferCollection(context, id, input)
        return {
          collection: moved,
          organization: moved.organizationId,
          previousOrganization: previous.organizationId,
          previousParent: previous.parentId,
        }
      },
    }),
  }
})
