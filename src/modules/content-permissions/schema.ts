import { causeExtension } from '../../graph/declare/cause.ts'
import type { OrderColumn } from '../../graph/declare/keyset.ts'
import { extend, model } from '../../graph/declare/model.ts'
import type { ColumnOf, ModelFields } from '../../graph/declare/model-types.ts'
import type { Where } from '../../graph/sql/where.ts'
import type { GraphTypes } from '../../graphql/builder.ts'
import './mutations.ts'
import './permission-rules.ts'
import { roleIncludes } from '../../access/authorize.ts'
import { allPermissions, type Permission, resourceOfPermission } from '../../access/permissions.ts'
import { roleOrder } from '../../access/roles.ts'
import { asMember, roleOnSpace, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import { invalidInput } from '../../base/errors.ts'
import { limited } from '../../base/validation.ts'
import type { Space as SpaceRow } from '../../generated/prisma/client.ts'
import type { PermissionOriginType, Role } from '../../generated/prisma/enums.ts'
import { listOrder } from '../../graph/declare/list-order.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { readableCollections } from '../collections/policy.ts'
import { Collection } from '../collections/schema.ts'
import { memberLimits } from '../members/limits.ts'
import { namedLike, orderByName } from '../members/names.ts'
import { memberPermission } from '../members/policy.ts'
import {
  Member,
  type MemberOrderField,
  MemberRoleFilterEnum,
  memberOrder,
  searchText,
  withRole,
} from '../members/schema.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { Organization } from '../organizations/schema.ts'
import { readableSites } from '../sites/policy.ts'
import { Site } from '../sites/schema.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { Space } from '../spaces/schema.ts'
import { knownTeams, readableTeams } from '../teams/policy.ts'
import { Team } from '../teams/schema.ts'
import { readableUsers } from '../users/policy.ts'
import { User } from '../users/schema.ts'
import { PermissionEnum, PermissionOriginMeansEnum, PermissionOriginTypeEnum } from './enums.ts'
import { sitesGrantedToMember, spacesGrantedToMember, spacesGrantedToTeam } from './granted-content.ts'
import { viewersOf } from './loaders.ts'
import { spacesOfMember } from './spaces-of-member.ts'

const UserPermission = model('ContentPermission', {
  name: 'UserPermission',
  visible: (viewer) => ({ user: readableUsers(viewer) }),
  description: 'A permission of a user.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'The role that was granted.' }),
    user: t.one(User, { key: 'userId', description: 'The user to whom it was granted.' }),
  }),
})

const TeamPermission = model('ContentPermission', {
  name: 'TeamPermission',
  visible: (viewer) => ({ team: knownTeams(viewer) }),
  description: 'A permission of a team.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'The role that was granted.' }),
    team: t.one(Team, { key: 'teamId', description: 'The team to which it was granted.' }),
  }),
})

/** Matches the members of the organizations of the viewer. Fields that lead to their permissions declare who may read them. */
const ofOrganizations = (viewer: Viewer) => ({ organizationId: { in: visibleOrganizations(viewer) } })

const PermissionOrigin = model('EffectivePermission', {
  name: 'PermissionOrigin',
  visible: ofOrganizations,
  description: 'The origin of a right. Fields for objects that the caller cannot see are null.',
  fields: (t) => ({
    type: t.expose('originType', {
      type: PermissionOriginTypeEnum,
      description: 'The kind of object on which the right was granted.',
    }),
    by: t.expose('originMeans', {
      type: PermissionOriginMeansEnum,
      description: 'The way in which the right was granted.',
    }),
    organization: t.one(Organization, {
      key: 'originOrganizationId',
      nullable: true,
      description: 'The organization. Null if the right was granted on another object.',
    }),
    organizationId: t.guarded('originOrganizationId', {
      type: 'ID',
      description: 'Id of the organization. Null if the right was granted on another object.',
      visible: (viewer) => ({ originOrganization: readableOrganizations(viewer) }),
    }),
    collection: t.one(Collection, {
      key: 'originCollectionId',
      nullable: true,
      description: 'The collection. Null if the right was granted on another object.',
    }),
    collectionId: t.guarded('originCollectionId', {
      type: 'ID',
      description: 'Id of the collection. Null if the right was granted on another object.',
      visible: (viewer) => ({ originCollection: readableCollections(viewer) }),
    }),
    space: t.one(Space, {
      key: 'originSpaceId',
      nullable: true,
      description: 'The space. Null if the right was granted on another object.',
    }),
    spaceId: t.guarded('originSpaceId', {
      type: 'ID',
      description: 'Id of the space. Null if the right was granted on another object.',
      visible: (viewer) => ({ originSpace: readableSpaces(viewer) }),
    }),
    site: t.one(Site, {
      key: 'originSiteId',
      nullable: true,
      description: 'The site. Null if the right was granted on another object.',
    }),
    siteId: t.guarded('originSiteId', {
      type: 'ID',
      description: 'Id of the site. Null if the right was granted on another object.',
      visible: (viewer) => ({ originSite: readableSites(viewer) }),
    }),
    team: t.one(Team, {
      key: 'originTeamId',
      nullable: true,
      description: 'The team that the right was granted to. Null if it was not granted to a team.',
    }),
    teamId: t.guarded('originTeamId', {
      type: 'ID',
      description: 'Id of the team that the right was granted to. Null if it was not granted to a team.',
      visible: (viewer) => ({ originTeam: knownTeams(viewer) }),
    }),
  }),
})

