import { catalogue, isLanguage, type Language, type Texts } from '../../languages/catalogue.ts'
import type { Settings } from '../../modules/customizations/settings.ts'

export type SiteTexts = Texts['site']

/** Returns the settings with the texts around pages in a language, if there are texts in it or in one close to it. */
export function withTextsIn(settings: Settings, language: string | null): Settings {
  const locale = language === null ? undefined : localeFor(language)
  if (locale === undefined || locale === settings.internationalization.locale) return settings
  return { ...settings, internationalization: { ...settings.internationalization, locale } }
}

function localeFor(language: string): Language | undefined {
  const [base = ''] = language.split('-')
  const near: Readonly<Record<string, Language>> = { pt: 'pt-br', nb: 'no', nn: 'no' }
  const known = [language, base].find(isLanguage)
  return known ?? near[base]
}

/** Returns the texts around pages in the language of the customization. */
export const textsOf = ({ internationalization }: Pick<Settings, 'internationalization'>): SiteTexts =>
  catalogue[internationalization.locale].site

/** Returns the text with a name in its place. */
export const fill = (text: string, name: string): string => text.replace('{}', () => name)
