import { body, constant, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { collectionBody } from '../collections/rest.ts'
import { changeRequestBody, pageBody } from '../content/fragments.ts'
import { customizationBody, laterCustomizationBody } from '../customizations/rest.ts'
import { searchSpaceBody } from '../search/rest.ts'
import { siteBody } from '../sites/rest.ts'
import { spaceBody } from '../spaces/rest.ts'

const publishedSiteSpaceBody = `
fragment PublishedSiteSpaceBody on PublishedSiteSpace {
  id: siteSpaceId path
  section: sectionId
  space { ...SpaceBody }
  title localizedTitle default: isDefault condition pageId draft: isDraft hidden: isHidden
  hasAdvancedCustomizationFeature
  urls { location published }
}
${spaceBody}`

const publishedSectionBody = `
fragment PublishedSectionBody on PublishedSection {
  id: siteSectionId title localizedTitle description localizedDescription default: isDefault path condition
  sectionGroup: sectionGroupId
  icon draft: isDraft
  siteSpaces { ...PublishedSiteSpaceBody }
  urls { location published }
}
${publishedSiteSpaceBody}`

const publishedExternalLinkBody = `
fragment PublishedExternalLinkBody on PublishedExternalLink {
  id: siteExternalLinkId title localizedTitle description localizedDescription icon url condition draft: isDraft
  sectionGroup: sectionGroupId
}`

/** Returns the fragment of a group that contains groups of the fragment `inner`, if any. */
const publishedGroupFragment = (name: string, inner?: string) => `
fragment ${name} on PublishedSectionGroup {
  id: siteSectionGroupId title localizedTitle icon draft: isDraft
  sectionGroup: parentSectionGroupId
  sections { ...PublishedSectionBody }
  children {
    ... on PublishedSection { ...PublishedSectionBody }
    ${inner === undefined ? '' : `... on PublishedSectionGroup { ...${inner} }`}
    ... on PublishedExternalLink { ...PublishedExternalLinkBody }
  }
}`

/** A group with all that is in it: as many groups in one another as there may be. */
const publishedGroupBody = `
${publishedGroupFragment('PublishedSectionGroupBody', 'NestedPublishedSectionGroupBody')}
${publishedGroupFragment('NestedPublishedSectionGroupBody', 'InnermostPublishedSectionGroupBody')}
${publishedGroupFragment('InnermostPublishedSectionGroupBody')}
${publishedExternalLinkBody}
${publishedSectionBody}`

const publishedSite = `query GetPublishedContentSite(
  $siteId: ID!, $organizationId: ID, $shareKey: String, $visitorAuthToken: String
) {
  publishedSite(
    id: $siteId, organizationId: $organizationId, shareKey: $shareKey, visitorAuthToken: $visitorAuthToken
  ) {
    site { ...SiteBody }
    structure {
      type
      structure {
        ... on PublishedSection { ...PublishedSectionBody }
        ... on PublishedSectionGroup { ...PublishedSectionGroupBody }
        ... on PublishedExternalLink { ...PublishedExternalLinkBody }
        ... on PublishedSiteSpace { ...PublishedSiteSpaceBody }
      }
    }
    customizations {
      site { ...SiteCustomizationSettingsBody }
      siteSpaces { siteSpaceId settings { ...SiteCustomizationSettingsBody } }
    }
    scripts { script contentSecurityPolicy cookies: usesCookies }
  }
}`

const publishedLookupBody = `
fragment PublishedLookupBody on PublishedLookup {
  ... on PublishedContent {
    site: siteId siteSection: siteSectionId siteSpace: siteSpaceId space: spaceId organization: organizationId
    pathname basePath siteBasePath apiToken shareKey complete: isComplete contextId canonicalUrl preview: isPreview
  }
  ... on PublishedRedirect { target redirect site: siteId }
}`

const tag = 'Published sites'

export const publishedSiteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/published',
    tag: 'Sites',
    summary: 'Get a published site as a visitor sees it',
    operation: publishedSite,
    fragments: [siteBody, publishedGroupBody, customizationBody],
    later: { fragments: [siteBody, publishedGroupBody, laterCustomizationBody] },
    variables: {
      siteId: path('siteId'),
      organizationId: path('organizationId'),
      shareKey: query('shareKey'),
      visitorAuthToken: query('visitorAuthToken'),
    },
    respond: one('publishedSite'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/urls/published',
    tag,
    summary: 'Get the content at a URL of a published site',
    operation: `query GetPublishedContentByUrl(
      $url: URL!, $visitor: VisitorInput, $redirectOnError: Boolean
    ) {
      publishedContent(url: $url, visitor: $visitor, redirectOnError: $redirectOnError) {
        ...PublishedLookupBody
      }
    }`,
    fragments: [publishedLookupBody],
    variables: {
      url: query('url'),
      visitor: { jwtToken: query('visitorAuthToken') },
      redirectOnError: query('redirectOnError'),
    },
    respond: one('publishedContent'),
    visitors: true,
  }),
  route({
    method: 'POST',
    path: '/urls/published',
    tag,
    summary: 'Get the content at a URL of a published site, for a visitor with claims',
    operation: `query ResolvePublishedContentByUrl(
      $url: URL!, $visitor: VisitorInput, $redirectOnError: Boolean
    ) {
      publishedContent(url: $url, visitor: $visitor, redirectOnError: $redirectOnError) {
        ...PublishedLookupBody
      }
    }`,
    fragments: [publishedLookupBody],
    variables: { url: body('url'), visitor: body('visitor'), redirectOnError: body('redirectOnError') },
    respond: one('publishedContent'),
    reads: true,
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/urls/content',
    tag,
    summary: 'Get the content at a URL of the workspace',
    operation: `query GetContentByUrl($url: URL!, $metadata: Boolean = true) {
      workspaceContent(url: $url) {
        collection { ...CollectionBody }
        space { ...SpaceBody }
        changeRequest { ...ChangeRequestBody }
        page { ...PageBody ... on ParentPage { pages: allPages { ...PageBody } } }
      }
    }`,
    fragments: [collectionBody, spaceBody, changeRequestBody, pageBody],
    variables: { url: query('url'), metadata: query('metadata') },
    respond: one('workspaceContent'),
  }),
  route({
    method: 'GET',
    path: '/subdomains/:subdomain',
    tag: 'Organizations',
    summary: 'Get the organization with a subdomain',
    operation: `query GetSubdomain($subdomain: String!) {
      subdomain(subdomain: $subdomain) { subdomain target { type organization: organizationId } isActive }
    }`,
    variables: { subdomain: path('subdomain') },
    respond: one('subdomain'),
  }),
  route({
    method: 'GET',
    path: '/custom-hostnames/:hostname',
    tag,
    summary: 'Get the target of a custom host name',
    operation: `query GetCustomHostname($hostname: String!) {
      customHostname(hostname: $hostname) {
        hostname target { type organization: organizationId site: siteId } isActive status urls { location }
      }
    }`,
    variables: { hostname: path('hostname') },
    respond: one('customHostname'),
  }),
  route({
    method: 'PATCH',
    path: '/custom-hostnames/:hostname',
    tag,
    summary: 'Look up again whether a custom host name is proven',
    operation: `mutation RevalidateCustomHostname($hostname: String!) {
      revalidateCustomHostname(hostname: $hostname) { customHostname { isActive } }
    }`,
    variables: { hostname: path('hostname') },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'DELETE',
    path: '/custom-hostnames/:hostname',
    tag,
    summary: 'Remove a custom host name from its site',
    operation: `mutation RemoveCustomHostname($hostname: String!) {
      removeCustomHostname(hostname: $hostname) { site { id } }
    }`,
    variables: { hostname: path('hostname') },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search',
    tag: 'Sites',
    summary: 'Search the pages of a site',
    operation: `query SearchSiteContent(
      $siteId: ID!, $organizationId: ID, $query: String!, $filter: SiteSearchFilterInput,
      $mode: LegacySiteSearchMode, $siteSpaceId: ID, $siteSpaceIds: [ID!], $first: Int, $after: String
    ) {
      searchSite(
        siteId: $siteId, organizationId: $organizationId, search: $query, filter: $filter,
        mode: $mode, siteSpaceId: $siteSpaceId, siteSpaceIds: $siteSpaceIds, first: $first, after: $after
      ) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...SearchSpaceBody }
      }
    }`,
    fragments: [searchSpaceBody],
    variables: {
      siteId: path('siteId'),
      organizationId: path('organizationId'),
      query: body('query'),
      filter: body('scope'),
      mode: body('mode'),
      siteSpaceId: body('siteSpaceId'),
      siteSpaceIds: body('siteSpaceIds'),
      first: query('limit'),
      after: query('page'),
    },
    respond: list('searchSite'),
    reads: true,
    visitors: true,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search/prewarm',
    tag: 'Sites',
    summary: 'Prepare the search of a site, by a search whose result is not sent',
    operation: `query PrewarmSiteSearch(
      $siteId: ID!, $organizationId: ID, $query: String!, $filter: SiteSearchFilterInput
    ) {
      searchSite(siteId: $siteId, organizationId: $organizationId, search: $query, filter: $filter, first: 1) {
        nodes { id: spaceId }
      }
    }`,
    variables: {
      siteId: path('siteId'),
      organizationId: path('organizationId'),
      query: constant('start'),
      filter: constant({ mode: 'ALL' }),
    },
    respond: empty(),
    status: 204,
    reads: true,
    visitors: true,
  }),
]