const EffectivePermission = model('EffectivePermission', {
  visible: ofOrganizations,
  description: 'The effective permission of a member: the highest of all roles that they were granted.',
  fields: (t) => ({
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role. Null for no role.',
      extensions: { rest: { keepNull: true } },
    }),
    grants: t.computed({
      type: [PermissionEnum],
      description: 'What the role allows on the object.',
      from: ['role', 'targetType'],
      resolve: ({ role, targetType }) => grantsOf(role, targetType),
    }),
    user: t.one(User, { key: 'userId', description: 'The member who has the permissions.' }),
    isDisabled: t.computed({
      type: 'Boolean',
      description:
        'Whether the member is disabled. Always false, because disabled members have no permissions.',
      from: [],
      resolve: () => false,
    }),
    origin: t.same(PermissionOrigin, {
      description: 'The origin of the role. If several origins give the same role, one of them.',
    }),
  }),
})

const grantsOf = (role: Role | null, kind: PermissionOriginType): Permission[] =>
  allPermissions.filter(
    (permission) => resourceOfPermission(permission) === kind.toLowerCase() && roleIncludes(role, permission),
  )

type TargetName = 'Space' | 'Collection' | 'Site'

/** The parts in which the permission lists of spaces, collections and sites differ. */
interface TargetKind {
  /** The name of the kind in permissions. */
  readonly name: 'space' | 'collection' | 'site'
  /** The column of "ContentPermission" and of "EffectivePermission" with the id of the target. */
  readonly column: 'spaceId' | 'collectionId' | 'siteId'
  /** The permission that is required to list permissions. */
  readonly permission: Permission
  /** The permission to see the target. */
  readonly view: Permission
}

const permissionLists = <Name extends TargetName>(
  t: ModelFields<Name>,
  { name, column, permission, view }: TargetKind,
) => ({
  userPermissions: t.many(UserPermission, {
    description: 'The permissions that were granted to users directly, oldest first.',
    by: column,
    permission,
    where: () => ({ userId: { not: null } }),
    order: [],
  }),
  teamPermissions: t.many(TeamPermission, {
    description: 'The permissions that were granted to teams, oldest first.',
    by: column,
    permission,
    where: () => ({ teamId: { not: null } }),
    order: [],
  }),
  effectivePermissions: t.many(EffectivePermission, {
    description: 'The effective permissions of the members of the organization.',
    by: column,
    args: {
      ...membersArguments(t),
      role: t.arg({ type: MemberRoleFilterEnum, description: 'Returns only members with this role.' }),
    },
    permission,
    where: (viewer, { role, ...given }) => ({ AND: [withRole(role), chosenMembers(viewer, given)] }),
    order: ({ orderBy }) => orderOfMembers[orderBy?.field ?? 'JOINED_AT'],
    direction: ({ orderBy }) => memberOrder.direction(orderBy),
  }),
  memberPermissions: t.many(EffectivePermission, {
    description: 'The members who have access, each with their role and what it allows.',
    by: column,
    args: {
      ...membersArguments(t),
      role: t.arg({ type: RoleEnum, description: 'Returns only members with this role.' }),
      permission: t.arg({ type: PermissionEnum, description: 'Returns only members with this permission.' }),
    },
    permission: 'organization:list-members',
    where: (viewer, { role, permission, ...given }) => ({
      AND: [
        role == null ? {} : { role },
        { role: { in: rolesWith(permission, name) } },
        chosenMembers(viewer, given),
      ],
    }),
    order: ({ orderBy }) => orderOfMembers[orderBy?.field ?? 'JOINED_AT'],
    direction: ({ orderBy }) => memberOrder.direction(orderBy),
  }),
  viewerPermission: t.one(EffectivePermission, {
    key: 'id' as ColumnOf<Name>,
    by: column,
    where: (viewer) => ({ userId: asMember(viewer).userId }),
    nullable: true,
    description: 'The role of the caller, what it allows and where it comes from. Null without a role.',
    permission: view,
  }),
})

type ArgumentBuilder = Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, unknown>, 'arg'>

const membersArguments = (t: ArgumentBuilder) => ({
  search: t.arg.string({ description: searchText, ...limited(memberLimits.search) }),
  team: t.arg.id({
    description: 'Returns only members of the team with this id, if the caller can see its members.',
  }),
  user: t.arg.id({ description: 'Returns only the member with this id of a user.' }),
  orderBy: t.arg({
    type: memberOrder.input,
    description: 'The order. Defaults to the last who joined first.',
  }),
})

interface ChosenMembers {
  readonly search?: string | null
  readonly team?: string | null
  readonly user?: string | null
}

