import { body, items, one, path, type Route, route } from '../../rest/route.ts'

const adaptiveSchemaBody = `
fragment SiteAdaptiveSchemaBody on SiteAdaptiveSchema {
  jsonSchema updatedAt
}`

const tag = 'Sites'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }

export const visitorRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/adaptive-schema',
    tag,
    summary: 'Get the schema of the claims that a site expects of visitors',
    operation: `query GetSiteAdaptiveSchema($siteId: ID!, $organizationId: ID) {
      site(id: $siteId, organizationId: $organizationId) {
        adaptiveSchema { ...SiteAdaptiveSchemaBody }
      }
    }`,
    fragments: [adaptiveSchemaBody],
    variables: site,
    respond: one('site.adaptiveSchema'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/sites/:siteId/adaptive-schema',
    tag,
    summary: 'Set the schema of the claims that a site expects of visitors',
    operation: `mutation UpdateSiteAdaptiveSchema(
      $siteId: ID!, $organizationId: ID, $input: UpdateSiteAdaptiveSchemaInput!
    ) {
      updateSiteAdaptiveSchema(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteAdaptiveSchema { ...SiteAdaptiveSchemaBody }
      }
    }`,
    fragments: [adaptiveSchemaBody],
    variables: { ...site, input: body() },
    respond: one('updateSiteAdaptiveSchema.siteAdaptiveSchema'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions',
    tag,
    summary: 'List templates of conditions on the claims that a site expects of visitors',
    operation: `query ListSiteAdaptiveTemplateConditions($siteId: ID!, $organizationId: ID) {
      site(id: $siteId, organizationId: $organizationId) {
        adaptiveTemplateConditions { description condition }
      }
    }`,
    variables: site,
    respond: items('site.adaptiveTemplateConditions'),
  }),
]
