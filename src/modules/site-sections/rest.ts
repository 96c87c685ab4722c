import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { siteSpaceBody } from '../site-spaces/rest.ts'

export const siteSectionBody = `
fragment SiteSectionBody on SiteSection {
  id title localizedTitle description localizedDescription default: isDefault path condition draft: isDraft
  sectionGroup: sectionGroupId
  icon
  siteSpaces: allSiteSpaces { ...SiteSpaceBody }
  urls { location published }
}
${siteSpaceBody}`

const siteExternalLinkBody = `
fragment SiteExternalLinkBody on SiteExternalLink {
  id title localizedTitle description localizedDescription icon url condition draft: isDraft
  sectionGroup: sectionGroupId
}`

/** Returns the fragment of a group that contains groups of the fragment `inner`, if any. */
const groupFragment = (name: string, inner = '') => `
fragment ${name} on SiteSectionGroup {
  id title localizedTitle icon draft: isDraft
  sectionGroup: parentSectionGroupId
  sections: allSections { ...SiteSectionBody }
  children: allChildren {
    ... on SiteSection { ...SiteSectionBody }
    ${inner}
    ... on SiteExternalLink { ...SiteExternalLinkBody }
  }
}`

const containing = (name: string) => `... on SiteSectionGroup { ...${name} }`

/** A group with all that is in it: as many groups in one another as `maximumGroupDepth` allows. */
export const siteSectionGroupBody = `
${groupFragment('SiteSectionGroupBody', containing('NestedSectionGroupBody'))}
${groupFragment('NestedSectionGroupBody', containing('InnermostSectionGroupBody'))}
${groupFragment('InnermostSectionGroupBody')}
${siteExternalLinkBody}
${siteSectionBody}`

const tag = 'Site sections and section groups'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }
const section = { ...site, siteSectionId: path('siteSectionId') }
const group = { ...site, siteSectionGroupId: path('siteSectionGroupId') }

const sectionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/sections',
    tag,
    summary: 'List the sections of a site, including those in groups',
    operation: `query ListSiteSections(
      $siteId: ID!, $organizationId: ID, $first: Int, $after: String, $shareKey: String
    ) {
      site(id: $siteId, organizationId: $organizationId) {
        sections(first: $first, after: $after, shareKey: $shareKey) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...SiteSectionBody }
        }
      }
    }`,
    fragments: [siteSectionBody],
    variables: { ...site, first: query('limit'), after: query('page'), shareKey: query('shareKey') },
    respond: list('site.sections'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/sections',
    tag,
    summary: 'Add a section to a site',
    operation: `mutation AddSectionToSite($siteId: ID!, $organizationId: ID, $input: CreateSiteSectionInput!) {
      createSiteSection(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteSection { ...SiteSectionBody }
      }
    }`,
    fragments: [siteSectionBody],
    variables: { ...site, input: body() },
    respond: one('createSiteSection.siteSection'),
    status: 201,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
    tag,
    summary: 'Update a section',
    operation: `mutation UpdateSiteSectionById(
      $siteId: ID!, $organizationId: ID, $siteSectionId: ID!, $input: UpdateSiteSectionInput!
    ) {
      updateSiteSection(
        siteId: $siteId, organizationId: $organizationId, siteSectionId: $siteSectionId, input: $input
      ) { siteSection { ...SiteSectionBody } }
    }`,
    fragments: [siteSectionBody],
    variables: { ...section, input: body() },
    respond: one('updateSiteSection.siteSection'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move',
    tag,
    summary: 'Move a section',
    operation: `mutation MoveSiteSection(
      $siteId: ID!, $organizationId: ID, $siteSectionId: ID!, $input: MoveSiteSectionInput
    ) {
      moveSiteSection(
        siteId: $siteId, organizationId: $organizationId, siteSectionId: $siteSectionId, input: $input
      ) { siteSection { ...SiteSectionBody } }
    }`,
    fragments: [siteSectionBody],
    variables: { ...section, input: body() },
    respond: one('moveSiteSection.siteSection'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
    tag,
    summary: 'Delete a section',
    operation: `mutation DeleteSiteSectionById($siteId: ID!, $organizationId: ID, $siteSectionId: ID!) {
      deleteSiteSection(siteId: $siteId, organizationId: $organizationId, siteSectionId: $siteSectionId) {
        deletedSiteSectionId
      }
    }`,
    variables: section,
    respond: empty(),
    status: 205,
  }),
]

const groupRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/section-groups',
    tag,
    summary: 'List the section groups of a site',
    operation: `query ListSiteSectionGroups($siteId: ID!, $organizationId: ID, $first: Int, $after: String) {
      site(id: $siteId, organizationId: $organizationId) {
        sectionGroups(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...SiteSectionGroupBody }
        }
      }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...site, first: query('limit'), after: query('page') },
    respond: list('site.sectionGroups'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/section-groups',
    tag,
    summary: 'Add a section group to a site',
    operation: `mutation AddSectionGroupToSite(
      $siteId: ID!, $organizationId: ID, $input: CreateSiteSectionGroupInput!
    ) {
      createSiteSectionGroup(siteId: $siteId, organizationId: $organizationId, input: $input) { siteSectionGroup {
        ...SiteSectionGroupBody
        _urls: urls { location }
      } }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...site, input: body() },
    respond: one('createSiteSectionGroup.siteSectionGroup'),
    location: 'createSiteSectionGroup.siteSectionGroup._urls.location',
    status: 201,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
    tag,
    summary: 'Update a section group',
    operation: `mutation UpdateSiteSectionGroupById(
      $siteId: ID!, $organizationId: ID, $siteSectionGroupId: ID!, $input: UpdateSiteSectionGroupInput!
    ) {
      updateSiteSectionGroup(
        siteId: $siteId, organizationId: $organizationId, siteSectionGroupId: $siteSectionGroupId, input: $input
      ) { siteSectionGroup { ...SiteSectionGroupBody } }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...group, input: body() },
    respond: one('updateSiteSectionGroup.siteSectionGroup'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move',
    tag,
    summary: 'Move a section group with its sections',
    operation: `mutation MoveSiteSectionGroup(
      $siteId: ID!, $organizationId: ID, $siteSectionGroupId: ID!, $input: MoveSiteSectionGroupInput
    ) {
      moveSiteSectionGroup(
        siteId: $siteId, organizationId: $organizationId, siteSectionGroupId: $siteSectionGroupId, input: $input
      ) { siteSectionGroup { ...SiteSectionGroupBody } }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...group, input: body() },
    respond: one('moveSiteSectionGroup.siteSectionGroup'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
    tag,
    summary: 'Delete a section group, but not its sections',
    operation: `mutation DeleteSiteSectionGroupById($siteId: ID!, $organizationId: ID, $siteSectionGroupId: ID!) {
      deleteSiteSectionGroup(
        siteId: $siteId, organizationId: $organizationId, siteSectionGroupId: $siteSectionGroupId
      ) { deletedSiteSectionGroupId }
    }`,
    variables: group,
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections',
    tag,
    summary: 'Move a section into a group',
    operation: `mutation AddSectionToGroup(
      $siteId: ID!, $organizationId: ID, $siteSectionGroupId: ID!, $siteSectionId: ID!
    ) {
      addSiteSectionToGroup(
        siteId: $siteId, organizationId: $organizationId
        siteSectionGroupId: $siteSectionGroupId, siteSectionId: $siteSectionId
      ) { siteSectionGroup {
        ...SiteSectionGroupBody
        _urls: urls { location }
      } }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...group, siteSectionId: body('sectionId') },
    respond: one('addSiteSectionToGroup.siteSectionGroup'),
    location: 'addSiteSectionToGroup.siteSectionGroup._urls.location',
    status: 201,
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId',
    tag,
    summary: 'Move a section out of its group',
    operation: `mutation RemoveSectionFromGroup(
      $siteId: ID!, $organizationId: ID, $siteSectionGroupId: ID!, $siteSectionId: ID!
    ) {
      removeSiteSectionFromGroup(
        siteId: $siteId, organizationId: $organizationId
        siteSectionGroupId: $siteSectionGroupId, siteSectionId: $siteSectionId
      ) { siteSectionGroup { id } }
    }`,
    variables: { ...group, siteSectionId: path('siteSectionId') },
    respond: empty(),
    status: 205,
  }),
]

const link = { ...site, siteExternalLinkId: path('siteExternalLinkId') }

const externalLinkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/external-links',
    tag,
    summary: 'Add an external link to the navigation of a site',
    operation: `mutation AddExternalLinkToSite(
      $siteId: ID!, $organizationId: ID, $input: CreateSiteExternalLinkInput!
    ) {
      createSiteExternalLink(siteId: $siteId, organizationId: $organizationId, input: $input) { siteExternalLink {
        ...SiteExternalLinkBody
        _urls: urls { location }
      } }
    }`,
    fragments: [siteExternalLinkBody],
    variables: { ...site, input: body() },
    respond: one('createSiteExternalLink.siteExternalLink'),
    status: 201,
    location: 'createSiteExternalLink.siteExternalLink._urls.location',
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
    tag,
    summary: 'Update an external link',
    operation: `mutation UpdateSiteExternalLinkById(
      $siteId: ID!, $organizationId: ID, $siteExternalLinkId: ID!, $input: UpdateSiteExternalLinkInput!
    ) {
      updateSiteExternalLink(
        siteId: $siteId, organizationId: $organizationId, siteExternalLinkId: $siteExternalLinkId, input: $input
      ) { siteExternalLink { ...SiteExternalLinkBody } }
    }`,
    fragments: [siteExternalLinkBody],
    variables: { ...link, input: body() },
    respond: one('updateSiteExternalLink.siteExternalLink'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
    tag,
    summary: 'Delete an external link',
    operation: `mutation DeleteSiteExternalLinkById($siteId: ID!, $organizationId: ID, $siteExternalLinkId: ID!) {
      deleteSiteExternalLink(
        siteId: $siteId, organizationId: $organizationId, siteExternalLinkId: $siteExternalLinkId
      ) { deletedSiteExternalLinkId }
    }`,
    variables: link,
    respond: empty(),
    status: 205,
  }),
]

const structureRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate',
    tag: 'Site spaces',
    summary: 'Duplicate a space in a site',
    operation: `mutation DuplicateSiteSpace(
      $siteId: ID!, $organizationId: ID, $siteSpaceId: ID!, $input: DuplicateSiteSpaceInput
    ) {
      duplicateSiteSpace(
        siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId, input: $input
      ) { siteSpace { ...SiteSpaceBody } }
    }`,
    fragments: [siteSpaceBody],
    variables: { ...site, siteSpaceId: path('siteSpaceId'), input: body() },
    respond: one('duplicateSiteSpace.siteSpace'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/structure',
    tag,
    summary: 'Get the structure of a site',
    operation: `query GetSiteStructure($siteId: ID!, $organizationId: ID, $shareKey: String) {
      site(id: $siteId, organizationId: $organizationId) {
        structure(shareKey: $shareKey) {
          type
          structure {
            ... on SiteSection { ...SiteSectionBody }
            ... on SiteSectionGroup { ...SiteSectionGroupBody }
            ... on SiteExternalLink { ...SiteExternalLinkBody }
            ... on SiteSpace { ...SiteSpaceBody }
          }
        }
      }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...site, shareKey: query('shareKey') },
    respond: one('site.structure'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/structure/sort',
    tag,
    summary: 'Move an item of the structure of a site',
    operation: `mutation SortSiteStructure($siteId: ID!, $organizationId: ID, $input: MoveSiteStructureItemInput!) {
      moveSiteStructureItem(siteId: $siteId, organizationId: $organizationId, input: $input) { siteStructureItem {
        ... on SiteSection { ...SiteSectionBody }
        ... on SiteSectionGroup { ...SiteSectionGroupBody }
        ... on SiteExternalLink { ...SiteExternalLinkBody }
        ... on SiteSpace { ...SiteSpaceBody }
      } }
    }`,
    fragments: [siteSectionGroupBody],
    variables: { ...site, input: body() },
    respond: one('moveSiteStructureItem.siteStructureItem'),
  }),
]

export const siteSectionRoutes: readonly Route[] = [
  ...sectionRoutes,
  ...groupRoutes,
  ...externalLinkRoutes,
  ...structureRoutes,
]
