import { roleOrder } from '../../access/roles.ts'
import type { Member as MemberRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { OrderDirectionEnum } from '../../graphql/enums.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { makeSsoMember, removeMember, updateMember } from './changes.ts'
import { memberLoaders } from './loaders.ts'
import { memberPermission, readableMembers } from './policy.ts'
import { loadMember, pingOrganization } from './service.ts'

export const Member = builder.prismaObject('Member', {
  description: 'A user’s place in an organization.',
  extensions: { rest: { object: 'member' } },
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'Id of the user, by which members are addressed.' }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role in the organization; null for a guest.',
      extensions: { rest: { keepNull: true } },
    }),
    user: t.relation('user', { description: 'The user.' }),
    disabled: t.exposeBoolean('disabled', {
      description: 'The member may not use the organization any more.',
    }),
    sso: t.exposeBoolean('sso', { description: 'The member signs in through the identity provider.' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the member joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the member was last here.',
    }),
    spaces: t.int({
      description: 'How many spaces are shared with the member directly or through a team.',
      resolve: (member, _args, context) => memberLoaders(context).spaces.load(member),
    }),
    teams: t.int({
      description: 'How many teams the member belongs to.',
      resolve: (member, _args, context) => memberLoaders(context).teams.load(member),
    }),
  }),
})

const MemberRoleFilterEnum = builder.enumType('MemberRoleFilter', {
  description: 'Which members to list.',
  values: {
    READ: { description: 'Those who may read.' },
    COMMENT: { description: 'Those who may comment.' },
    EDIT: { description: 'Those who may edit.' },
    REVIEW: { description: 'Those who may review.' },
    CREATE: { description: 'Those who may create.' },
    ADMIN: { description: 'The admins.' },
    GUEST: { description: 'The guests.' },
  } as const,
})

const MemberSortEnum = builder.enumType('MemberSort', {
  description: 'What members are ordered by.',
  values: {
    JOINED_AT: { description: 'When they joined.', extensions: { rest: 'joinedAt' } },
    LAST_SEEN_AT: {
      description: 'When they were last here. Only active members who have been here are listed.',
      extensions: { rest: 'lastSeenAt' },
    },
  } as const,
})

builder.prismaObjectField(Organization, 'members', (t) =>
  connectionField(t, {
    type: Member,
    name: 'Member',
    description: 'The members of the organization.',
    parent: childrenBy('organizationId'),
    permission: 'organization:list-members',
    args: {
      role: t.arg({ type: MemberRoleFilterEnum, description: 'Only members with this role.' }),
      search: t.arg.string({
        description: 'Only members whose name or e-mail address contains this text.',
        ...limited({ maxLength: 512 }),
      }),
      sort: t.arg({ type: MemberSortEnum, defaultValue: 'JOINED_AT', description: 'What to order by.' }),
      order: t.arg({
        type: OrderDirectionEnum,
        defaultValue: 'DESC',
        description: 'Latest or earliest first.',
      }),
    },
    where: (viewer, { role, search, sort }) => {
      const contains = { contains: search ?? '', mode: 'insensitive' }
      return {
        AND: [
          readableMembers(viewer),
          role ? { role: roleOrder.find((name) => name === role) ?? null } : {},
          search ? { user: { OR: [{ displayName: contains }, { email: contains }] } } : {},
          sort === 'LAST_SEEN_AT' ? { disabled: false, lastSeenAt: { not: null } } : {},
        ],
      }
    },
    order: ({ sort }) => [
      { column: sort === 'LAST_SEEN_AT' ? 'lastSeenAt' : 'joinedAt', type: 'timestamptz' },
    ],
    direction: ({ order }) => (order === 'ASC' ? 'asc' : 'desc'),
  }),
)

const organizationId = 'Id of the organization.'

builder.queryField('member', (t) =>
  t.field({
    type: Member,
    description: 'A member of an organization.',
    permission: memberPermission,
    args: {
      organizationId: t.arg.id({ required: true, description: organizationId }),
      userId: t.arg.id({ required: true, description: 'Id of the user.' }),
    },
    resolve: (_root, args, context) => loadMember(context, args.organizationId, args.userId),
  }),
)

export const PingResult = builder.objectRef<MemberRow>('PingResult').implement({
  description: 'What is known of a member who was just here.',
  fields: (t) => ({
    member: t.field({ type: Member, description: 'The member.', resolve: (member) => member }),
  }),
})

builder.mutationField('pingOrganization', (t) =>
  t.field({
    type: PingResult,
    description: 'Records that the caller was here.',
    permission: 'organization:view',
    args: { organizationId: t.arg.id({ required: true, description: organizationId }) },
    resolve: (_root, args, context) => pingOrganization(context, args.organizationId),
  }),
)

const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  description: 'Changes to a member. Absent members stay as they are.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role in the organization; null makes a guest.' }),
  }),
})

builder.mutationFields((t) => {
  const address = {
    organizationId: t.arg.id({ required: true, description: organizationId }),
    userId: t.arg.id({ required: true, description: 'Id of the user.' }),
  }
  return {
    updateMember: t.field({
      type: Member,
      description: 'Changes the role of a member. The organization always keeps an admin.',
      permission: 'organization:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateMemberInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, ...member }, context) => updateMember(context, member, input),
    }),
    makeSsoMember: t.field({
      type: Member,
      description: 'Makes a member one of single sign-on.',
      permission: 'organization:administer',
      args: address,
      resolve: (_root, member, context) => makeSsoMember(context, member),
    }),
    removeMember: t.id({
      description:
        'Takes a member out of the organization, with all that was shared with them there, and returns the id of the user. The last admin stays.',
      permission: { self: 'organization:view', others: 'organization:administer' },
      args: address,
      resolve: (_root, member, context) => removeMember(context, member),
    }),
  }
})
