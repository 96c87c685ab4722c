import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Users')

export const userBody = `fragment UserBody on User { id displayName email photoURL urls { location } }`

export const userRoutes: readonly Row[] = [
  route('GET', '/user', 'viewer', {
    name: 'GetAuthenticatedUser',
    summary: 'Get the authenticated user',
    reply: userBody,
  }),
  route('GET', '/users/:userId', 'user', {
    name: 'GetUserById',
    summary: 'Get a user',
    reply: userBody,
    visitors: true,
  }),
  route('PATCH', '/users/:userId', 'updateUser.user', {
    name: 'UpdateUserById',
    summary: 'Update the authenticated user',
    reply: userBody,
  }),
]
