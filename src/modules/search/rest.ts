import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const searchPageBody = `
fragment SearchPageBody on SearchPageResult {
  id: pageId title description path score rank: place resultType: match
  sections { id: sectionId title path score body urls { app } }
  ancestors { title }
  urls { app }
}`

const route = routesOf('Spaces')

export const searchSpaceBody = `
fragment SearchSpaceBody on SearchSpaceResult { type id: spaceId title score pages { ...SearchPageBody } }
${searchPageBody}`

export const searchRoutes: readonly Row[] = [
  route('GET', '/spaces/:spaceId/search', 'searchSpace', {
    name: 'SearchSpaceContent',
    summary: 'Search the pages of a space',
    reply: searchPageBody,
    inputs: { search: query('query'), first: query('limit'), after: query('page') },
  }),
  route('GET', '/orgs/:organizationId/search', 'searchOrganization', {
    name: 'SearchOrganizationContent',
    tag: 'Organizations',
    summary: 'Search the pages of an organization',
    reply: searchSpaceBody,
    inputs: { search: query('query'), first: query('limit'), after: query('page') },
  }),
]
