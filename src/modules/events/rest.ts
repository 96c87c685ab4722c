import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const eventBody = `
fragment EventBody on Event {
  id type occurredAt organizationId
  actorUserId actorLabel targetType targetId personId spaceId siteId changeRequestId jobId
  changes { objectType objectId before after omitted userId }
  omittedChanges
}`

const route = routesOf('Events')

export const eventRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/events', 'organization.events', {
    name: 'ListOrganizationEvents',
    summary: 'List the events of an organization, oldest first',
    reply: eventBody,
    endless: true,
    inputs: { types: query('types'), spaceId: query('space'), siteId: query('site') },
  }),
]
