import { asMember } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import { model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { userLimits } from './limits.ts'
import { knownUsers, readableUsers, usersWithVisibleEmail } from './policy.ts'
import { updateUser } from './service.ts'

const UserUrls = urlsObject<{ id: string }>('UserUrls', {
  description: 'URLs of a user.',
  of: 'the user',
  location: (user) => `/users/${user.id}`,
})

export const User = model('User', {
  description:
    'A user. The name and picture of the author of content stay visible after the author has left all organizations of the caller.',
  id: 'The id, an opaque string.',
  // Users that an edge leads to from what a viewer may read are shown, without the fields that `visible` withholds.
  visible: () => ({}),
  visibleById: knownUsers,
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The name by which others see the user.' }),
    email: t.guarded('email', {
      description:
        'The email address. Null unless the caller may list the members of an organization of the user, or is the user.',
      visible: usersWithVisibleEmail,
    }),
    photoURL: t.expose('photoURL', {
      type: 'URL',
      nullable: true,
      description: 'URL of a picture of the user. Null if there is none.',
    }),
    urls: t.computed({
      type: UserUrls,
      description: 'URLs of the user.',
      from: ['id'],
    }),
  }),
})

builder.queryFields((t) => ({
  viewer: single(t, User, {
    description: 'The authenticated user.',
    permission: 'authenticated',
    where: () => ({}),
    policy: (viewer) => ({ id: asMember(viewer).userId }),
  }),
  user: single(t, User, {
    description: 'A user who shares an organization with the caller.',
    permission: 'authenticated',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    where: ({ id }) => ({ id }),
    policy: readableUsers,
  }),
}))

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Changes to a user. At least one field is required. Omitted fields stay unchanged.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The name by which others see the user.',
      ...limited(userLimits.displayName),
    }),
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
    target: { type: 'User', id: 'userId' },
    payload: { user: User },
    resolve: async (_root, { userId, input }, context) => ({
      user: await updateUser(context, userId, input),
    }),
  }),
)
