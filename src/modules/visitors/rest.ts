import { type Row, routesOf } from '../../rest/row.ts'

const adaptiveSchemaBody = `
fragment SiteAdaptiveSchemaBody on SiteAdaptiveSchema {
  jsonSchema updatedAt
}`

const route = routesOf('Sites', adaptiveSchemaBody)

export const visitorRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/adaptive-schema', 'site.adaptiveSchema', {
    name: 'GetSiteAdaptiveSchema',
    summary: 'Get the schema of the claims that a site expects of visitors',
  }),
  route(
    'PUT',
    '/orgs/:organizationId/sites/:siteId/adaptive-schema',
    'updateSiteAdaptiveSchema.siteAdaptiveSchema',
    { summary: 'Set the schema of the claims that a site expects of visitors' },
  ),
  route(
    'GET',
    '/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions',
    'site.adaptiveTemplateConditions',
    {
      name: 'ListSiteAdaptiveTemplateConditions',
      summary: 'List templates of conditions on the claims that a site expects of visitors',
      reply: 'description condition',
    },
  ),
]
