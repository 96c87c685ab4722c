import { one, path, type Route, route } from '../../rest/route.ts'

export const userBody = `fragment UserBody on User { id displayName email photoURL urls { location } }`

export const userRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/user',
    tag: 'Users',
    summary: 'The user whose token this is',
    operation: 'query GetAuthenticatedUser { viewer { ...UserBody } }',
    fragments: [userBody],
    variables: {},
    respond: one('viewer'),
  }),
  route({
    method: 'GET',
    path: '/users/:userId',
    tag: 'Users',
    summary: 'A user who shares an organization with the caller',
    operation: 'query GetUserById($id: ID!) { user(id: $id) { ...UserBody } }',
    fragments: [userBody],
    variables: { id: path('userId') },
    respond: one('user'),
  }),
]
