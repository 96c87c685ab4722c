import { mayOnOrganization, mayOnTeam } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { isUser, type TeamRights } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { listOrder } from '../../graph/declare/list-order.ts'
import { countable, extend, model, single } from '../../graph/declare/model.ts'
import type { MembersInSql } from '../../graph/fields/computed/computed.ts'
import { builder } from '../../graphql/builder.ts'
import { verbatimExtension } from '../../graphql/object-id-plugin.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { withTitle } from '../../graphql/title-filter.ts'
import { viewerOf } from '../../request/context.ts'
import { memberPermission, visibleMembers, visiblePlacesInTeams } from '../members/policy.ts'
import { Member } from '../members/schema.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { TeamRoleEnum } from './enums.ts'
import { teamLimits } from './limits.ts'
import { knownTeams, readableTeams } from './policy.ts'
import * as service from './service.ts'

const TeamPermissions = permissionsObject<TeamRights, PermissionOn<'team'>>(
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

const membersOfTeam = {
  // The users are an array, so that their memberships are found in an index, however many they are; the role is read of a page.
  from: `(SELECT m.*, (SELECT i.role FROM "TeamMember" i WHERE i."teamId" = p.k0 AND i."userId" = m."userId") AS "teamRole"
    FROM "Member" m WHERE m."organizationId" = p.k1 AND m."userId" = ANY(ARRAY(
      SELECT i."userId" FROM "TeamMember" i WHERE i."teamId" = p.k0)))`,
  adds: { teamRole: 'String' },
  condition: 'TRUE',
  keys: ['id', 'organizationId'],
} as const

/** Who is in a team is a member of its organization: to count them, no more is read. */
const PlaceInTeam = countable('TeamMember', visiblePlacesInTeams)

export const Team = model('Team', {
  description: 'A team of members, with whom content is shared together.',
  id: 'The id, an opaque string.',
  visible: knownTeams,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the team.' }),
    memberCount: t.count(PlaceInTeam, {
      description: 'The number of members.',
      by: 'teamId',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
    permissions: t.computed({
      type: TeamPermissions,
      description: 'Permissions of the caller on the object.',
      from: ['id', 'organizationId'],
    }),
  }),
})

/** The role in the team, which the lists of memberships add to a row. */
interface WithTeamRole {
  readonly teamRole: TeamRole
}

const TeamMemberRole = builder.objectRef<WithTeamRole>('TeamMemberRole').implement({
  description: 'The role of a member in a team.',
  fields: (t) => ({
    role: t.expose('teamRole', {
      type: TeamRoleEnum,
      nullable: true,
      description: 'The role in the team. Null if the member has just left the team.',
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
          const permission = memberPermission[isUser(viewer, userId) ? 'self' : 'others']
          return mayOnOrganization(viewer, permission, organizationId)
        },
      }),
    }),
  })

const teamRoleInSql: MembersInSql<unknown> = (_member, column) => column('teamRole')

/** The role that the query of a list adds to its members or teams. */
const teamRole = {
  type: TeamMemberRole,
  description: 'The role of the member in the team.',
  from: [],
  added: ['teamRole'],
  resolve: (row: object) => row as WithTeamRole,
  membersInSql: teamRoleInSql,
}

const TeamMembership = model('Member', {
  name: 'TeamMembership',
  visible: visibleMembers,
  description: 'A member of a team.',
  fields: (t) => ({
    member: t.same(Member, { description: 'The membership in the organization.' }),
    teamRole: t.computed(teamRole),
    permissions: t.computed({
      type: TeamMembershipPermissions,
      description: 'Permissions of the caller on the member.',
      from: ['organizationId', 'userId'],
    }),
  }),
})

extend(Team, (t) => ({
  members: t.many(TeamMembership, {
    description: 'The members of the team, in the order in which they joined the organization.',
    by: membersOfTeam,
    permission: 'team:view',
    order: [],
  }),
}))

const MemberTeamMembership = model('Team', {
  name: 'MemberTeamMembership',
  visible: readableTeams,
  description: 'The membership of a member in one of their teams.',
  fields: (t) => ({
    team: t.same(Team, { description: 'The team.' }),
    teamRole: t.computed(teamRole),
  }),
})

const titleFilter = 'Returns only teams whose title contains this text, ignoring case.'

const teamsOfMember = {
  from: `(SELECT t.*, i.role AS "teamRole" FROM "TeamMember" i CROSS JOIN LATERAL (
      SELECT * FROM "Team" WHERE id = i."teamId" OFFSET 0) t
    WHERE i."userId" = p.k0)`,
  adds: { teamRole: 'String' },
  condition: 't."organizationId" = p.k1',
  keys: ['userId', 'organizationId'],
} as const

extend(Member, (t) => ({
  teamCount: t.count(Team, {
    description: 'The number of teams that the member is in and the caller can see.',
    by: teamsOfMember,
  }),
}))

extend(Member, (t) => ({
  teamMemberships: t.many(MemberTeamMembership, {
    description: 'The teams that the member is in, oldest first.',
    by: teamsOfMember,
    args: { search: t.arg.string({ description: titleFilter }) },
    where: (_viewer, { search }) => withTitle(search),
    order: [],
  }),
}))

const teamOrder = listOrder('Team', {
  fields: {
    TITLE: {
      description: 'By title, ignoring case.',
      columns: [{ column: 'title', type: 'text', ignoreCase: true }],
    },
    CREATED_AT: { description: 'By the time of creation.', columns: [] },
  },
  direction: 'ASC',
})

