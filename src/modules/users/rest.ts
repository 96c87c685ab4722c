import { body, one, path, type Route, route } from '../../rest/route.ts'

export const userBody = `fragment UserBody on User { id displayName email photoURL urls { location } }`

export const userRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/user',
    tag: 'Users',
    summary: 'Get the authenticated user',
    operation: 'query GetAuthenticatedUser { viewer { ...UserBody } }',
    fragments: [userBody],
    variables: {},
    respond: one('viewer'),
  }),
  route({
    method: 'GET',
    path: '/users/:userId',
    tag: 'Users',
    summary: 'Get a user',
    operation: 'query GetUserById($id: ID!) { user(id: $id) { ...UserBody } }',
    fragments: [userBody],
    variables: { id: path('userId') },
    respond: one('user'),
    visitors: true,
  }),
  route({
    method: 'PATCH',
    path: '/users/:userId',
    tag: 'Users',
    summary: 'Update the authenticated user',
    operation: `mutation UpdateUserById($userId: ID!, $input: UpdateUserInput!) {
      updateUser(userId: $userId, input: $input) { user { ...UserBody } }
    }`,
    fragments: [userBody],
    variables: { userId: path('userId'), input: body() },
    respond: one('updateUser.user'),
  }),
]
