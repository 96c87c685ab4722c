import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

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

const tag = 'Organizations'

export const organizationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs',
    tag,
    summary: 'List the organizations of the caller',
    operation: `query ListOrganizations($first: Int, $after: String) {
      organizations(first: $first, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...OrganizationBody }
      }
    }`,
    fragments: [organizationBody],
    variables: { first: query('limit'), after: query('page') },
    respond: list('organizations'),
  }),
  route({
    method: 'POST',
    path: '/orgs',
    tag,
    summary: 'Create an organization',
    operation: `mutation CreateOrganization($input: CreateOrganizationInput!) {
      createOrganization(input: $input) { organization { ...OrganizationBody } }
    }`,
    fragments: [organizationBody],
    variables: { input: body() },
    respond: one('createOrganization.organization'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId',
    tag,
    summary: 'Get an organization',
    operation: 'query GetOrganizationById($id: ID!) { organization(id: $id) { ...OrganizationBody } }',
    fragments: [organizationBody],
    variables: { id: path('organizationId') },
    respond: one('organization'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId',
    tag,
    summary: 'Update an organization',
    operation: `mutation UpdateOrganization($organizationId: ID!, $input: UpdateOrganizationInput!) {
      updateOrganization(organizationId: $organizationId, input: $input) {
        organization { ...OrganizationBody }
      }
    }`,
    fragments: [organizationBody],
    variables: { organizationId: path('organizationId'), input: body() },
    respond: one('updateOrganization.organization'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId',
    tag,
    summary: 'Delete an organization',
    operation: `mutation DeleteOrganization($organizationId: ID!, $input: DeleteOrganizationInput!) {
      deleteOrganization(organizationId: $organizationId, input: $input) { deletedOrganizationId }
    }`,
    variables: { organizationId: path('organizationId'), input: { title: query('title') } },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/restore',
    tag,
    summary: 'Restore a deleted organization',
    operation: `mutation RestoreOrganization($organizationId: ID!) {
      restoreOrganization(organizationId: $organizationId) { organization { ...OrganizationBody } }
    }`,
    fragments: [organizationBody],
    variables: { organizationId: path('organizationId') },
    respond: one('restoreOrganization.organization'),
  }),
  route({
    method: 'GET',
    path: '/trash/orgs',
    tag,
    summary: 'List the deleted organizations that the caller can restore',
    operation: `query ListDeletedOrganizations($first: Int, $after: String) {
      deletedOrganizations(first: $first, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...DeletedOrganizationBody }
      }
    }`,
    fragments: [deletedOrganizationBody],
    variables: { first: query('limit'), after: query('page') },
    respond: list('deletedOrganizations'),
  }),
]
