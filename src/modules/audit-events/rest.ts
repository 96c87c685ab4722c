import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const auditEventBody = `
fragment AuditEventBody on AuditEvent {
  id occurredAt action source
  actor { type id: userId label tokenId address agent }
  target { type: objectType id: objectId }
  person { id: userId label }
  urls { location }
}`

const route = routesOf('Audit events')
const fragments = [auditEventBody]

export const auditEventRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/audit-events', 'organization.auditEvents', {
    name: 'ListOrganizationAuditEvents',
    summary: 'List the audit events of an organization',
    reply: fragments[0],
    inputs: {
      from: query('from'),
      to: query('to'),
      action: query('action'),
      actor: query('actor'),
      target: query('target'),
    },
  }),
  route('GET', '/orgs/:organizationId/audit-events/export', 'auditEventExport', {
    name: 'ExportOrganizationAuditEvents',
    summary: 'Export the audit events of an organization',
    reply: 'url',
    inputs: { from: query('from'), to: query('to') },
  }),
  route('GET', '/orgs/:organizationId/audit-events/:auditEventId', 'auditEvent', {
    name: 'GetOrganizationAuditEvent',
    summary: 'Get an audit event',
    reply: `
      ...AuditEventBody executionId: requestId schemaVersion
      payload { changes { objectType objectId before after userId userLabel } omittedChanges }`,
    fragments,
  }),
  route('GET', '/orgs/:organizationId/audit-event-actions', 'organization.auditEventActions', {
    name: 'ListOrganizationAuditEventActions',
    summary: 'List the actions of audit events',
    reply: 'id: name label',
  }),
]