extend(Organization, (t) => ({
  teams: t.many(Team, {
    description: 'The teams of the organization, by default oldest first.',
    by: 'organizationId',
    permission: 'organization:list-teams',
    args: {
      owner: t.arg.id({ description: 'Returns only teams that this user owns.' }),
      search: t.arg.string({ description: titleFilter }),
      orderBy: t.arg({ type: teamOrder.input, description: 'The order. Defaults to the oldest first.' }),
    },
    where: (_viewer, { owner, search }) => ({
      ...withTitle(search),
      ...(owner != null && { members: { some: ownedBy(owner) } }),
    }),
    order: ({ orderBy }) => teamOrder.columns(orderBy, 'CREATED_AT'),
    direction: ({ orderBy }) => teamOrder.direction(orderBy),
  }),
}))

/** Matches the owner of a team by the id of the user or of the member. */
const ownedBy = (id: string) => ({
  role: 'OWNER',
  OR: [{ userId: id }, { user: { memberships: { some: { id } } } }],
})

const teamId = 'Id of the team.'
const organizationId = 'Id of the organization that it must belong to. Not checked if omitted.'

builder.queryField('team', (t) =>
  single(t, Team, {
    description: 'A team.',
    permission: 'team:view',
    args: {
      id: t.arg.id({ required: true, description: teamId }),
      organizationId: t.arg.id({ description: organizationId }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
  }),
)

const MemberRoleInTeamInput = builder.inputType('MemberRoleInTeamInput', {
  description: 'The role of a member in a team.',
  extensions: { rest: { key: 'userId' } },
  fields: (t) => ({
    userId: t.id({
      required: true,
      description: 'Id or email address of the member.',
      extensions: { [verbatimExtension]: true },
    }),
    role: t.field({ type: TeamRoleEnum, required: true, description: 'The role in the team.' }),
  }),
})

const namedMembers = {
  extensions: { ...limited(teamLimits.members).extensions, [verbatimExtension]: true },
} as const

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'The fields of a new team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title of the team.', ...limited(teamLimits.title) }),
    members: t.idList({
      description: 'Ids or email addresses of the members. Defaults to none.',
      ...namedMembers,
    }),
  }),
})

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Changes to a team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title of the team.', ...limited(teamLimits.title) }),
  }),
})

const UpdateTeamMembersInput = builder.inputType('UpdateTeamMembersInput', {
  description: 'Changes to the members of a team. Users in both `add` and `remove` are removed.',
  fields: (t) => ({
    add: t.idList({ description: 'Ids or email addresses of the members to add.', ...namedMembers }),
    remove: t.idList({
      description: 'Ids or email addresses of the members to remove. Ids of other users are ignored.',
      ...namedMembers,
    }),
    memberships: t.field({
      type: [MemberRoleInTeamInput],
      description: 'Roles in the team. Users who are not in the team are added.',
      ...limited(teamLimits.members),
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

const ofTeam = readAfter(Organization, 'The organization. Null if the caller may no longer see it.')

const member = readAfter(
  Member,
  'The member of the organization. Null for a former member, or if the caller may not see the members.',
)

const memberOf = ({ organizationId }: TeamRights, userId: string) => ({
  organizationId,
  OR: [{ id: userId }, { userId }],
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
      target: { type: 'Team' },
      payload: { team: Team, organization: ofTeam },
      resolve: async (_root, { organizationId, input }, context) => ({
        team: await service.createTeam(context, organizationId, input),
        organization: organizationId,
      }),
    }),
    updateTeam: mutation(t, {
      description: 'Updates the title of a team.',
      permission: 'team:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateTeamInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Team', id: 'teamId' },
      payload: { team: Team },
      resolve: async (_root, { input, ...team }, context) => ({
        team: await service.updateTeam(context, team, input.title),
      }),
    }),
    deleteTeam: mutation(t, {
      description: 'Deletes a team with its permissions.',
      permission: 'organization:administer',
      args: address,
      target: { type: 'Team', id: 'teamId' },
      payload: {
        deletedTeamId: 'ID',
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const { id, organizationId } = await service.deleteTeam(context, address)
        return { deletedTeamId: id, organization: organizationId }
      },
    }),
    updateTeamMembers: mutation(t, {
      description: 'Adds and removes members of a team, and sets their roles.',
      permission: 'team:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateTeamMembersInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Team', id: 'teamId' },
      payload: { team: Team, organization: ofTeam },
      resolve: async (_root, { input, ...address }, context) => {
        const team = await service.updateTeamMembers(context, address, input)
        return { team, organization: team.organizationId }
      },
    }),
    addTeamMember: mutation(t, {
      description: 'Adds a member of the organization to a team, or updates their role in it.',
      permission: 'team:administer',
      args: {
        ...address,
        userId,
        input: t.arg({ type: AddTeamMemberInput, description: 'The membership. Its role is optional.' }),
      },
      target: { type: 'Team', id: 'teamId' },
      payload: { team: Team, member },
      resolve: async (_root, { input, ...address }, context) => {
        const team = await service.addTeamMember(context, address, input?.role)
        return { team, member: memberOf(team, address.userId) }
      },
    }),
    removeTeamMember: mutation(t, {
      description: 'Removes a member from a team.',
      permission: 'team:administer',
      args: { ...address, userId },
      target: { type: 'Team', id: 'teamId' },
      payload: { team: Team, member },
      resolve: async (_root, address, context) => {
        const team = await service.removeTeamMember(context, address)
        return { team, member: memberOf(team, address.userId) }
      },
    }),
  }
})
