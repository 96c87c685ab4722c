import { body, empty, one, path, query, type Route, route } from '../../rest/route.ts'

const themed = '{ light dark }'
const reference = '{ kind file url page anchor user collection space reusableContent spec }'
const target = `to ${reference}`
const localizedTitle = 'localizedTitle { language text }'
const link = `{ title ${localizedTitle} ${target} }`

const themedCode = '{ default { light dark } openapi { light dark } }'

/** Members that only some contracts have. */
interface Form {
  readonly emoji: string
  readonly ai: string
  readonly actions: string
  readonly others: string
}

const settingsBody = ({ emoji, ai, actions, others }: Form) => `
fragment SiteCustomizationSettingsBody on SiteCustomizationSettings {
  title ${localizedTitle}
  styling {
    theme
    primaryColor ${themed} tint { color ${themed} }
    infoColor ${themed} successColor ${themed} warningColor ${themed} dangerColor ${themed}
    corners depth links font headingFont monospaceFont background icons
    codeTheme(orDefault: true) ${themedCode}
    sidebar { background list }
    search
  }
  internationalization { locale }
  favicon { icon ${themed} ${emoji} }
  header {
    preset logo ${themed} primaryLink ${reference} backgroundColor ${themed} linkColor ${themed}
    links { title ${localizedTitle} style ${target} links ${link} condition }
  }
  footer { logo ${themed} groups { title ${localizedTitle} links ${link} } copyright }
  announcement { enabled message localizedMessage { language text } link ${link} style }
  themes { default toggeable: toggleable }
  feedback { enabled }
  ai { mode greeting localizedGreeting { language text } suggestions instructions ${ai} }
  advancedCustomization { enabled }
  pageActions { items(orDefault: true) ${actions} }
  ${others}
  externalLinks { target }
  pagination { enabled } trademark { enabled }
  privacyPolicy { url } socialPreview { url }
  socialAccounts(orDefault: true) { platform handle display { footer header } }
  insights { trackingCookie }
  updatedAt hasOverrides
}`

/** Fragment of the settings of a site or a site-space. */
export const customizationBody = settingsBody({
  emoji: 'emoji',
  ai: 'pageLinkSummaries { enabled }',
  actions: 'externalAI markdown',
  others: 'pdf { enabled } aiSearch { enabled } git { showEditLink }',
})

/** The same in a later contract, which has the code points of an emoji, and lists instead of what is enabled one by one. */
export const laterCustomizationBody = settingsBody({
  emoji: 'emoji(asCode: true)',
  ai: '',
  actions: '',
  others: '',
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
      replaceSiteCustomization(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteCustomizationSettings { ...SiteCustomizationSettingsBody }
      }
    }`,
    fragments,
    later,
    variables: { ...site, input: body() },
    respond: one('replaceSiteCustomization.siteCustomizationSettings'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/sites/:siteId/customization',
    tag,
    summary: 'Update the customization of a site',
    operation: `mutation PatchSiteCustomizationById(
      $siteId: ID!, $organizationId: ID, $input: UpdateSiteCustomizationInput!
    ) {
      updateSiteCustomization(siteId: $siteId, organizationId: $organizationId, input: $input) {
        siteCustomizationSettings { ...SiteCustomizationSettingsBody }
      }
    }`,
    fragments,
    later,
    variables: { ...site, input: body() },
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
