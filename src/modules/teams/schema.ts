import { GraphQLError } from 'graphql'
import { mayOnOrganization, mayOnTeam } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { notFound } from '../../errors.ts'
import type { Team as TeamRow } from '../../generated/prisma/client.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { mutation } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { memberPermission, visibleMembers } from '../members/policy.ts'
import { Member } from '../members/schema.ts'
import { Organization } from '../organizations/schema.ts'
import { TeamRoleEnum } from './enums.ts'
import { teamLimits } from './limits.ts'
import { sharedSpaceCount, type TeamMembershipKey, teamCount, teamLoaders } from './loaders.ts'
import { knownTeams, readableTeams } from './policy.ts'
import * as service from './service.ts'

declare module '../../graphql/builder.ts' {
  interface ModuleScalars {
    RolesInTeam: { Input: service.RolesInTeam; Output: service.RolesInTeam }
  }
}

const TeamPermissions = permissionsObject<TeamRow, PermissionOn<'team'>>(
  'TeamPermissions',
  {
    admin: {
      permission: 'team:administer',
      description: 'Whether the caller can update the title and the members.',
    },
    view: { permission: 'team:view', description: 'Whether the caller can see the members.' },
  },
  mayOnTeam,
)

export const Team = builder.prismaNode('Team', {
  nullable: true,
  description: 'A team of members, with whom content is shared together.',
  id: { field: 'id', description: 'The id, an opaque string.' },
  findUnique: (id, context) => ({ id, AND: [knownTeams(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    memberCount: t.int({
      description: 'The number of members.',
      resolve: ({ id }, _args, context) => teamLoaders(context).members.load(id),
    }),
    spaceCount: t.int({
      description: 'The number of spaces shared with the team that the caller can see.',
      resolve: ({ id }, _args, context) => sharedSpaceCount(context, [id]),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The date and time of creation.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    permissions: t.field({
      type: TeamPermissions,
      description: 'Permissions of the caller on the object.',
      resolve: (team) => team,
    }),
  }),
})

const TeamMemberRole = builder.objectRef<TeamMembershipKey>('TeamMemberRole').implement({
  description: 'The role of a member in a team.',
  fields: (t) => ({
    role: t.field({
      type: TeamRoleEnum,
      nullable: true,
      description: 'The role in the team. Null if the member has just left the team.',
      resolve: (key, _args, context) => teamLoaders(context).roles.load(key),
    }),
  }),
})

const TeamMembershipPermissions = builder
  .objectRef<{ organizationId: string; userId: string }>('TeamMembershipPermissions')
  .implement({
    description: 'Permissions of the caller on a member of a team.',
    fields: (t) => ({
      view: t.boolean({
        description: 'Whether the caller can see the member in the organization.',
        resolve: ({ organizationId, userId }, _args, context) => {
          const viewer = viewerOf(context)
          const permission = memberPermission[userId === viewer.userId ? 'self' : 'others']
          return mayOnOrganization(viewer, permission, organizationId)
        },
      }),
    }),
  })

/** Adds the id of the parent to a row of a list, which does not contain it. */
const withParentKey = <Row extends object>(row: Row, key: Partial<TeamMembershipKey>): Row => ({
  ...row,
  ...key,
})
const membershipKeyOf = (row: Partial<TeamMembershipKey>) => row as TeamMembershipKey

const TeamMembership = builder.prismaObject('Member', {
  variant: 'TeamMembership',
  description: 'A member of a team.',
  fields: (t) => ({
    member: t.variant(Member, { description: 'The membership in the organization.' }),
    teamRole: t.field({
      type: TeamMemberRole,
      description: 'The role of the member in the team.',
      resolve: (member) => membershipKeyOf(member),
    }),
    permissions: t.field({
      type: TeamMembershipPermissions,
      description: 'Permissions of the caller on the member.',
      resolve: (member) => member,
    }),
  }),
})

builder.prismaObjectField(Team, 'members', (t) =>
  connectionField(t, {
    type: TeamMembership,
    name: 'TeamMembership',
    model: 'Member',
    description: 'The members of the team, in the order in which they joined the organization.',
    parent: {
      keyTypes: ['text', 'text'],
      from: `(SELECT m.* FROM "TeamMember" i JOIN "Member" m ON m."userId" = i."userId"
        WHERE i."teamId" = p.k0 AND m."organizationId" = p.k1)`,
      condition: 'TRUE',
      keys: (team) => [team.id, team.organizationId],
    },
    permission: 'team:view',
    where: visibleMembers,
    order: [],
    attach: (member, team) => withParentKey(member, { teamId: team.id }),
  }),
)

const MemberTeam = builder.prismaObject('Team', {
  variant: 'MemberTeam',
  description: 'A team that a member is in.',
  fields: (t) => ({
    team: t.variant(Team, { description: 'The team.' }),
    teamRole: t.field({
      type: TeamMemberRole,
      description: 'The role of the member in the team.',
      resolve: ({ id, ...row }) => ({ ...membershipKeyOf(row as Partial<TeamMembershipKey>), teamId: id }),
    }),
  }),
})

const titleFilter = 'Returns only teams whose title contains this text, ignoring case.'

const withTitle = (title: string | null | undefined) =>
  title == null ? {} : { title: { contains: title, mode: 'insensitive' } }

builder.prismaObjectFields(Member, (t) => ({
  teamCount: t.int({
    description: 'The number of teams that the member is in and the caller can see.',
    resolve: ({ organizationId, userId }, _args, context) => teamCount(context, [organizationId, userId]),
  }),
}))

builder.prismaObjectField(Member, 'teamMemberships', (t) =>
  connectionField(t, {
    type: MemberTeam,
    name: 'MemberTeam',
    model: 'Team',
    description: 'The teams that the member is in, oldest first.',
    parent: {
      keyTypes: ['text', 'text'],
      from: `(SELECT t.* FROM "TeamMember" i JOIN "Team" t ON t.id = i."teamId"
        WHERE i."userId" = p.k0 AND t."organizationId" = p.k1)`,
      condition: 'TRUE',
      keys: (member) => [member.userId, member.organizationId],
    },
    args: { title: t.arg.string({ description: titleFilter }) },
    where: (viewer, { title }) => ({ AND: [readableTeams(viewer)], ...withTitle(title) }),
    order: [],
    attach: (team, member) => withParentKey(team, { userId: member.userId }),
  }),
)

builder.objectField(Organization, 'teams', (t) =>
  connectionField(t, {
    type: Team,
    name: 'Team',
    description: 'The teams of the organization, oldest first.',
    parent: childrenBy('organizationId'),
    permission: 'organization:list-teams',
    args: {
      owner: t.arg.id({ description: 'Returns only teams that this user owns.' }),
      title: t.arg.string({ description: titleFilter }),
    },
    where: (viewer, { owner, title }) => ({
      AND: [readableTeams(viewer)],
      ...withTitle(title),
      ...(owner != null && { members: { some: ownedBy(owner) } }),
    }),
    order: [],
  }),
)

/** Matches the owner of a team by the id of the user or of the member. */
const ownedBy = (id: string) => ({
  role: 'OWNER',
  OR: [{ userId: id }, { user: { memberships: { some: { id } } } }],
})

const teamId = 'Id of the team.'
const organizationId = 'Id of the organization that it must belong to. Not checked if omitted.'

builder.queryField('team', (t) =>
  t.prismaField({
    type: Team,
    description: 'A team.',
    permission: 'team:view',
    args: {
      id: t.arg.id({ required: true, description: teamId }),
      organizationId: t.arg.id({ description: organizationId }),
    },
    resolve: async (query, _root, { id, organizationId }, context) => {
      const inOrganization = organizationId == null ? {} : { organizationId }
      const where = { AND: [{ id, ...inOrganization }, readableTeams(viewerOf(context))] }
      const team = await context.database.prisma.team.findFirst({ ...query, where })
      if (!team) throw notFound()
      return team
    },
  }),
)

builder.scalarType('RolesInTeam', {
  description:
    'Roles in a team by user id: an object with members such as `{"role": "owner"}` or `{"role": "member"}`.',
  serialize: (value) => value,
  parseValue: rolesInTeam,
  extensions: {
    jsonSchema: {
      type: 'object',
      maxProperties: teamLimits.members.maxItems,
      additionalProperties: {
        type: 'object',
        properties: { role: { type: 'string', enum: ['owner', 'member'] } },
        required: ['role'],
      },
    },
  },
})

const roleNames: Readonly<Record<string, TeamRole>> = { owner: 'OWNER', member: 'MEMBER' }

function rolesInTeam(value: unknown): service.RolesInTeam {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GraphQLError('must be an object with roles by id')
  const given = Object.entries(value)
  if (given.length > teamLimits.members.maxItems)
    throw new GraphQLError(`must have at most ${teamLimits.members.maxItems} members`)
  return Object.fromEntries(
    given.map(([id, membership]) => {
      const role = (membership as { role?: unknown } | null)?.role
      if (typeof role !== 'string' || !Object.hasOwn(roleNames, role))
        throw new GraphQLError('must have a role, owner or member, for every id')
      return [id, roleNames[role] as TeamRole]
    }),
  )
}

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'The fields of a new team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title.', ...limited(teamLimits.title) }),
    members: t.idList({
      description: 'Ids of the members. Defaults to none.',
      ...limited(teamLimits.members),
    }),
  }),
})

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Changes to a team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title.', ...limited(teamLimits.title) }),
  }),
})

