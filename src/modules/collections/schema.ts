import { mayOnCollection } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { DefaultLevelEnum } from '../../access/schema.ts'
import { notFound } from '../../errors.ts'
import type { Collection as CollectionRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { collectionLimits } from './limits.ts'
import { readableCollections } from './policy.ts'
import * as service from './service.ts'

const CollectionPermissions = permissionsObject<CollectionRow, PermissionOn<'collection'>>(
  'CollectionPermissions',
  {
    view: { permission: 'collection:view', description: 'See the collection.' },
    admin: { permission: 'collection:administer', description: 'Change, move and delete it.' },
    viewInviteLinks: { permission: 'collection:view-invite-links', description: 'See its invite links.' },
    create: { permission: 'collection:create-content', description: 'Create content in it.' },
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
      resolve: ({ id, organizationId }, _args, { config }) => `${config.baseUrl}/o/${organizationId}/c/${id}`,
    }),
  }),
})

export const Collection = builder.prismaNode('Collection', {
  description: 'Groups spaces and other collections.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableCollections(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the owning organization.' }),
    organization: t.relation('organization', { description: 'The owning organization.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Id of the collection around it.' }),
    parent: t.relation('parent', {
      nullable: true,
      description: 'The collection around it; null at the root, or where the caller may not see it.',
      onNull: null,
      query: (_args, context) => ({ where: readableCollections(viewerOf(context)) }),
    }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members on what is inside; null for none.',
      extensions: { rest: { keepNull: true } },
    }),
    urls: t.field({ type: CollectionUrls, description: 'Its addresses.', resolve: (collection) => collection }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'What the caller may do here.',
      resolve: (collection) => collection,
    }),
  }),
})

const order = [{ column: 'position', type: 'text' }] as const

builder.prismaObjectField(Collection, 'collections', (t) =>
  connectionField(t, {
    type: Collection,
    name: 'Collection',
    description: 'The collections directly inside, in order.',
    parent: childrenBy('parentId'),
    where: (viewer) => readableCollections(viewer),
    order,
  }),
)

builder.prismaObjectField(Organization, 'collections', (t) =>
  connectionField(t, {
    type: Collection,
    name: 'Collection',
    description: 'The collections of the organization, oldest first.',
    parent: childrenBy('organizationId'),
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Whether collections inside others are listed too, and not only those at the root.',
      }),
    },
    where: (viewer, { nested }) => ({
      ...(nested === false ? { parentId: null } : {}),
      AND: [readableCollections(viewer)],
    }),
    order: [],
  }),
)

builder.queryField('collection', (t) =>
  t.prismaField({
    type: Collection,
    description: 'A collection.',
    authScopes: { read: true },
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
    title: t.string({ description: 'The name.', ...limited(collectionLimits.title) }),
    parent: t.id({ description: 'Id of the collection to create it in; the root if absent.' }),
  }),
})

const UpdateCollectionInput = builder.inputType('UpdateCollectionInput', {
  description: 'Changes to a collection. Absent members stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'The name.', ...limited(collectionLimits.title) }),
    description: t.string({ description: 'What it is for.', ...limited(collectionLimits.description) }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'The role of members on what is inside; null for none.',
    }),
  }),
})

const SiblingTypeEnum = builder.enumType('SiblingType', {
  description: 'What stands beside something in a collection or at the root.',
  values: { SPACE: { description: 'A space.' }, COLLECTION: { description: 'A collection.' } } as const,
})

const SiblingInput = builder.inputType('SiblingInput', {
  description: 'A space or a collection beside which something is put.',
  fields: (t) => ({
    type: t.field({ type: SiblingTypeEnum, required: true, description: 'Which of the two it is.' }),
    space: t.id({ description: 'Id of the space, for that type.' }),
    collection: t.id({ description: 'Id of the collection, for that type.' }),
  }),
})

const SiblingPositionInput = builder.inputType('SiblingPositionInput', {
  description: 'A place among siblings. Given both, they must be neighbours in that order; neither is the end.',
  fields: (t) => ({
    before: t.field({ type: SiblingInput, description: 'Directly in front of this one.' }),
    after: t.field({ type: SiblingInput, description: 'Directly behind this one.' }),
  }),
})

export const MoveContentInput = builder.inputType('MoveContentInput', {
  description: 'Where to move a space or a collection to. At least one member is required.',
  fields: (t) => ({
    parent: t.id({ description: 'Id of the collection to move it into; null for the root; absent: where it is.' }),
    position: t.field({ type: SiblingPositionInput, description: 'The place among its siblings; absent: the end.' }),
  }),
})

export const TransferContentInput = builder.inputType('TransferContentInput', {
  description: 'Where to transfer a space or a collection to.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
  }),
})

builder.mutationFields((t) => {
  const collectionId = t.arg.id({ required: true, description: 'Id of the collection.' })
  return {
    createCollection: t.prismaField({
      type: Collection,
      description: 'Creates a collection, behind everything else in its place.',
      authScopes: { write: true },
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateCollectionInput, required: true, description: 'What to create.' }),
      },
      resolve: (_query, _root, { organizationId, input }, context) =>
        service.createCollection(context, organizationId, input),
    }),
    updateCollection: t.prismaField({
      type: Collection,
      description: 'Changes a collection.',
      authScopes: { write: true },
      args: {
        collectionId,
        input: t.arg({ type: UpdateCollectionInput, required: true, description: 'What to change.' }),
      },
      resolve: (_query, _root, args, context) => service.updateCollection(context, args.collectionId, args.input),
    }),
    deleteCollection: t.id({
      description:
        'Deletes a collection and the collections inside it. The spaces inside are deleted so that they can be restored.',
      authScopes: { write: true },
      args: { collectionId },
      resolve: (_root, args, context) => service.deleteCollection(context, args.collectionId),
    }),
    moveCollection: t.prismaField({
      type: Collection,
      description: 'Moves a collection within its organization. A move that changes nothing is a conflict.',
      authScopes: { write: true },
      args: {
        collectionId,
        input: t.arg({ type: MoveContentInput, required: true, description: 'Where to.' }),
      },
      resolve: (_query, _root, args, context) => service.moveCollection(context, args.collectionId, args.input),
    }),
    transferCollection: t.prismaField({
      type: Collection,
      description: 'Moves a collection and everything in it to another organization.',
      authScopes: { write: true },
      args: {
        collectionId,
        input: t.arg({ type: TransferContentInput, required: true, description: 'Where to.' }),
      },
      resolve: (_query, _root, args, context) => service.transferCollection(context, args.collectionId, args.input),
    }),
  }
})
