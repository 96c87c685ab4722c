import { graphql } from '../../generated/workspace-operations/gql.ts'

/** The counts of a period. What belongs to pages comes with them; the sums of each time are of all pages. */
export const InsightsOfSite = graphql(`
  fragment InsightsOfSite on Site {
    id
    eventAggregation(
      range: $range
      groupBy: [{ column: DATETIME, interval: $interval }, { column: EVENT_TYPE }]
      where: [{ column: EVENT_TYPE, values: ["page_view", "search_type_query", "search_open_result"] }]
      limit: 10000
    ) { column values }
    ratings: eventCounts(days: $days, types: [PAGE_POST_FEEDBACK]) { day rating count pageId page { id title } }
    views: eventCounts(days: $days, types: [PAGE_VIEW]) { count pageId page { id title } }
    siteSpaces(first: 100) {
      nodes { id space { id title links(first: 0, status: BROKEN) { totalCount } } }
    }
  }
`)
