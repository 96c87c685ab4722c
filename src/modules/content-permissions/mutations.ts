import type { RequiredPermission } from '../../access/required-permission.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import { contentPermissionLimits } from './limits.ts'
import * as service from './service.ts'
import type { Target } from './targets.ts'

const SharedContent = builder.objectRef<Target>('SharedContent').implement({
  description: 'The object whose permissions were updated.',
  fields: (t) => ({
    contentId: t.id({
      description: 'Id of the space, collection or site.',
      resolve: ({ row }) => row.id,
    }),
  }),
})

const ContentTargetInput = builder.inputType('ContentTargetInput', {
  description: 'The object to grant permissions on.',
  isOneOf: true,
  fields: (t) => ({
    spaceId: t.id({ description: 'Id of a space.' }),
    collectionId: t.id({ description: 'Id of a collection.' }),
    siteId: t.id({ description: 'Id of a site.' }),
  }),
})

const ShareContentInput = builder.inputType('ShareContentInput', {
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

const ContentRoleInput = builder.inputType('ContentRoleInput', {
  description: 'The role to grant to a user or a team.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description: 'The role. Null removes the permission. If omitted, it stays unchanged.',
    }),
  }),
})

const permission: RequiredPermission = ['space:administer', 'collection:administer', 'site:administer']

builder.mutationFields((t) => {
  const address = {
    target: t.arg({
      type: ContentTargetInput,
      required: true,
      description: 'The object to change permissions on.',
    }),
    organizationId: t.arg.id({
      description: 'Id of the organization that it must belong to. Not checked if omitted.',
    }),
  }
  const userId = t.arg.id({ required: true, description: 'Id of the user.' })
  const teamId = t.arg.id({ required: true, description: 'Id of the team.' })
  const role = t.arg({ type: ContentRoleInput, required: true, description: 'The role.' })
  return {
    shareContent: mutation(t, {
      description: 'Grants a role on a space, a collection or a site to users and teams.',
      permission,
      args: {
        ...address,
        input: t.arg({ type: ShareContentInput, required: true, description: 'The role, users and teams.' }),
      },
      payload: { content: SharedContent },
      resolve: async (_root, { input, ...target }, context) => ({
        content: await service.shareContent(context, target, input),
      }),
    }),
    setUserPermission: mutation(t, {
      description: 'Updates the permission of a user on a space, a collection or a site.',
      permission,
      args: { ...address, userId, input: role },
      payload: { content: SharedContent },
      resolve: async (_root, { input, ...user }, context) => ({
        content: await service.setUserRole(context, user, input),
      }),
    }),
    removeUserPermission: mutation(t, {
      description: 'Removes the permission of a user on a space, a collection or a site.',
      permission,
      args: { ...address, userId },
      payload: { content: SharedContent },
      resolve: async (_root, user, context) => ({
        content: await service.removeUser(context, user),
      }),
    }),
    setTeamPermission: mutation(t, {
      description: 'Updates the permission of a team on a space, a collection or a site.',
      permission,
      args: { ...address, teamId, input: role },
      payload: { content: SharedContent },
      resolve: async (_root, { input, ...team }, context) => ({
        content: await service.setTeamRole(context, team, input),
      }),
    }),
    removeTeamPermission: mutation(t, {
      description: 'Removes the permission of a team on a space, a collection or a site.',
      permission,
      args: { ...address, teamId },
      payload: { content: SharedContent },
      resolve: async (_root, team, context) => ({
        content: await service.removeTeam(context, team),
      }),
    }),
  }
})
