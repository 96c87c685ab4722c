import { type Row, routesOf } from '../../rest/row.ts'

const sessionBody = `
fragment SessionBody on Session {
  id: sessionId label device address createdAt lastUsedAt expiresAt isCurrent
}`

const route = routesOf('Users')

export const sessionRoutes: readonly Row[] = [
  route('GET', '/user/sessions', 'viewer.sessions', {
    name: 'ListSessions',
    summary: 'List the sessions of the caller',
    reply: sessionBody,
  }),
]
