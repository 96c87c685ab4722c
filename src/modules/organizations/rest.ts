import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

export const mergeRulesBody = `
fragment MergeRulesBody on MergeRules { type rules { rule users: userIds } }`

export const organizationBody = `
fragment OrganizationBody on Organization {
  id title createdAt emailDomains hostname type useCase communityType defaultRole
  defaultContent { type site }
  sso: requiresSSO ai: hasAIEnabled inviteLinks: hasInviteLinksEnabled auditLogs: hasAuditLog plan customHostname internal_isOnNewTrial: isOnNewTrial
  mergeRules { ...MergeRulesBody }
  billing { interval endDate hasPaymentFailed isScheduledToCancel }
  trial { status count endDate decision }
  blocked { reason }
  internal_billingMigration: billingMigration { deadline discountPercent discountEndDate }
  urls { location app logo }
  permissions {
    view access admin ownTeam createContent createOpenAPISpec viewBilling listMembers listTeams
    listIntegrations listInstallations installIntegration
  }
}
${mergeRulesBody}`

const deletedOrganizationBody = `
fragment DeletedOrganizationBody on DeletedOrganization {
  id: organizationId title createdAt deletedAt purgeAt daysLeft
}`

const route = routesOf('Organizations', organizationBody)

export const organizationRoutes: readonly Row[] = [
  route('GET', '/orgs', 'organizations', {
    name: 'ListOrganizations',
    summary: 'List the organizations of the caller',
  }),
  route('POST', '/orgs', 'createOrganization.organization', {
    summary: 'Create an organization',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId', 'organization', {
    name: 'GetOrganizationById',
    summary: 'Get an organization',
  }),
  route('PATCH', '/orgs/:organizationId', 'updateOrganization.organization', {
    summary: 'Update an organization',
  }),
  route('DELETE', '/orgs/:organizationId', 'deleteOrganization.deletedOrganizationId', {
    summary: 'Delete an organization',
    inputs: { input: { title: query('title') } },
    status: 205,
  }),
  route('POST', '/orgs/:organizationId/restore', 'restoreOrganization.organization', {
    summary: 'Restore a deleted organization',
  }),
  route('GET', '/trash/orgs', 'deletedOrganizations', {
    name: 'ListDeletedOrganizations',
    summary: 'List the deleted organizations that the caller can restore',
    reply: deletedOrganizationBody,
  }),
]
