import { extend, model } from '../../graphql/model.ts'
import type { ModelFields, RowOf } from '../../graphql/model-types.ts'
import './mutations.ts'
import './permission-rules.ts'
import { roleIncludes } from '../../access/authorize.ts'
import {
  allPermissions,
  type Permission,
  type PermissionOn,
  permissionTable,
  resourceOfPermission,
} from '../../access/permissions.ts'
import { roleOnSpace } from '../../access/viewer.ts'
import { invalidInput } from '../../errors.ts'
import type { Space as SpaceRow } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType, listArguments, windowOf } from '../../graphql/connection.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { OrderDirectionEnum } from '../../graphql/enums.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { Collection } from '../collections/schema.ts'
import { memberPermission } from '../members/policy.ts'
import { Member } from '../members/schema.ts'
import { Organization } from '../organizations/schema.ts'
import { Site } from '../sites/schema.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { Space } from '../spaces/schema.ts'
import { knownTeams } from '../teams/policy.ts'
import { Team } from '../teams/schema.ts'
import { readableUsers } from '../users/policy.ts'
import { User } from '../users/schema.ts'
import { PermissionEnum, PermissionOriginMeansEnum, PermissionOriginTypeEnum } from './enums.ts'
import { rightsLoaders } from './loaders.ts'
import { type MemberRight, rightOfUser, rightsConnection, spacesOfMember } from './rights.ts'
import type { Target } from './targets.ts'

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

/** The objects of the origin of a right. Each is null if the right was granted on another object. */
const originOf = {
  organization: (right: MemberRight, context: Context) =>
    originKindOf(right) === 'ORGANIZATION'
      ? rightsLoaders(context).organizations.load(right.target.row.organizationId)
      : null,
  collection: (right: MemberRight, context: Context) =>
    originKindOf(right) === 'COLLECTION'
      ? rightsLoaders(context).collections.load(right.collectionId ?? right.target.row.id)
      : null,
  space: (right: MemberRight) =>
    originKindOf(right) === 'SPACE' && right.target.kind === 'SPACE' ? right.target.row : null,
  site: (right: MemberRight) =>
    originKindOf(right) === 'SITE' && right.target.kind === 'SITE' ? right.target.row : null,
  team: ({ teamId }: MemberRight, context: Context) =>
    teamId === null ? null : rightsLoaders(context).teams.load(teamId),
}

const PermissionOrigin = builder.objectRef<MemberRight>('PermissionOrigin').implement({
  description: 'The origin of a right. Fields for objects that the caller cannot see are null.',
  fields: (t) => {
    const idOf = (name: keyof typeof originOf, description: string) =>
      t.id({
        nullable: true,
        description,
        resolve: async (right, _args, context) => (await originOf[name](right, context))?.id ?? null,
      })
    return {
      type: t.field({
        type: PermissionOriginTypeEnum,
        description: 'The kind of object on which the right was granted.',
        resolve: (right) => originKindOf(right),
      }),
      by: t.field({
        type: PermissionOriginMeansEnum,
        description: 'The way in which the right was granted.',
        resolve: ({ way }) => way,
      }),
      organization: t.field({
        type: Organization,
        nullable: true,
        description: 'The organization. Null if the right was granted on another object.',
        resolve: (right, _args, context) => originOf.organization(right, context),
      }),
      organizationId: idOf(
        'organization',
        'Id of the organization. Null if the right was granted on another object.',
      ),
      collection: t.field({
        type: Collection,
        nullable: true,
        description: 'The collection. Null if the right was granted on another object.',
        resolve: (right, _args, context) => originOf.collection(right, context),
      }),
      collectionId: idOf(
        'collection',
        'Id of the collection. Null if the right was granted on another object.',
      ),
      space: t.field({
        type: Space,
        nullable: true,
        description: 'The space. Null if the right was granted on another object.',
        resolve: (right) => originOf.space(right),
      }),
      spaceId: idOf('space', 'Id of the space. Null if the right was granted on another object.'),
      site: t.field({
        type: Site,
        nullable: true,
        description: 'The site. Null if the right was granted on another object.',
        resolve: (right) => originOf.site(right),
      }),
      siteId: idOf('site', 'Id of the site. Null if the right was granted on another object.'),
      team: t.field({
        type: Team,
        nullable: true,
        description: 'The team that the right was granted to. Null if it was not granted to a team.',
        resolve: (right, _args, context) => originOf.team(right, context),
      }),
      teamId: idOf(
        'team',
        'Id of the team that the right was granted to. Null if it was not granted to a team.',
      ),
    }
  },
})

function originKindOf({ way, collectionId, target }: MemberRight) {
  if (way === 'ROLE') return 'ORGANIZATION'
  return collectionId === null ? target.kind : 'COLLECTION'
}

const EffectivePermission = builder.objectRef<MemberRight>('EffectivePermission').implement({
  description: 'The effective permission of a member: the highest of all roles that they were granted.',
  fields: (t) => ({
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role. Null for no role.',
      extensions: { rest: { keepNull: true } },
    }),
    grants: t.field({
      type: [PermissionEnum],
      description: 'What the role allows on the object.',
      resolve: ({ role, target }) => grantsOf(role, target),
    }),
    user: t.field({
      type: User,
      description: 'The member who has the permissions.',
      resolve: ({ user }) => user,
    }),
    origin: t.field({
      type: PermissionOrigin,
      description: 'The origin of the role. If several origins give the same role, one of them.',
      resolve: (right) => right,
    }),
  }),
})

