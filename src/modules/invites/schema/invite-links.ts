import { assertMayReadSecrets } from '../../../access/authorize.ts'
import type { RequiredPermission } from '../../../access/required-permission.ts'
import { contentRights } from '../../../access/viewer.ts'
import type { Collection as CollectionRow, Space as SpaceRow } from '../../../generated/prisma/client.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation, readAfter } from '../../../graphql/payload.ts'
import { RoleEnum } from '../../../graphql/roles.ts'
import { Collection } from '../../collections/schema.ts'
import { formerOrganization, Organization } from '../../organizations/schema.ts'
import { Space } from '../../spaces/schema.ts'
import * as service from '../invite-links.ts'
import { joinByLink } from '../joining.ts'
import { readableInviteLinks, usableInviteLinks } from '../policy.ts'

type Invite = service.FullInviteLink

const OrganizationInvite = builder.objectRef<Invite>('OrganizationInvite').implement({
  description: 'The target of an invite link to an organization.',
  fields: (t) => ({
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role of new members. Null makes them guests.',
      extensions: { rest: { keepNull: true } },
    }),
  }),
})

const level = {
  type: RoleEnum,
  nullable: true,
  description: 'The role on it. Null for no role.',
  extensions: { rest: { keepNull: true } },
} as const

const SpaceInvite = builder.objectRef<Invite & { space: SpaceRow }>('SpaceInvite').implement({
  description: 'The target of an invite link to a space.',
  fields: (t) => ({
    level: t.expose('role', level),
    space: t.expose('space', { type: Space, description: 'The space.' }),
  }),
})

const CollectionInvite = builder
  .objectRef<Invite & { collection: CollectionRow }>('CollectionInvite')
  .implement({
    description: 'The target of an invite link to a collection.',
    fields: (t) => ({
      level: t.expose('role', level),
      collection: t.expose('collection', { type: Collection, description: 'The collection.' }),
    }),
  })

const InviteTarget = builder.unionType('InviteTarget', {
  description: 'The target of an invite link, with the role that it grants.',
  types: [OrganizationInvite, SpaceInvite, CollectionInvite],
  resolveType: ({ spaceId, collectionId }) =>
    spaceId !== null ? 'SpaceInvite' : collectionId !== null ? 'CollectionInvite' : 'OrganizationInvite',
})

const InviteLink = model('LinkInvite', {
  name: 'InviteLink',
  description:
    'A link with which users join an organization, or get access to a space or a collection. It is valid as long as the user who created or last updated it may give its role. Requires a token with the scope `WRITE`.',
  extensions: { rest: { object: 'invite' } },
  id: 'The id, an opaque string: the secret with which users join.',
  visible: readableInviteLinks,
  fields: (t) => ({
    isRedundant: t.computed({
      type: 'Boolean',
      description: 'Whether the link would not give the caller any additional access.',
      from: ['role', 'organizationId'],
      with: { space: contentRights, collection: contentRights },
      resolve: (invite, { viewer }) => service.isRedundant(viewer, invite),
    }),
    target: t.computed({
      type: InviteTarget,
      description: 'What the link gives access to.',
      extensions: { rest: { merge: true } },
      from: ['role', 'spaceId', 'collectionId'],
      with: service.invitedContent,
      resolve: (invite) => invite as Invite,
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    expiresAt: t.exposeDateTime('expiresAt', {
      nullable: true,
      description: 'The date and time at which it expires. Null if it does not expire.',
    }),
    ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
  }),
})

extend(Organization, (t) => ({
  inviteLinks: t.many(InviteLink, {
    description: 'The invite links to the organization itself, oldest first. Excludes those to its content.',
    by: 'organizationId',
    permission: 'organization:administer',
    authorize: assertMayReadSecrets,
    where: () => ({ spaceId: null, collectionId: null }),
    order: [],
  }),
}))

extend(Space, (t) => ({
  inviteLinks: t.many(InviteLink, {
    description: 'The invite links to the space, oldest first.',
    by: 'spaceId',
    permission: 'space:view-invite-links',
    authorize: assertMayReadSecrets,
    order: [],
  }),
}))

extend(Collection, (t) => ({
  inviteLinks: t.many(InviteLink, {
    description: 'The invite links to the collection, oldest first.',
    by: 'collectionId',
    permission: 'collection:view-invite-links',
    authorize: assertMayReadSecrets,
    order: [],
  }),
}))

const inviteId = 'Id of the invite link.'
const organizationOfLink = 'Id of the organization that it must belong to. Not checked if omitted.'

const permission: RequiredPermission = [
  'organization:administer',
  'space:view-invite-links',
  'collection:view-invite-links',
]

builder.queryField('inviteLink', (t) =>
  single(t, InviteLink, {
    description: 'An invite link.',
    permission,
    args: {
      organizationId: t.arg.id({ description: organizationOfLink }),
      id: t.arg.id({ required: true, description: inviteId }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
    policy: usableInviteLinks,
    whenMissing: ({ id, organizationId }, context) =>
      service.loadInviteLink(context, { organizationId, inviteLinkId: id }),
  }),
)

const CreateInviteLinkInput = builder.inputType('CreateInviteLinkInput', {
  description:
    'The fields of a new invite link: a role for the organization, or a level for one of its spaces or collections.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role of new members. Null makes them guests.' }),
    level: t.field({ type: RoleEnum, description: 'The role on the space or collection.' }),
    space: t.id({ description: 'Id of the space.' }),
    collection: t.id({ description: 'Id of the collection.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The date and time at which it expires. It does not expire if omitted.',
    }),
  }),
})

