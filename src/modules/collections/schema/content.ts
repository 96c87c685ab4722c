import { modelInterface } from '../../../graph/declare/model.ts'
import type { ModelFields } from '../../../graph/declare/model-types.ts'
import { builder } from '../../../graphql/builder.ts'
import { DefaultLevelEnum } from '../../../graphql/roles.ts'
import { daysLeft, purgeTime, retentionDescriptions } from '../../organizations/retention.ts'
import { readableContent } from '../policy.ts'

/** The permissions that `SpacePermissions` and `CollectionPermissions` declare. */
export const ContentPermissions = builder.interfaceRef<unknown>('ContentPermissions').implement({
  description: 'Permissions of the caller on a space or a collection.',
  fields: (t) => ({
    view: t.boolean({ description: 'Whether the caller can see it.' }),
    admin: t.boolean({ description: 'Whether the caller can update, move and delete it.' }),
    viewInviteLinks: t.boolean({ description: 'Whether the caller can see its invite links.' }),
  }),
})

/** The URLs that `SpaceUrls` and `CollectionUrls` declare. */
export const ContentUrls = builder.interfaceRef<unknown>('ContentUrls').implement({
  description: 'URLs of a space or a collection.',
  fields: (t) => ({
    location: t.field({ type: 'URL', description: 'URL in the REST API.' }),
    app: t.field({ type: 'URL', description: 'URL in the workspace.' }),
  }),
})

/** The spaces and collections of a parent, in their shared order. Spaces are a module that builds on this one. */
export const Content = modelInterface('Content', {
  description: 'A space or a collection. Those of a parent share one order.',
  kind: 'kind',
  typeNames: { SPACE: 'Space', COLLECTION: 'Collection' },
  visible: readableContent,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id, an opaque string.' }),
    title: t.exposeString('title', { description: 'The title.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection. Null at the root of the organization.',
    }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevelEnum,
      nullable: true,
      description: 'The role of members on the content. Null for no role.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last change.' }),
    deletedAt: t.exposeDateTime('deletedAt', {
      nullable: true,
      description: 'The date and time of deletion. Null if it is not deleted.',
    }),
  }),
})

builder.interfaceFields(Content, (t) => ({
  urls: t.field({ type: ContentUrls, description: 'URLs of it.' }),
  permissions: t.field({
    type: ContentPermissions,
    description: 'Permissions of the caller on the object.',
  }),
}))

/** Returns the fields that tell how long a deleted space or collection can be restored. */
export const retentionFields = <Name extends 'Space' | 'Collection'>(t: ModelFields<Name>) => ({
  purgeAt: t.computed({
    type: 'DateTime',
    nullable: true,
    description: `${retentionDescriptions.purgeAt} Null if it is not deleted.`,
    from: ['deletedAt'],
    resolve: ({ deletedAt }) => deletedAt && purgeTime(deletedAt),
  }),
  daysLeft: t.computed({
    type: 'Int',
    nullable: true,
    description: `${retentionDescriptions.daysLeft} Null if it is not deleted.`,
    from: ['deletedAt'],
    resolve: ({ deletedAt }) => deletedAt && daysLeft(deletedAt, new Date()),
  }),
})

/** Returns the arguments of a list of what was deleted. */
export const deletedArguments = (t: Pick<ModelFields<'Organization'>, 'arg'>) => ({
  nested: t.arg.boolean({
    defaultValue: true,
    description:
      'Whether to include what was deleted with its collection. If false, returns only what was deleted by itself.',
  }),
})

export const deletedWhere = (nested: boolean | null | undefined) =>
  nested === false ? { deletedWithId: null } : {}

export const deletedOrder = [{ column: 'deletedAt', type: 'timestamptz' }] as const
