import { roleOrder } from '../../access/roles.ts'
import { objectId, objectIdInSql, parseObjectId } from '../../base/object-ids.ts'
import { limited } from '../../base/validation.ts'
import { listOrder } from '../../graph/declare/list-order.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import type { Where } from '../../graph/sql/where.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { Organization } from '../organizations/schema.ts'
import { User } from '../users/schema.ts'
import { enableMemberSingleSignOn, removeMember, updateMember } from './changes.ts'
import { memberLimits } from './limits.ts'
import { namedLike, orderByName } from './names.ts'
import { memberPermission, openMembers, visibleMembers } from './policy.ts'
import { authorizeMember } from './service.ts'

export const Member = model('Member', {
  description: 'The membership of a user in an organization.',
  id: {
    description: 'Opaque identifier of the membership. Arguments that take the id of a user also take it.',
    from: ['userId', 'organizationId'],
    resolve: ({ userId, organizationId }) => objectId(userId, organizationId),
    inSql: (column) => objectIdInSql(column('userId'), column('organizationId')),
    where: (id) => {
      const { stable, contexts } = parseObjectId(id)
      return { organizationId: contexts.join(), userId: stable }
    },
  },
  visible: visibleMembers,
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the user.' }),
    ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role in the organization. Null for guests.',
      extensions: { rest: { keepNull: true } },
    }),
    user: t.one(User, { key: 'userId', description: 'The user who is a member.' }),
    isDisabled: t.exposeBoolean('disabled', {
      description: 'Whether the member is disabled and has no access to the organization.',
    }),
    usesSSO: t.exposeBoolean('sso', {
      description: 'Whether the member signs in with an identity provider of the organization.',
    }),
    joinedAt: t.exposeDateTime('joinedAt', { description: 'The date and time at which the member joined.' }),
    lastSeenAt: t.exposeDateTime('lastSeenAt', {
      nullable: true,
      description: 'The date and time of the last visit. Null if there was none.',
    }),
  }),
})

export const MemberRoleFilterEnum = enumType('MemberRoleFilter', 'A filter for the role of members.', {
  READ: 'Members with the role `READ`.',
  COMMENT: 'Members with the role `COMMENT`.',
  EDIT: 'Members with the role `EDIT`.',
  REVIEW: 'Members with the role `REVIEW`.',
  CREATE: 'Members with the role `CREATE`.',
  ADMIN: 'Members with the role `ADMIN`.',
  GUEST: 'Guests, who have no role.',
})

export type MemberOrderField = 'JOINED_AT' | 'LAST_SEEN_AT' | 'NAME'

export const memberOrder = listOrder<MemberOrderField>('Member', {
  fields: {
    JOINED_AT: {
      description: 'By the time at which they joined.',
      columns: [{ column: 'joinedAt', type: 'timestamptz' }],
    },
    LAST_SEEN_AT: {
      description: 'By the time of the last visit.',
      columns: [{ column: 'lastSeenAt', type: 'timestamptz' }],
    },
    NAME: {
      description: 'By display name, ignoring case.',
      columns: [orderByName],
    },
  },
  direction: 'DESC',
})

/**
 * Returns the condition of an argument `role`. GUEST stands for members whose role is null; without a role all match.
 */
export const withRole = (role: typeof MemberRoleFilterEnum.$inferType | null | undefined): Where =>
  role ? { role: roleOrder.find((name) => name === role) ?? null } : {}

export const searchText =
  'Returns only members whose display name or email address contains this text, ignoring case. Addresses that the caller may not see are not searched.'

extend(Organization, (t) => ({
  members: t.many(Member, {
    description: 'The members of the organization.',
    by: 'organizationId',
    permission: 'organization:list-members',
    args: {
      role: t.arg({ type: MemberRoleFilterEnum, description: 'Returns only members with this role.' }),
      search: t.arg.string({ description: searchText, ...limited(memberLimits.search) }),
      orderBy: t.arg({
        type: memberOrder.input,
        description:
          'The order. Defaults to the last who joined first. By the last visit, the list has only active members with a recorded visit.',
      }),
    },
    where: (viewer, { role, search, orderBy }) => ({
      AND: [
        withRole(role),
        search ? { user: namedLike(viewer, search) } : {},
        orderBy?.field === 'LAST_SEEN_AT' ? { disabled: false, lastSeenAt: { not: null } } : {},
      ],
    }),
    order: ({ orderBy }) => memberOrder.columns(orderBy, 'JOINED_AT'),
    direction: ({ orderBy }) => memberOrder.direction(orderBy),
  }),
}))

const organizationId = 'Id of the organization.'

builder.queryField('member', (t) =>
  single(t, Member, {
    description: 'A member of an organization.',
    permission: memberPermission,
    args: {
      organizationId: t.arg.id({ required: true, description: organizationId }),
      userId: t.arg.id({ required: true, description: 'Id of the user.' }),
    },
    where: ({ organizationId, userId }) => ({ organizationId, userId }),
    policy: openMembers,
    whenMissing: ({ organizationId, userId }, context) => authorizeMember(context, organizationId, userId),
  }),
)

const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  description: 'Changes to a member. Omitted fields stay unchanged.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description: 'The role in the organization. Null makes the member a guest.',
    }),
  }),
})

builder.mutationFields((t) => {
  const address = {
    organizationId: t.arg.id({ required: true, description: organizationId }),
    userId: t.arg.id({ required: true, description: 'Id of the user.' }),
  }
  return {
    updateMember: mutation(t, {
      description: 'Updates the role of a member. The last admin cannot be demoted.',
      permission: 'organization:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateMemberInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Member' },
      payload: { member: Member },
      resolve: async (_root, { input, ...member }, context) => ({
        member: await updateMember(context, member, input),
      }),
    }),
    enableMemberSingleSignOn: mutation(t, {
      description: 'Marks a member as authenticated by an identity provider of the organization.',
      permission: 'organization:administer',
      args: address,
      target: { type: 'Member' },
      payload: { member: Member },
      resolve: async (_root, member, context) => ({
        member: await enableMemberSingleSignOn(context, member),
      }),
    }),
    removeMember: mutation(t, {
      description:
        'Removes a member from the organization, its teams and its permissions. The last admin cannot be removed.',
      permission: { self: 'organization:view', others: 'organization:administer' },
      args: address,
      target: { type: 'User', id: 'userId' },
      payload: {
        removedUserId: { type: 'ID', description: 'Id of the user who was the member.' },
        removedMemberId: 'ID',
        organization: readAfter(
          Organization,
          'The organization. Null for a caller who has left, and may no longer see it.',
        ),
      },
      resolve: async (_root, address, context) => {
        const { userId, organizationId } = await removeMember(context, address)
        const removedMemberId = objectId(userId, organizationId)
        return { removedMemberId, removedUserId: userId, organization: organizationId }
      },
    }),
  }
})