const UpdateTeamMembersInput = builder.inputType('UpdateTeamMembersInput', {
  description: 'Changes to the members of a team. Users in both `add` and `remove` are removed.',
  fields: (t) => ({
    add: t.idList({ description: 'Ids of the users to add.', ...limited(teamLimits.members) }),
    remove: t.idList({ description: 'Ids of the users to remove.', ...limited(teamLimits.members) }),
    memberships: t.field({
      type: 'RolesInTeam',
      description: 'Roles in the team by user id. Users who are not in the team are added.',
    }),
  }),
})

const AddTeamMemberInput = builder.inputType('AddTeamMemberInput', {
  description: 'The membership of a user in a team.',
  fields: (t) => ({
    role: t.field({
      type: TeamRoleEnum,
      description: 'The role. If omitted, new members get the role `MEMBER` and others keep theirs.',
    }),
  }),
})

builder.mutationFields((t) => {
  const address = {
    teamId: t.arg.id({ required: true, description: teamId }),
    organizationId: t.arg.id({ description: organizationId }),
  }
  const userId = t.arg.id({ required: true, description: 'Id of the user.' })
  return {
    createTeam: mutation(t, {
      description: 'Creates a team.',
      permission: 'organization:administer',
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateTeamInput, required: true, description: 'The team to create.' }),
      },
      payload: { team: Team },
      resolve: async (_root, { organizationId, input }, context) => ({
        team: await service.createTeam(context, organizationId, input),
      }),
    }),
    updateTeam: mutation(t, {
      description: 'Updates the title of a team.',
      permission: 'team:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateTeamInput, required: true, description: 'Fields to update.' }),
      },
      payload: { team: Team },
      resolve: async (_root, { input, ...team }, context) => ({
        team: await service.updateTeam(context, team, input.title),
      }),
    }),
    deleteTeam: mutation(t, {
      description: 'Deletes a team with its permissions.',
      permission: 'organization:administer',
      args: address,
      payload: { deletedTeamId: 'ID' },
      resolve: async (_root, team, context) => ({
        deletedTeamId: await service.deleteTeam(context, team),
      }),
    }),
    updateTeamMembers: mutation(t, {
      description: 'Adds and removes members of a team, and sets their roles.',
      permission: 'team:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateTeamMembersInput, required: true, description: 'Fields to update.' }),
      },
      payload: { team: Team },
      resolve: async (_root, { input, ...team }, context) => ({
        team: await service.updateTeamMembers(context, team, input),
      }),
    }),
    addTeamMember: mutation(t, {
      description: 'Adds a member of the organization to a team, or updates their role in it.',
      permission: 'team:administer',
      args: {
        ...address,
        userId,
        input: t.arg({ type: AddTeamMemberInput, description: 'The membership. Its role is optional.' }),
      },
      payload: { team: Team },
      resolve: async (_root, { input, ...member }, context) => ({
        team: await service.addTeamMember(context, member, input?.role),
      }),
    }),
    removeTeamMember: mutation(t, {
      description: 'Removes a member from a team.',
      permission: 'team:administer',
      args: { ...address, userId },
      payload: { team: Team },
      resolve: async (_root, member, context) => ({
        team: await service.removeTeamMember(context, member),
      }),
    }),
  }
})
