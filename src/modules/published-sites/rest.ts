import { body, constant, query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
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

const publishedSite = `
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
  scripts { script contentSecurityPolicy cookies: usesCookies }`

const publishedLookupBody = `
fragment PublishedLookupBody on PublishedLookup {
  ... on PublishedContent {
    site: siteId siteSection: siteSectionId siteSpace: siteSpaceId space: spaceId organization: organizationId
    pathname basePath siteBasePath apiToken shareKey complete: isComplete contextId canonicalUrl preview: isPreview
  }
  ... on PublishedRedirect { target redirect site: siteId }
}`

const route = routesOf('Published sites')

export const publishedSiteRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/published', 'publishedSite', {
    name: 'GetPublishedContentSite',
    tag: 'Sites',
    summary: 'Get a published site as a visitor sees it',
    reply: publishedSite,
    fragments: [siteBody, publishedGroupBody, customizationBody],
    later: { fragments: [siteBody, publishedGroupBody, laterCustomizationBody] },
    inputs: { shareKey: query('shareKey'), visitorAuthToken: query('visitorAuthToken') },
    visitors: true,
  }),
  route('GET', '/urls/published', 'publishedContent', {
    name: 'GetPublishedContentByUrl',
    summary: 'Get the content at a URL of a published site',
    reply: publishedLookupBody,
    inputs: {
      url: query('url'),
      visitor: { jwtToken: query('visitorAuthToken') },
      redirectOnError: query('redirectOnError'),
    },
    visitors: true,
  }),
  route('POST', '/urls/published', 'publishedContent', {
    name: 'ResolvePublishedContentByUrl',
    summary: 'Get the content at a URL of a published site, for a visitor with claims',
    reply: publishedLookupBody,
    inputs: { url: body('url'), visitor: body('visitor'), redirectOnError: body('redirectOnError') },
    reads: true,
    visitors: true,
  }),
  route('GET', '/urls/content', 'workspaceContent', {
    name: 'GetContentByUrl',
    summary: 'Get the content at a URL of the workspace',
    reply: `
      collection { ...CollectionBody } space { ...SpaceBody } changeRequest { ...ChangeRequestBody }
      page { ...PageBody ... on ParentPage { pages: allPages { ...PageBody } } }`,
    fragments: [collectionBody, spaceBody, changeRequestBody, pageBody],
    inputs: { url: query('url'), metadata: variable('Boolean = true', query('metadata')) },
  }),
  route('GET', '/subdomains/:subdomain', 'subdomain', {
    name: 'GetSubdomain',
    tag: 'Organizations',
    summary: 'Get the organization with a subdomain',
    reply: 'subdomain target { type organization: organizationId } isActive',
  }),
  route('GET', '/custom-hostnames/:hostname', 'customHostname', {
    name: 'GetCustomHostname',
    summary: 'Get the target of a custom host name',
    reply: `
      hostname target { type organization: organizationId site: siteId }
      isActive status urls { location }`,
  }),
  route('PATCH', '/custom-hostnames/:hostname', 'revalidateCustomHostname.customHostname.isActive', {
    summary: 'Look up again whether a custom host name is proven',
    status: 204,
  }),
  route('DELETE', '/custom-hostnames/:hostname', 'removeCustomHostname.site.id', {
    summary: 'Remove a custom host name from its site',
    status: 205,
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/search', 'searchSite', {
    name: 'SearchSiteContent',
    tag: 'Sites',
    summary: 'Search the pages of a site',
    reply: searchSpaceBody,
    inputs: {
      search: body('query'),
      filter: body('scope'),
      mode: body('mode'),
      siteSpaceId: body('siteSpaceId'),
      siteSpaceIds: body('siteSpaceIds'),
    },
    reads: true,
    visitors: true,
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/search/prewarm', 'searchSite.nodes.spaceId', {
    name: 'PrewarmSiteSearch',
    tag: 'Sites',
    summary: 'Prepare the search of a site, by a search whose result is not sent',
    inputs: { first: '1', search: constant('start'), filter: constant({ mode: 'ALL' }) },
    status: 204,
    reads: true,
    visitors: true,
  }),
]
