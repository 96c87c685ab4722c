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
  route('DELETE', '/user/sessions/:sessionId', 'endSession.revokedSessionId', {
    name: 'EndSession',
    summary: 'End a session of the caller',
    status: 204,
  }),
  route('DELETE', '/user/sessions', 'endOtherSessions.user.id', {
    name: 'EndOtherSessions',
    summary: 'End all sessions of the caller but the one of the request',
    status: 204,
  }),
]
