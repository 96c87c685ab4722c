import { body, empty, one, path, query, type Route, route } from '../../rest/route.ts'

const themed = '{ light dark }'
const target = 'to { kind file url page anchor user collection space reusableContent spec }'
const link = `{ title ${target} }`

const themedCode = '{ default { light dark } openapi { light dark } }'
const socialAccount = '{ platform handle display { footer header } }'

/** Members of the settings that differ between the contracts. */
interface Form {
  readonly emoji: string
  readonly styling: string
  readonly actions: string
  readonly others: string
}

const settingsBody = ({ emoji, styling, actions, others }: Form) => `
fragment SiteCustomizationSettingsBody on SiteCustomizationSettings {
  title
  styling {
    theme
    primaryColor ${themed} tint { color ${themed} }
    infoColor ${themed} successColor ${themed} warningColor ${themed} dangerColor ${themed}
    corners depth links font monospaceFont background icons
    ${styling}
    sidebar { background list }
    search
  }
  internationalization { locale }
  favicon { icon ${themed} ${emoji} }
  header {
    preset logo ${themed} backgroundColor ${themed} linkColor ${themed}
    links { title style ${target} links ${link} condition }
  }
  footer { logo ${themed} groups { title links ${link} } copyright }
  announcement { enabled message link ${link} style }
  themes { default toggeable: toggleable }
  ${actions}
  externalLinks { target }
  pagination { enabled } trademark { enabled }
  privacyPolicy { url } socialPreview { url }
  ${others}
  insights { trackingCookie }
}`

/** Fragment of the settings of a site or a site-space. */
export const customizationBody = settingsBody({
  emoji: 'emoji',
  styling: `codeTheme ${themedCode}`,
  actions: `pdf { enabled } feedback { enabled }
  ai { mode pageLinkSummaries { enabled } } aiSearch { enabled }
  advancedCustomization { enabled }
  git { showEditLink }
  pageActions { externalAI markdown items }`,
  others: `socialAccounts ${socialAccount}`,
})

/** The same in a later contract, which has lists instead of what is enabled one by one. */
export const laterCustomizationBody = settingsBody({
  emoji: 'emoji(asCode: true)',
  styling: `codeTheme(orDefault: true) ${themedCode}`,
  actions:
    'feedback { enabled } ai { mode } advancedCustomization { enabled } pageActions { items(orDefault: true) }',
  others: `socialAccounts(orDefault: true) ${socialAccount}`,
})

const tag = 'Site customization'
const site = { siteId: path('siteId'), organizationId: path('organizationId') }
const address = { ...site, siteSpaceId: path('siteSpaceId') }
const fragments = [customizationBody]
const later = { fragments: [laterCustomizationBody] }

export const customizationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/customization',
    tag,
    summary: 'Get the customization of a site',
    operation: `query GetSiteCustomizationById($siteId: ID!, $organizationId: ID, $unmasked: Boolean) {
      site(id: $siteId, organizationId: $organizationId) {
        customization(unmasked: $unmasked) { ...SiteCustomizationSettingsBody }
      }
    }`,
    fragments,
    later,
    variables: { ...site, unmasked: query('unmasked') },
    respond: one('site.customization'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/sites/:siteId/customization',
    tag,
    summary: 'Replace the customization of a site',
    operation: `mutation UpdateSiteCustomizationById(
      $siteId: ID!, $organizationId: ID, $input: SiteCustomizationSettingsInput!
    ) {
      updateSiteCustomization(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteCustomizationSettings { ...SiteCustomizationSettingsBody }
      }
    }`,
    fragments,
    later,
    variables: { ...site, input: body() },
    refusesUnknownInput: true,
    respond: one('updateSiteCustomization.siteCustomizationSettings'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    tag,
    summary: 'Get the customization of a site-space',
    operation: `query GetSiteSpaceCustomizationById(
      $siteId: ID!, $organizationId: ID, $siteSpaceId: ID!, $unmasked: Boolean
    ) {
      siteSpace(id: $siteSpaceId, siteId: $siteId, organizationId: $organizationId) {
        customization(unmasked: $unmasked) { ...SiteCustomizationSettingsBody }
      }
    }`,
    fragments,
    later,
    variables: { ...address, unmasked: query('unmasked') },
    respond: one('siteSpace.customization'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    tag,
    summary: 'Update the customization of a site-space',
    operation: `mutation OverrideSiteSpaceCustomizationById(
      $siteId: ID!, $organizationId: ID, $siteSpaceId: ID!, $input: SiteSpaceCustomizationSettingsInput!
    ) {
      updateSiteSpaceCustomization(
        siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId, input: $input
      ) { siteCustomizationSettings { ...SiteCustomizationSettingsBody } }
    }`,
    fragments,
    later,
    variables: { ...address, input: body() },
    refusesUnknownInput: true,
    respond: one('updateSiteSpaceCustomization.siteCustomizationSettings'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    tag,
    summary: 'Remove the customization of a site-space',
    operation: `mutation DeleteSiteSpaceCustomizationById($siteId: ID!, $organizationId: ID, $siteSpaceId: ID!) {
      deleteSiteSpaceCustomization(
        siteId: $siteId, organizationId: $organizationId, siteSpaceId: $siteSpaceId
      ) { siteSpace { id } }
    }`,
    variables: address,
    respond: empty(),
    status: 205,
  }),
]
