import { body, empty, items, list, one, path, query, type Route, route } from '../../rest/route.ts'

const siteRedirectBody = `
fragment SiteRedirectBody on SiteRedirect {
  id source draft: isDraft captureWildcard: includesCapturedPath permanent: isPermanent
  destination { kind siteSectionId siteSpaceId pageId url }
  createdAt updatedAt
}`

const tag = 'Sites'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }
const siteRedirect = { ...site, siteRedirectId: path('siteRedirectId') }

export const redirectRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/redirects',
    tag,
    summary: 'List the redirects of a site, newest first',
    operation: `query ListSiteRedirects(
      $siteId: ID!, $organizationId: ID, $first: Int, $after: String,
      $search: String, $draft: Boolean = false, $orderBy: SiteRedirectOrderField! = CREATED_AT
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        redirects(
          first: $first, after: $after, search: $search, isDraft: $draft, orderBy: { field: $orderBy }
        ) { totalCount pageInfo { hasNextPage endCursor } nodes { ...SiteRedirectBody } }
      }
    }`,
    fragments: [siteRedirectBody],
    variables: {
      ...site,
      first: query('limit'),
      after: query('page'),
      search: query('search'),
      draft: query('draft'),
      orderBy: query('orderBy'),
    },
    respond: list('site.redirects'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/redirects',
    tag,
    summary: 'Create a redirect',
    operation: `mutation CreateSiteRedirect(
      $siteId: ID!, $organizationId: ID, $input: CreateSiteRedirectInput!
    ) {
      createSiteRedirect(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteRedirect { ...SiteRedirectBody }
      }
    }`,
    fragments: [siteRedirectBody],
    variables: { ...site, input: body() },
    respond: one('createSiteRedirect.siteRedirect'),
    status: 201,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/redirects/bulk',
    tag,
    summary: 'Create or replace several redirects of a site, all or none',
    operation: `mutation SetSiteRedirects(
      $siteId: ID!, $organizationId: ID, $redirects: [CreateSiteRedirectInput!]!
    ) {
      createSiteRedirects(siteId: $siteId, organizationId: $organizationId, redirects: $redirects) {
        siteRedirects { ...SiteRedirectBody }
      }
    }`,
    fragments: [siteRedirectBody],
    variables: { ...site, redirects: body('redirects') },
    respond: items('createSiteRedirects.siteRedirects'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/sites/:siteId/redirects',
    tag,
    summary: 'Create, replace, delete and publish redirects of a site, each by itself',
    operation: `mutation UpsertSiteRedirects(
      $siteId: ID!, $organizationId: ID, $redirects: [UpsertSiteRedirectInput!]!
    ) {
      upsertSiteRedirects(siteId: $siteId, organizationId: $organizationId, redirects: $redirects) {
        siteRedirectResults { status source draft: isDraft id: siteRedirectId error }
      }
    }`,
    variables: { ...site, redirects: body('redirects') },
    respond: items('upsertSiteRedirects.siteRedirectResults', 'results'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId',
    tag,
    summary: 'Update a redirect',
    operation: `mutation UpdateSiteRedirectById(
      $siteId: ID!, $organizationId: ID, $siteRedirectId: ID!, $input: UpdateSiteRedirectInput!
    ) {
      updateSiteRedirect(
        siteId: $siteId, organizationId: $organizationId, siteRedirectId: $siteRedirectId, input: $input
      ) { siteRedirect { ...SiteRedirectBody } }
    }`,
    fragments: [siteRedirectBody],
    variables: { ...siteRedirect, input: body() },
    respond: one('updateSiteRedirect.siteRedirect'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId',
    tag,
    summary: 'Delete a redirect',
    operation: `mutation DeleteSiteRedirectById($siteId: ID!, $organizationId: ID, $siteRedirectId: ID!) {
      deleteSiteRedirect(siteId: $siteId, organizationId: $organizationId, siteRedirectId: $siteRedirectId) {
        deletedSiteRedirectId
      }
    }`,
    variables: siteRedirect,
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/redirect',
    tag,
    summary: 'Get the redirect of a path on a site',
    operation: `query GetSiteRedirectBySource(
      $siteId: ID!, $organizationId: ID, $source: String!, $shareKey: String
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        redirect(source: $source, shareKey: $shareKey) { redirect { ...SiteRedirectBody } target }
      }
    }`,
    fragments: [siteRedirectBody],
    variables: { ...site, source: query('source'), shareKey: query('shareKey') },
    respond: one('site.redirect'),
    visitors: true,
  }),
]