const UpdateInviteLinkInput = builder.inputType('UpdateInviteLinkInput', {
  description: 'Changes to an invite link. At least one field is required.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role, for links to the organization.' }),
    level: t.field({
      type: RoleEnum,
      description: 'The role on the space or collection, for links to content.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The date and time at which it expires. Null if it does not expire.',
    }),
  }),
})

const ofLink = readAfter(Organization, 'The organization. Null if the caller may no longer see it.')

builder.mutationFields((t) => {
  const address = {
    organizationId: t.arg.id({ description: organizationOfLink }),
    inviteLinkId: t.arg.id({ required: true, description: inviteId }),
  }
  return {
    createInviteLink: mutation(t, {
      description: 'Creates an invite link.',
      permission,
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({
          type: CreateInviteLinkInput,
          required: true,
          description: 'The invite link to create.',
        }),
      },
      target: { type: 'InviteLink' },
      payload: { inviteLink: InviteLink, organization: ofLink },
      resolve: async (_root, args, context) => ({
        inviteLink: await service.createInviteLink(context, args.organizationId, args.input),
        organization: args.organizationId,
      }),
    }),
    updateInviteLink: mutation(t, {
      description: 'Updates the role or the expiry of an invite link.',
      permission,
      args: {
        ...address,
        input: t.arg({ type: UpdateInviteLinkInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'InviteLink', id: 'inviteLinkId' },
      payload: { inviteLink: InviteLink, organization: ofLink },
      resolve: async (_root, { input, ...address }, context) => {
        const inviteLink = await service.updateInviteLink(context, address, input)
        return { inviteLink, organization: inviteLink.organizationId }
      },
    }),
    deleteInviteLink: mutation(t, {
      description: 'Deletes an invite link.',
      permission,
      args: address,
      target: { type: 'InviteLink', id: 'inviteLinkId' },
      payload: {
        deletedInviteLinkId: 'ID',
        organization: formerOrganization,
      },
      resolve: async (_root, args, context) => {
        const { id, organizationId } = await service.deleteInviteLink(context, args)
        return { deletedInviteLinkId: id, organization: organizationId }
      },
    }),
    acceptInviteLink: mutation(t, {
      description:
        'Joins with an invite link: the caller becomes a member with its role, or a guest with its level on the content. Existing higher roles are kept.',
      permission: 'authenticated',
      args: address,
      target: { type: 'Organization', id: 'organizationId' },
      payload: { organization: Organization },
      payloadDescription: 'The result of joining with an invite link.',
      resolve: async (_root, args, context) => ({ organization: await joinByLink(context, args) }),
    }),
  }
})
