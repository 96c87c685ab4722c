import { settingsIn } from '../../modules/customizations/localized-settings.ts'
import { shownSettings } from '../../modules/published-sites/visits/shown-settings.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { withTextsIn } from '../render/texts.ts'
import { languageOfVariant } from './page-variants.ts'

/** Applies the customization of a site-space, if it has its own, in its language. */
export function withCustomization(visit: Visit, siteSpace: VisibleSiteSpace): Visit {
  const settings = shownSettings(
    visit.appearance.siteSpaces.get(siteSpace.id) ?? visit.appearance.site,
    visit,
  )
  const { locale } = settings.internationalization
  const localized = settingsIn(settings, () => languageOfVariant(visit, siteSpace) ?? locale)
  return { ...visit, settings: withTextsIn(localized, siteSpace.space.language) }
}
