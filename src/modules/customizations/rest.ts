import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

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

const route = routesOf('Site customization')
const settings = { reply: customizationBody, later: { reply: laterCustomizationBody } }
const unmasked = query('unmasked')

export const customizationRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/customization', 'site.customization', {
    ...settings,
    name: 'GetSiteCustomizationById',
    summary: 'Get the customization of a site',
    inputs: { unmasked },
  }),
  route(
    'PUT',
    '/orgs/:organizationId/sites/:siteId/customization',
    'replaceSiteCustomization.siteCustomizationSettings',
    {
      ...settings,
      name: 'UpdateSiteCustomizationById',
      summary: 'Replace the customization of a site',
    },
  ),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/customization',
    'updateSiteCustomization.siteCustomizationSettings',
    {
      ...settings,
      name: 'PatchSiteCustomizationById',
      summary: 'Update the customization of a site',
    },
  ),
  route(
    'GET',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    'siteSpace.customization',
    {
      ...settings,
      name: 'GetSiteSpaceCustomizationById',
      summary: 'Get the customization of a site-space',
      inputs: { unmasked },
    },
  ),
  route(
    'PATCH',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    'updateSiteSpaceCustomization.siteCustomizationSettings',
    {
      ...settings,
      name: 'OverrideSiteSpaceCustomizationById',
      summary: 'Update the customization of a site-space',
    },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization',
    'deleteSiteSpaceCustomization.siteSpace.id',
    {
      name: 'DeleteSiteSpaceCustomizationById',
      summary: 'Remove the customization of a site-space',
      status: 205,
    },
  ),
]
