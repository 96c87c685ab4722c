import { body, query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { siteSpaceBody } from '../site-spaces/rest.ts'

const siteSectionBody = `
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
const siteSectionGroupBody = `
${groupFragment('SiteSectionGroupBody', containing('NestedSectionGroupBody'))}
${groupFragment('NestedSectionGroupBody', containing('InnermostSectionGroupBody'))}
${groupFragment('InnermostSectionGroupBody')}
${siteExternalLinkBody}
${siteSectionBody}`

const route = routesOf('Site sections and section groups', siteSectionBody)

const sectionRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/sections', 'site.sections', {
    name: 'ListSiteSections',
    summary: 'List the sections of a site, including those in groups',
    inputs: { shareKey: query('shareKey') },
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/sections', 'createSiteSection.siteSection', {
    name: 'AddSectionToSite',
    summary: 'Add a section to a site',
    status: 201,
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
    'updateSiteSection.siteSection',
    { name: 'UpdateSiteSectionById', summary: 'Update a section' },
  ),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move',
    'moveSiteSection.siteSection',
    { summary: 'Move a section' },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
    'deleteSiteSection.deletedSiteSectionId',
    { name: 'DeleteSiteSectionById', summary: 'Delete a section', status: 205 },
  ),
]

const groupRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/section-groups', 'site.sectionGroups', {
    name: 'ListSiteSectionGroups',
    summary: 'List the section groups of a site',
    reply: siteSectionGroupBody,
  }),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/section-groups',
    'createSiteSectionGroup.siteSectionGroup',
    {
      name: 'AddSectionGroupToSite',
      summary: 'Add a section group to a site',
      reply: '...SiteSectionGroupBody _urls: urls { location }',
      fragments: [siteSectionGroupBody],
      status: 201,
      location: '_urls.location',
    },
  ),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
    'updateSiteSectionGroup.siteSectionGroup',
    { name: 'UpdateSiteSectionGroupById', summary: 'Update a section group', reply: siteSectionGroupBody },
  ),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move',
    'moveSiteSectionGroup.siteSectionGroup',
    { summary: 'Move a section group with its sections', reply: siteSectionGroupBody },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
    'deleteSiteSectionGroup.deletedSiteSectionGroupId',
    {
      name: 'DeleteSiteSectionGroupById',
      summary: 'Delete a section group, but not its sections',
      status: 205,
    },
  ),
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections',
    'addSiteSectionToGroup.siteSectionGroup',
    {
      name: 'AddSectionToGroup',
      summary: 'Move a section into a group',
      reply: '...SiteSectionGroupBody _urls: urls { location }',
      fragments: [siteSectionGroupBody],
      inputs: { siteSectionId: body('sectionId') },
      status: 201,
      location: '_urls.location',
    },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId',
    'removeSiteSectionFromGroup.siteSectionGroup.id',
    { name: 'RemoveSectionFromGroup', summary: 'Move a section out of its group', status: 205 },
  ),
]

const externalLinkRoutes: readonly Row[] = [
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/external-links',
    'createSiteExternalLink.siteExternalLink',
    {
      name: 'AddExternalLinkToSite',
      summary: 'Add an external link to the navigation of a site',
      reply: '...SiteExternalLinkBody _urls: urls { location }',
      fragments: [siteExternalLinkBody],
      status: 201,
      location: '_urls.location',
    },
  ),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
    'updateSiteExternalLink.siteExternalLink',
    { name: 'UpdateSiteExternalLinkById', summary: 'Update an external link', reply: siteExternalLinkBody },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
    'deleteSiteExternalLink.deletedSiteExternalLinkId',
    { name: 'DeleteSiteExternalLinkById', summary: 'Delete an external link', status: 205 },
  ),
]

const structureRoutes: readonly Row[] = [
  route(
    'POST',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate',
    'duplicateSiteSpace.siteSpace',
    { tag: 'Site spaces', summary: 'Duplicate a space in a site', reply: siteSpaceBody, status: 201 },
  ),
  route('GET', '/orgs/:organizationId/sites/:siteId/structure', 'site.structure', {
    name: 'GetSiteStructure',
    summary: 'Get the structure of a site',
    reply: `
      type structure { ... on SiteSection { ...SiteSectionBody } ... on SiteSectionGroup {
      ...SiteSectionGroupBody } ... on SiteExternalLink { ...SiteExternalLinkBody } ... on SiteSpace {
      ...SiteSpaceBody } }`,
    fragments: [siteSectionGroupBody],
    inputs: { shareKey: query('shareKey') },
  }),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/structure/sort',
    'moveSiteStructureItem.siteStructureItem',
    {
      name: 'SortSiteStructure',
      summary: 'Move an item of the structure of a site',
      reply: `
      ... on SiteSection { ...SiteSectionBody } ... on SiteSectionGroup { ...SiteSectionGroupBody }
      ... on SiteExternalLink { ...SiteExternalLinkBody } ... on SiteSpace { ...SiteSpaceBody }`,
      fragments: [siteSectionGroupBody],
    },
  ),
]

export const siteSectionRoutes: readonly Row[] = [
  ...sectionRoutes,
  ...groupRoutes,
  ...externalLinkRoutes,
  ...structureRoutes,
]