const grantsOf = (role: Role | null, { kind }: Target): Permission[] =>
  allPermissions.filter(
    (permission) => resourceOfPermission(permission) === kind.toLowerCase() && roleIncludes(role, permission),
  )

const EffectivePermissionConnection = connectionType('EffectivePermission', EffectivePermission)

type TargetName = 'Space' | 'Collection' | 'Site'

/** The parts in which the permission lists of spaces, collections and sites differ. */
interface TargetKind<Name extends TargetName> {
  /** The column of "ContentPermission" with the id of the target. */
  readonly column: 'spaceId' | 'collectionId' | 'siteId'
  /** The permission that is required to list permissions. */
  readonly permission: Permission
  /** The permission to see the target. */
  readonly view: Permission
  readonly targetOf: (row: RowOf<Name>) => Target
}

/** Declares the lists of permissions of a kind of target. */
const permissionLists = <Name extends TargetName>(
  t: ModelFields<Name>,
  { column, permission, view, targetOf }: TargetKind<Name>,
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
  effectivePermissions: t.code({
    type: EffectivePermissionConnection,
    description:
      'The effective permissions of the members of the organization, in the order in which they joined.',
    args: {
      ...listArguments(t),
      role: t.arg({ type: RoleEnum, description: 'Returns only members with this role.' }),
    },
    permission,
    resolve: (row, { role, ...window }, context) =>
      rightsConnection(context, targetOf(row), { role: role ?? null }, windowOf(window)),
  }),
  memberPermissions: t.code({
    type: EffectivePermissionConnection,
    description:
      'The members who have access, each with their role and what it allows, in the order in which they joined.',
    args: {
      ...listArguments(t),
      role: t.arg({ type: RoleEnum, description: 'Returns only members with this role.' }),
      permission: t.arg({ type: PermissionEnum, description: 'Returns only members with this permission.' }),
    },
    permission: 'organization:list-members',
    resolve: (row, { role, permission, ...window }, context) =>
      rightsConnection(
        context,
        targetOf(row),
        { role: role ?? null, minimum: minimumRoleFor(permission, targetOf(row)) },
        windowOf(window),
      ),
  }),
  viewerPermission: t.code({
    type: EffectivePermission,
    nullable: true,
    description: 'The role of the caller, what it allows and where it comes from. Null without a role.',
    permission: view,
    resolve: (row, _args, context) => rightOfUser(context, targetOf(row), viewerOf(context).userId),
  }),
})

/** Returns the lowest role with a permission, or with any access. Throws BAD_USER_INPUT for a permission on another kind of object. */
function minimumRoleFor(permission: Permission | null | undefined, { kind }: Target): Role {
  if (permission == null) return 'READ'
  if (resourceOfPermission(permission) !== kind.toLowerCase())
    throw invalidInput('permission', `must be a permission on a ${kind.toLowerCase()}`)
  return permissionTable[permission as PermissionOn<'space' | 'collection' | 'site'>]
}

extend(Space, (t) =>
  permissionLists(t, {
    column: 'spaceId',
    permission: 'space:administer',
    view: 'space:view',
    targetOf: (row) => ({ kind: 'SPACE', row }),
  }),
)

extend(Collection, (t) =>
  permissionLists(t, {
    column: 'collectionId',
    permission: 'collection:administer',
    view: 'collection:view',
    targetOf: (row) => ({ kind: 'COLLECTION', row }),
  }),
)

extend(Site, (t) =>
  permissionLists(t, {
    column: 'siteId',
    permission: 'site:administer',
    view: 'site:view',
    targetOf: (row) => ({ kind: 'SITE', row }),
  }),
)

/** A space with the id of the user whose role on it is returned, which the parent of the list adds. */
type SpaceOfMember = SpaceRow & { readonly memberUserId: string }

const MemberSpace = model('Space', {
  name: 'MemberSpace',
  visible: readableSpaces,
  description: 'A space that a member has access to.',
  fields: (t) => ({
    role: t.code({
      type: RoleEnum,
      nullable: true,
      description: 'The role of the member on the space. Null if the access was just removed.',
      resolve: async (space, _args, context) => {
        const { memberUserId } = space as SpaceOfMember
        const member = await rightsLoaders(context).viewers.load(memberUserId)
        return member && roleOnSpace(member, space)
      },
    }),
    space: t.same(Space, { description: 'The space.' }),
  }),
})

extend(Member, (t) => ({
  spacePermissions: t.many(MemberSpace, {
    description: 'The spaces of the organization that the member has access to and the caller can see.',
    by: { condition: spacesOfMember, keys: ['id'] },
    permission: memberPermission,
    args: {
      order: t.arg({
        type: OrderDirectionEnum,
        defaultValue: 'DESC',
        description: 'The direction of the order, by creation.',
      }),
    },
    order: [],
    direction: ({ order }) => (order === 'ASC' ? 'asc' : 'desc'),
    attach: (space, { userId }) => ({ ...space, memberUserId: userId }),
  }),
}))
