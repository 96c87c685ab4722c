import { body, query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Sites')

export const insightRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/insights/events', 'site.eventCounts', {
    name: 'ListSiteEventCounts',
    summary: 'List the numbers of events of visitors of a site by day and page',
    reply: 'day type space: spaceId page: pageId rating count',
    inputs: { days: query('days') },
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/insights/events/aggregate', 'site.eventAggregation', {
    name: 'AggregateSiteEvents',
    summary: 'Sum up the numbers of events of visitors of a site',
    reply: 'column values',
    member: 'columns',
    inputs: {
      select: body('select'),
      where: body('where'),
      groupBy: body('groupBy'),
      order: body('order'),
      range: body('range'),
      limit: body('limit'),
    },
    reads: true,
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId/insights/visitor-segments', 'site.visitorSegments', {
    name: 'ListSiteVisitorSegments',
    summary: 'List the groups of visitors of a site',
    reply: 'title claims events visitors sessions',
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/insights/events', 'recordSiteEvents.recordedCount', {
    name: 'TrackEventsInSiteById',
    summary: 'Count events of visitors of a site',
    inputs: { events: body('events') },
    status: 204,
    visitors: true,
  }),
]
