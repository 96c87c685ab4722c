import { items, list, one, path, query, type Route, route } from '../../rest/route.ts'

const auditEventBody = `
fragment AuditEventBody on AuditEvent {
  id occurredAt action source
  actor { type id: userId label tokenId address agent }
  target { type: objectType id: objectId }
  urls { location }
}`

const tag = 'Audit events'
const fragments = [auditEventBody]
const organizationId = path('organizationId')
const period = { from: query('from'), to: query('to') }

export const auditEventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/audit-events',
    tag,
    summary: 'List the audit events of an organization',
    operation: `query ListOrganizationAuditEvents(
      $id: ID!, $first: Int, $after: String,
      $from: DateTime, $to: DateTime, $action: String, $actor: ID, $target: ID
    ) {
      organization(id: $id) {
        auditEvents(
          first: $first, after: $after, from: $from, to: $to, action: $action, actor: $actor, target: $target
        ) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...AuditEventBody }
        }
      }
    }`,
    fragments,
    variables: {
      id: organizationId,
      first: query('limit'),
      after: query('page'),
      ...period,
      action: query('action'),
      actor: query('actor'),
      target: query('target'),
    },
    respond: list('organization.auditEvents'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/audit-events/export',
    tag,
    summary: 'Export the audit events of an organization',
    operation: `query ExportOrganizationAuditEvents($organizationId: ID!, $from: DateTime, $to: DateTime) {
      auditEventExport(organizationId: $organizationId, from: $from, to: $to) { url }
    }`,
    variables: { organizationId, ...period },
    respond: one('auditEventExport'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/audit-events/:auditEventId',
    tag,
    summary: 'Get an audit event',
    operation: `query GetOrganizationAuditEvent($organizationId: ID!, $id: ID!) {
      auditEvent(organizationId: $organizationId, id: $id) {
        ...AuditEventBody
        executionId: requestId schemaVersion
        payload { changes { objectType objectId before after } omittedChanges }
      }
    }`,
    fragments,
    variables: { id: path('auditEventId'), organizationId },
    respond: one('auditEvent'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/audit-event-actions',
    tag,
    summary: 'List the actions of audit events',
    operation: `query ListOrganizationAuditEventActions($id: ID!) {
      organization(id: $id) { auditEventActions { id: name label } }
    }`,
    variables: { id: organizationId },
    respond: items('organization.auditEventActions'),
  }),
]
