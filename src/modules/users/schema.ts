import { notFound } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { readableUsers } from './policy.ts'

const UserUrls = builder.objectRef<{ id: string }>('UserUrls').implement({
  description: 'Addresses of a user.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The user in the REST API.',
      resolve: (user, _args, { config }) => `${config.baseUrl}/v1/users/${user.id}`,
    }),
  }),
})

export const User = builder.prismaNode('User', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A person who signs in.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableUsers(viewerOf(context))] }),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The name shown to others.' }),
    email: t.exposeString('email', { description: 'The e-mail address.' }),
    photoURL: t.expose('photoURL', { type: 'URL', nullable: true, description: 'A picture of the user.' }),
    urls: t.field({ type: UserUrls, description: 'Addresses of the user.', resolve: (user) => user }),
  }),
})

builder.queryFields((t) => ({
  viewer: t.prismaField({
    type: User,
    description: 'The user whose token this is.',
    authScopes: { read: true },
    resolve: async (query, _root, _args, context) => {
      const { userId } = viewerOf(context)
      return context.database.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } })
    },
  }),
  user: t.prismaField({
    type: User,
    description: 'A user who shares an organization with the caller.',
    authScopes: { read: true },
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: async (query, _root, args, context) => {
      const where = { AND: [{ id: args.id }, readableUsers(viewerOf(context))] }
      const user = await context.database.prisma.user.findFirst({ ...query, where })
      if (!user) throw notFound()
      return user
    },
  }),
}))
