import { catalogue, type Texts } from '../../languages/catalogue.ts'
import { languageFor } from '../../languages/known-language.ts'
import type { Settings } from '../../modules/customizations/settings.ts'

export type SiteTexts = Texts['site']

/** Returns the settings with the texts around pages in a language, if there are texts in it or in one close to it. */
export function withTextsIn(settings: Settings, language: string | null): Settings {
  const locale = language === null ? undefined : languageFor(language)
  if (locale === undefined || locale === settings.internationalization.locale) return settings
  return { ...settings, internationalization: { ...settings.internationalization, locale } }
}

/** Returns the texts around pages in the language of the customization. */
export const textsOf = ({ internationalization }: Pick<Settings, 'internationalization'>): SiteTexts =>
  catalogue[internationalization.locale].site
