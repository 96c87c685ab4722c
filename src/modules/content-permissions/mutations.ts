import type { RequiredPermission } from '../../access/required-permission.ts'
import { limited } from '../../base/validation.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, type PayloadFields, readAfter } from '../../graphql/payload.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { Collection } from '../collections/schema.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import { contentPermissionLimits } from './limits.ts'
import * as service from './service.ts'
import type { Target } from './targets.ts'

const PermissionTargetInput = builder.inputType('PermissionTargetInput', {
  description: 'The object to grant permissions on.',
  isOneOf: true,
  fields: (t) => ({
    spaceId: t.id({ description: 'Id of a space.' }),
    collectionId: t.id({ description: 'Id of a collection.' }),
    siteId: t.id({ description: 'Id of a site.' }),
  }),
})

const GrantPermissionsInput = builder.inputType('GrantPermissionsInput', {
  description: 'A role to grant to users, teams or both.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description: 'The role. Required; null removes their permissions.',
    }),
    users: t.idList({
      description: 'Ids of members of the organization.',
      ...limited(contentPermissionLimits.holders),
    }),
    teams: t.idList({
      description: 'Ids of teams of the organization.',
      ...limited(contentPermissionLimits.holders),
    }),
  }),
})

const UpdatePermissionInput = builder.inputType('UpdatePermissionInput', {
  description: 'The role to grant to a user or a team.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description: 'The role. Null removes the permission. If omitted, it stays unchanged.',
    }),
  }),
})

/** The object whose permissions were changed, under the name of its kind. */
const payload = {
  space: readAfter(Space, 'The space. Null if the target is no space, or the caller may no longer see it.'),
  collection: readAfter(
    Collection,
    'The collection. Null if the target is no collection, or the caller may no longer see it.',
  ),
  site: readAfter(Site, 'The site. Null if the target is no site, or the caller may no longer see it.'),
} satisfies PayloadFields

const payloadOf = ({ kind, row }: Target) => ({
  space: kind === 'SPACE' ? row.id : null,
  collection: kind === 'COLLECTION' ? row.id : null,
  site: kind === 'SITE' ? row.id : null,
})

const permission: RequiredPermission = ['space:administer', 'collection:administer', 'site:administer']

builder.mutationFields((t) => {
  const address = {
    target: t.arg({
      type: PermissionTargetInput,
      required: true,
      description: 'The object to change permissions on.',
    }),
    organizationId: t.arg.id({
      description: 'Id of the organization that it must belong to. Not checked if omitted.',
    }),
  }
  const userId = t.arg.id({ required: true, description: 'Id of the user.' })
  const teamId = t.arg.id({ required: true, description: 'Id of the team.' })
  const role = t.arg({ type: UpdatePermissionInput, required: true, description: 'The role.' })
  return {
    grantPermissions: mutation(t, {
      description: 'Grants a role on a space, a collection or a site to users and teams.',
      permission,
      args: {
        ...address,
        input: t.arg({
          type: GrantPermissionsInput,
          required: true,
          description: 'The role, users and teams.',
        }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload,
      resolve: async (_root, { input, ...target }, context) =>
        payloadOf(await service.grantPermissions(context, target, input)),
    }),
    updateUserPermission: mutation(t, {
      description: 'Updates the permission of a user on a space, a collection or a site.',
      permission,
      args: { ...address, userId, input: role },
      target: { type: 'Space', id: 'spaceId' },
      payload,
      resolve: async (_root, { input, ...user }, context) =>
        payloadOf(await service.setUserRole(context, user, input)),
    }),
    removeUserPermission: mutation(t, {
      description: 'Removes the permission of a user on a space, a collection or a site.',
      permission,
      args: { ...address, userId },
      target: { type: 'Space', id: 'spaceId' },
      payload,
      resolve: async (_root, user, context) => payloadOf(await service.removeUser(context, user)),
    }),
    updateTeamPermission: mutation(t, {
      description: 'Updates the permission of a team on a space, a collection or a site.',
      permission,
      args: { ...address, teamId, input: role },
      target: { type: 'Space', id: 'spaceId' },
      payload,
      resolve: async (_root, { input, ...team }, context) =>
        payloadOf(await service.setTeamRole(context, team, input)),
    }),
    removeTeamPermission: mutation(t, {
      description: 'Removes the permission of a team on a space, a collection or a site.',
      permission,
      args: { ...address, teamId },
      target: { type: 'Space', id: 'spaceId' },
      payload,
      resolve: async (_root, team, context) => payloadOf(await service.removeTeam(context, team)),
    }),
  }
})