const chosenMembers = (viewer: Viewer, { search, team, user }: ChosenMembers): Where => ({
  AND: [
    user == null ? {} : { OR: [{ userId: user }, { memberId: user }] },
    search ? { user: namedLike(viewer, search) } : {},
    team == null
      ? {}
      : { user: { teamMemberships: { some: { teamId: team, team: readableTeams(viewer) } } } },
  ],
})

/** The columns of rights by which the lists of members order members. The ids of members are in the order of joining. */
const orderOfMembers: Readonly<Record<MemberOrderField, readonly OrderColumn[]>> = {
  JOINED_AT: [{ column: 'memberId', type: 'text' }],
  LAST_SEEN_AT: [
    {
      column: 'lastSeenAt',
      type: 'timestamptz',
      of: { table: 'Member', key: 'memberId' },
      absent: `'epoch'::timestamptz`,
    },
  ],
  NAME: [orderByName],
}

/** Returns the roles that have a permission, or any access. Throws BAD_USER_INPUT for a permission on another kind of object. */
function rolesWith(permission: Permission | null | undefined, kind: TargetKind['name']): Role[] {
  if (permission == null) return [...roleOrder]
  if (resourceOfPermission(permission) !== kind)
    throw invalidInput('permission', `must be a permission on a ${kind}`)
  return roleOrder.filter((role) => roleIncludes(role, permission))
}

extend(Space, (t) =>
  permissionLists(t, {
    name: 'space',
    column: 'spaceId',
    permission: 'space:administer',
    view: 'space:view',
  }),
)

extend(Collection, (t) =>
  permissionLists(t, {
    name: 'collection',
    column: 'collectionId',
    permission: 'collection:administer',
    view: 'collection:view',
  }),
)

extend(Site, (t) =>
  permissionLists(t, {
    name: 'site',
    column: 'siteId',
    permission: 'site:administer',
    view: 'site:view',
  }),
)

const TeamGrant = model('ContentPermission', {
  name: 'TeamGrant',
  visible: (viewer) => ({
    OR: [
      { space: readableSpaces(viewer) },
      { collection: readableCollections(viewer) },
      { site: readableSites(viewer) },
    ],
  }),
  description: 'What a team may do on a space, a collection or a site. One of them is not null.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'The role that was granted.' }),
    space: t.one(Space, {
      key: 'spaceId',
      nullable: true,
      description: 'The space. Null for other objects.',
    }),
    collection: t.one(Collection, {
      key: 'collectionId',
      nullable: true,
      description: 'The collection, whose content has the role too. Null for other objects.',
    }),
    site: t.one(Site, { key: 'siteId', nullable: true, description: 'The site. Null for other objects.' }),
  }),
})

extend(Team, (t) => ({
  grants: t.many(TeamGrant, {
    description: 'What was granted to the team on objects that the caller can see, oldest first.',
    by: 'teamId',
    permission: 'team:view',
    order: [],
  }),
  spaceCount: t.count(Space, {
    description: 'The number of spaces shared with the team that the caller can see.',
    by: spacesGrantedToTeam,
  }),
}))

extend(Member, (t) => ({
  spaceCount: t.count(Space, {
    description:
      'The number of spaces shared with the member, directly or through a team, that the caller can see.',
    by: spacesGrantedToMember,
  }),
  siteCount: t.count(Site, {
    description:
      'The number of sites shared with the member, directly or through a team, that the caller can see.',
    by: sitesGrantedToMember,
  }),
}))

/** A space with the id of the user whose role on it is returned, which the query of the list adds. */
type SpaceOfMember = SpaceRow & { readonly memberUserId: string }

const MemberSpace = model('Space', {
  name: 'MemberSpace',
  visible: readableSpaces,
  description: 'A space that a member has access to.',
  fields: (t) => ({
    role: t.code({
      extensions: { [causeExtension]: 'It follows from all rights of another user.' },
      type: RoleEnum,
      nullable: true,
      description: 'The role of the member on the space. Null if the access was just removed.',
      resolve: async (space, _args, context) => {
        const { memberUserId } = space as SpaceOfMember
        const member = await viewersOf(context).load(memberUserId)
        return member && roleOnSpace(member, space)
      },
    }),
    space: t.same(Space, { description: 'The space.' }),
  }),
})

const memberSpaceOrder = listOrder('MemberSpace', {
  fields: {
    TITLE: {
      description: 'By the title of the space, ignoring case.',
      columns: [{ column: 'title', type: 'text', ignoreCase: true }],
    },
    CREATED_AT: { description: 'By the creation of the space.', columns: [] },
  },
  direction: 'DESC',
})

extend(Member, (t) => ({
  spacePermissions: t.many(MemberSpace, {
    description: 'The spaces of the organization that the member has access to and the caller can see.',
    by: spacesOfMember,
    permission: memberPermission,
    args: {
      orderBy: t.arg({
        type: memberSpaceOrder.input,
        description: 'The order. Defaults to the newest first.',
      }),
    },
    order: ({ orderBy }) => memberSpaceOrder.columns(orderBy, 'CREATED_AT'),
    direction: ({ orderBy }) => memberSpaceOrder.direction(orderBy),
  }),
}))
