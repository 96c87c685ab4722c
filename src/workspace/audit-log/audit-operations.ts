import { graphql } from '../../generated/workspace-operations/gql.ts'

export const AuditLogQuery = graphql(`
  query AuditLogScreen(
    $organization: ID!
    $action: String
    $actor: ID
    $target: ID
    $from: DateTime
    $to: DateTime
    $after: String
  ) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      ...OrganizationOfFrame
      auditEventActions { name label }
      members(first: 200) { nodes { id user { id displayName } } }
      auditEvents(
        first: 50
        after: $after
        action: $action
        actor: $actor
        target: $target
        from: $from
        to: $to
      ) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { id ...AuditEventOfLog }
      }
    }
  }
`)

export const AuditEventOfLog = graphql(`
  fragment AuditEventOfLog on AuditEvent {
    id
    action
    occurredAt
    source
    requestId
    actor { userId label address agent }
    person { userId label }
    target { objectId objectType }
    payload {
      changes { objectId objectType before after userLabel }
      omittedChanges
    }
  }
`)

export const AuditExportQuery = graphql(`
  query AuditLogExport($organization: ID!, $from: DateTime, $to: DateTime) {
    auditEventExport(organizationId: $organization, from: $from, to: $to) { url }
  }
`)
