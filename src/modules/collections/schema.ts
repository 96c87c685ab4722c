import { mayOnCollection } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { notFound } from '../../errors.ts'
import type { Collection as CollectionRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { DefaultLevelEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { ContentKindEnum } from './enums.ts'
import { collectionLimits } from './limits.ts'
import { parentPermission, readableCollections } from './policy.ts'
import * as service from './service.ts'

const CollectionPermissions = permissionsObject<CollectionRow, PermissionOn<'collection'>>(
  'CollectionPermissions',
  {
    view: { permission: 'collection:view', description: 'See the collection.' },
    admin: { permission: 'collection:administer', description: 'Change, move and delete the collection.' },
    viewInviteLinks: {
      permission: 'collection:view-invite-links',
      description: 'See the invite links to the collection.',
    },
    create: {
      permission: 'collection:create-content',
      description: 'Create spaces and collections inside.',
    },
  },
  mayOnCollection,
)

const CollectionUrls = builder.objectRef<CollectionRow>('CollectionUrls').implement({
  description: 'Addresses of a collection.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The collection in the REST API.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/v1/collections/${id}`,
    }),
    app: t.field({
      type: 'URL',
      description: 'The collection in the workspace.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/c/${id}`,
    }),
  }),
})

export const Collection = builder.prismaNode('Collection', {
  nullable: true,
  description: 'Groups spaces and other collections.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableCollections(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.relation('organization', { description: 'The organization.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the collection it is in; null at the root.',
    }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role members have on what is inside; null for none.',
      extensions: { rest: { keepNull: true } },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    urls: t.field({
      type: CollectionUrls,
      description: 'Its addresses.',
      resolve: (collection) => collection,
    }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'What the caller may do here.',
      resolve: (collection) => collection,
    }),
  }),
})

builder.prismaObjectFields(Collection, (t) => ({
  parent: t.field({
    type: Collection,
    nullable: true,
    description: 'The collection it is in, if the caller may see it; null at the root.',
    select: (_args, _context, nestedSelection) => ({ parent: nestedSelection(true) }),
    resolve: ({ parent }, _args, context) =>
      parent && mayOnCollection(viewerOf(context), 'collection:view', parent) ? parent : null,
  }),
  collections: connectionField(t, {
    type: Collection,
    name: 'Collection',
    description: 'The collections directly inside, in their order.',
    parent: childrenBy('parentId'),
    where: (viewer) => ({ ...readableCollections(viewer) }),
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.prismaObjectFields(Organization, (t) => ({
  collections: connectionField(t, {
    type: Collection,
    name: 'Collection',
    description: 'The collections of the organization, oldest first; those at the root in their order.',
    parent: childrenBy('organizationId'),
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Include collections inside of others; false lists those at the root only.',
      }),
    },
    where: (viewer, { nested }) => ({
      ...(nested === false && { parentId: null }),
      ...readableCollections(viewer),
    }),
    // Positions mean something among the children of one parent only.
    order: ({ nested }) => (nested === false ? [{ column: 'position', type: 'text' }] : []),
  }),
}))

builder.queryField('collection', (t) =>
  t.prismaField({
    type: Collection,
    description: 'A collection.',
    permission: 'collection:view',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, readableCollections(viewerOf(context))] }
      const collection = await context.database.prisma.collection.findFirst({ ...query, where })
      if (!collection) throw notFound()
      return collection
    },
  }),
)

const CreateCollectionInput = builder.inputType('CreateCollectionInput', {
  description: 'A new collection.',
  fields: (t) => ({
    title: t.string({ description: 'The name; "Untitled" if absent.', ...limited(collectionLimits.title) }),
    parent: t.id({ description: 'Id of the collection to create it in; at the root if absent.' }),
  }),
})

const UpdateCollectionInput = builder.inputType('UpdateCollectionInput', {
  description: 'Changes to a collection. Absent members stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'The name.', ...limited(collectionLimits.title) }),
    description: t.string({
      description: 'What it is for; null removes it.',
      ...limited(collectionLimits.description),
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'The role members have on what is inside; null for none.',
    }),
  }),
})

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'A sibling: a space or a collection.',
  fields: (t) => ({
    type: t.field({ type: ContentKindEnum, required: true, description: 'What it is.' }),
    space: t.id({ description: 'Id of the space, if it is one.' }),
    collection: t.id({ description: 'Id of the collection, if it is one.' }),
  }),
})

const ContentPositionInput = builder.inputType('ContentPositionInput', {
  description: 'A place among siblings. Given both, the two must be neighbours; given neither, the end.',
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'Directly in front of this one.' }),
    after: t.field({ type: ContentPointerInput, description: 'Directly behind this one.' }),
  }),
})

export const MoveContentInput = builder.inputType('MoveContentInput', {
  description: 'Where to move a space or a collection. At least one member is needed.',
  fields: (t) => ({
    parent: t.id({
      description: 'Id of the collection to move it to; null for the root; absent to leave it where it is.',
    }),
    position: t.field({
      type: ContentPositionInput,
      description: 'The place among its siblings there; the end if absent.',
    }),
  }),
})

export const TransferContentInput = builder.inputType('TransferContentInput', {
  description: 'Where to transfer a space or a collection.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization to transfer it to.' }),
  }),
})

// Plain fields, because what is selected around the row that a service returns is read after the change.
builder.mutationFields((t) => {
  const collectionId = t.arg.id({ required: true, description: 'Id of the collection.' })
  return {
    createCollection: t.field({
      type: Collection,
      description: 'Creates a collection.',
      permission: parentPermission,
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateCollectionInput, description: 'What to create.' }),
      },
      resolve: (_root, { organizationId, input }, context) =>
        service.createCollection(context, organizationId, input ?? {}),
    }),
    updateCollection: t.field({
      type: Collection,
      description: 'Changes a collection.',
      permission: 'collection:administer',
      args: {
        collectionId,
        input: t.arg({ type: UpdateCollectionInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { collectionId: id, input }, context) => service.updateCollection(context, id, input),
    }),
    deleteCollection: t.id({
      description: 'Deletes a collection with all in it; the spaces can be restored. Returns its id.',
      permission: 'collection:administer',
      args: { collectionId },
      resolve: (_root, { collectionId: id }, context) => service.deleteCollection(context, id),
    }),
    moveCollection: t.field({
      type: Collection,
      description: 'Moves a collection with all in it within its organization.',
      permission: { permission: 'collection:administer', destination: parentPermission },
      args: {
        collectionId,
        input: t.arg({ type: MoveContentInput, required: true, description: 'Where to.' }),
      },
      resolve: (_root, { collectionId: id, input }, context) => service.moveCollection(context, id, input),
    }),
    transferCollection: t.field({
      type: Collection,
      description: 'Moves a collection with all in it to the root of another organization.',
      permission: { permission: 'collection:administer', destination: 'organization:create-content' },
      args: {
        collectionId,
        input: t.arg({ type: TransferContentInput, required: true, description: 'Where to.' }),
      },
      resolve: (_root, { collectionId: id, input }, context) =>
        service.transferCollection(context, id, input),
    }),
  }
})
