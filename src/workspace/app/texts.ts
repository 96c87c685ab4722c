import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string'
import type english from '../texts/en.json'

/** The name of a text in `texts/en.json`. */
export type TextKey = keyof typeof english

type Texts = Readonly<Record<TextKey, LocalizedString>>

/** The texts of React Aria, by its packages. */
type ComponentTexts = Readonly<Record<string, Readonly<Record<string, LocalizedString>>>>

interface Language {
  readonly texts: () => Promise<{ readonly default: Texts }>
  /** None for English, which the components have themselves. The types of the modules lack what they export. */
  readonly components?: () => Promise<unknown>
}

const languages: Readonly<Record<string, Language>> = {
  en: { texts: () => import('virtual:texts/en') },
  de: {
    texts: () => import('virtual:texts/de'),
    components: () => import('react-aria-components/i18n/de-DE'),
  },
  es: {
    texts: () => import('virtual:texts/es'),
    components: () => import('react-aria-components/i18n/es-ES'),
  },
  fr: {
    texts: () => import('virtual:texts/fr'),
    components: () => import('react-aria-components/i18n/fr-FR'),
  },
  ja: {
    texts: () => import('virtual:texts/ja'),
    components: () => import('react-aria-components/i18n/ja-JP'),
  },
  nl: {
    texts: () => import('virtual:texts/nl'),
    components: () => import('react-aria-components/i18n/nl-NL'),
  },
  no: {
    texts: () => import('virtual:texts/no'),
    components: () => import('react-aria-components/i18n/nb-NO'),
  },
  'pt-br': {
    texts: () => import('virtual:texts/pt-br'),
    components: () => import('react-aria-components/i18n/pt-BR'),
  },
  ru: {
    texts: () => import('virtual:texts/ru'),
    components: () => import('react-aria-components/i18n/ru-RU'),
  },
  zh: {
    texts: () => import('virtual:texts/zh'),
    components: () => import('react-aria-components/i18n/zh-CN'),
  },
}

let formatter: LocalizedStringFormatter<TextKey>
let names: ReadonlySet<string> = new Set()

/** The language of the page, as a tag of BCP 47. */
export const language = document.documentElement.lang || 'en'

/** Loads the texts of the language of the page. The first call of `text` comes after it. */
export async function loadTexts(): Promise<void> {
  const known = (languages[language] ?? languages.en) as Language
  const [{ default: texts }, components] = await Promise.all([known.texts(), known.components?.()])
  if (components) provideComponentTexts((components as { readonly default: ComponentTexts }).default)
  names = new Set(Object.keys(texts))
  formatter = new LocalizedStringFormatter(
    language,
    new LocalizedStringDictionary({ [language]: texts }, language),
  )
}

/** Gives React Aria its texts, where it looks for those that a page brings along. */
function provideComponentTexts(texts: ComponentTexts): void {
  Object.assign(window, {
    [Symbol.for('react-aria.i18n.locale')]: language,
    [Symbol.for('react-aria.i18n.strings')]: texts,
  })
}

/** Returns whether the catalogue has a text for a name that comes from the server. */
export const hasText = (name: string): name is TextKey => names.has(name)

/** Returns a text in the language of the page, with values for its variables. */
export const text = (key: TextKey, values?: Readonly<Record<string, string | number>>): string =>
  formatter.format(key, values as Record<string, string | number>)
