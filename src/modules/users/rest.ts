import { type Row, routesOf } from '../../rest/row.ts'

export const userBody = `fragment UserBody on User { id displayName email photoURL urls { location } }`

const route = routesOf('Users', userBody)

export const userRoutes: readonly Row[] = [
  route('GET', '/user', 'viewer', {
    name: 'GetAuthenticatedUser',
    summary: 'Get the authenticated user',
  }),
  route('GET', '/users/:userId', 'user', {
    name: 'GetUserById',
    summary: 'Get a user',
    visitors: true,
  }),
  route('PATCH', '/users/:userId', 'updateUser.user', {
    name: 'UpdateUserById',
    summary: 'Update the authenticated user',
  }),
]
