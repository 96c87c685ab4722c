import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { siteSpaceBody } from '../site-spaces/rest.ts'

export const siteSectionBody = `
fragment SiteSectionBody on SiteSection {
  id title description default: isDefault path condition
  sectionGroup: sectionGroupId
  icon
  siteSpaces: allSiteSpaces { ...SiteSpaceBody }
  urls { location published }
}
${siteSpaceBody}`

export const siteSectionGroupBody = `
fragment SiteSectionGroupBody on SiteSectionGroup {
  id title icon
  sections: allSections { ...SiteSectionBody }
}
${siteSectionBody}`

/** The same in a later contract, which calls the items of a group its children. */
const laterSiteSectionGroupBody = `
fragment SiteSectionGroupBody on SiteSectionGroup {
  id title icon
  sections: allSections { ...SiteSectionBody }
  children: allSections { ...SiteSectionBody }
}
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
    later: { fragments: [laterSiteSectionGroupBody] },
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
    later: { fragments: [laterSiteSectionGroupBody] },
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
    later: { fragments: [laterSiteSectionGroupBody] },
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
    later: { fragments: [laterSiteSectionGroupBody] },
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
    later: { fragments: [laterSiteSectionGroupBody] },
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

const structureRoutes: readonly Route[] = [
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
            ... on SiteSpace { ...SiteSpaceBody }
          }
        }
      }
    }`,
    fragments: [siteSectionGroupBody],
    later: { fragments: [laterSiteSectionGroupBody] },
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
        ... on SiteSpace { ...SiteSpaceBody }
      } }
    }`,
    fragments: [siteSectionGroupBody],
    later: { fragments: [laterSiteSectionGroupBody] },
    variables: { ...site, input: body() },
    respond: one('moveSiteStructureItem.siteStructureItem'),
  }),
]

export const siteSectionRoutes: readonly Route[] = [...sectionRoutes, ...groupRoutes, ...structureRoutes]
