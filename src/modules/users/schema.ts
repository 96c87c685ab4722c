import { notFound } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { mutation } from '../../graphql/payload.ts'
import { limited } from '../../graphql/validation.ts'
import { userLimits } from './limits.ts'
import { mayReadUser } from './loaders.ts'
import { knownUsers, readableUsers } from './policy.ts'
import { updateUser } from './service.ts'

const UserUrls = builder.objectRef<{ id: string }>('UserUrls').implement({
  description: 'URLs of a user.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'URL of the user in the REST API.',
      resolve: (user, _args, { config }) => `${config.baseUrl}/v1/users/${user.id}`,
    }),
  }),
})

export const User = builder.prismaNode('User', {
  // `node` returns null for objects that the caller cannot see.
  nullable: true,
  description:
    'A user. The name and picture of a user who left all organizations of the caller stay with what they wrote.',
  id: { field: 'id', description: 'The id, an opaque string.' },
  findUnique: (id, context) => ({ id, AND: [knownUsers(viewerOf(context))] }),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    email: t.string({
      nullable: true,
      description: 'The email address. Null if the user shares no organization with the caller.',
      resolve: async ({ id, email }, _args, context) => ((await mayReadUser(context, id)) ? email : null),
    }),
    photoURL: t.expose('photoURL', {
      type: 'URL',
      nullable: true,
      description: 'URL of a picture of the user. Null if there is none.',
    }),
    urls: t.field({ type: UserUrls, description: 'URLs of the user.', resolve: (user) => user }),
  }),
})

builder.queryFields((t) => ({
  viewer: t.prismaField({
    type: User,
    description: 'The authenticated user.',
    permission: 'authenticated',
    resolve: async (query, _root, _args, context) => {
      const { userId } = viewerOf(context)
      return context.database.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } })
    },
  }),
  user: t.prismaField({
    type: User,
    description: 'A user who shares an organization with the caller.',
    permission: 'authenticated',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: async (query, _root, args, context) => {
      const where = { AND: [{ id: args.id }, readableUsers(viewerOf(context))] }
      const user = await context.database.prisma.user.findFirst({ ...query, where })
      if (!user) throw notFound()
      return user
    },
  }),
}))

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Changes to a user. At least one field is required. Omitted fields stay unchanged.',
  fields: (t) => ({
    displayName: t.string({ description: 'The display name.', ...limited(userLimits.displayName) }),
    photoURL: t.string({
      description: 'URL of a picture. Null removes it.',
      ...limited(userLimits.photoURL),
    }),
  }),
})

builder.mutationField('updateUser', (t) =>
  mutation(t, {
    description:
      'Updates the display name and picture of the authenticated user. Users cannot update others.',
    permission: 'authenticated',
    args: {
      userId: t.arg.id({ required: true, description: 'Id of the user.' }),
      input: t.arg({ type: UpdateUserInput, required: true, description: 'Fields to update.' }),
    },
    payload: { user: User },
    resolve: async (_root, { userId, input }, context) => ({
      user: await updateUser(context, userId, input),
    }),
  }),
)
