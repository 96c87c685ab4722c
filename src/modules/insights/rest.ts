import { body, empty, items, path, query, type Route, route } from '../../rest/route.ts'

const tag = 'Sites'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }

export const insightRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/insights/events',
    tag,
    summary: 'List the numbers of events of visitors of a site by day and page',
    operation: `query ListSiteEventCounts($siteId: ID!, $organizationId: ID, $days: Int) {
      site(id: $siteId, organizationId: $organizationId) {
        eventCounts(days: $days) { day type space: spaceId page: pageId rating count }
      }
    }`,
    variables: { ...site, days: query('days') },
    respond: items('site.eventCounts'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/insights/events/aggregate',
    tag,
    summary: 'Sum up the numbers of events of visitors of a site',
    operation: `query AggregateSiteEvents(
      $siteId: ID!, $organizationId: ID, $select: [SiteEventColumnInput!], $where: [SiteEventFilterInput!],
      $groupBy: [SiteEventColumnInput!], $order: SiteEventOrderInput, $range: SiteEventRangeInput!, $limit: Int
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        eventAggregation(
          select: $select, where: $where, groupBy: $groupBy, order: $order, range: $range, limit: $limit
        ) { column values }
      }
    }`,
    variables: {
      ...site,
      select: body('select'),
      where: body('where'),
      groupBy: body('groupBy'),
      order: body('order'),
      range: body('range'),
      limit: body('limit'),
    },
    respond: items('site.eventAggregation', 'columns'),
    reads: true,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/insights/visitor-segments',
    tag,
    summary: 'List the groups of visitors of a site',
    operation: `query ListSiteVisitorSegments($siteId: ID!, $organizationId: ID) {
      site(id: $siteId, organizationId: $organizationId) { visitorSegments { title claims events visitors sessions } }
    }`,
    variables: site,
    respond: items('site.visitorSegments'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/insights/events',
    tag,
    summary: 'Count events of visitors of a site',
    operation: `mutation TrackEventsInSiteById($siteId: ID!, $organizationId: ID, $events: [SiteEventInput!]!) {
      recordSiteEvents(siteId: $siteId, organizationId: $organizationId, events: $events) { recordedCount }
    }`,
    variables: { ...site, events: body('events') },
    respond: empty(),
    status: 204,
    visitors: true,
  }),
]
