import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string'
import type english from '../texts/en.json'

/** The name of a text in `texts/en.json`. */
export type TextKey = keyof typeof english

export type Texts = Readonly<Record<string, LocalizedString>>

/** The texts of React Aria, by its packages. */
type ComponentTexts = Readonly<Record<string, Readonly<Record<string, LocalizedString>>>>

interface Language {
  /** The texts of the first screen. */
  readonly texts: () => Promise<{ readonly default: Texts }>
  /** Those of the other screens. */
  readonly others: () => Promise<{ readonly default: Texts }>
  /** The sentences about rules and reasons of the server. In English only those that depend on a number: the server has the others. */
  readonly refusals: () => Promise<{ readonly default: Texts }>
  /** None for English, which the components have themselves. The types of the modules lack what they export. */
  readonly components?: () => Promise<unknown>
}

const languages: Readonly<Record<string, Language>> = {
  en: {
    texts: () => import('virtual:texts/en'),
    others: () => import('virtual:texts/en/others'),
    refusals: () => import('virtual:refusals/en'),
  },
  de: {
    texts: () => import('virtual:texts/de'),
    others: () => import('virtual:texts/de/others'),
    refusals: () => import('virtual:refusals/de'),
    components: () => import('react-aria-components/i18n/de-DE'),
  },
  es: {
    texts: () => import('virtual:texts/es'),
    others: () => import('virtual:texts/es/others'),
    refusals: () => import('virtual:refusals/es'),
    components: () => import('react-aria-components/i18n/es-ES'),
  },
  fr: {
    texts: () => import('virtual:texts/fr'),
    others: () => import('virtual:texts/fr/others'),
    refusals: () => import('virtual:refusals/fr'),
    components: () => import('react-aria-components/i18n/fr-FR'),
  },
  ja: {
    texts: () => import('virtual:texts/ja'),
    others: () => import('virtual:texts/ja/others'),
    refusals: () => import('virtual:refusals/ja'),
    components: () => import('react-aria-components/i18n/ja-JP'),
  },
  nl: {
    texts: () => import('virtual:texts/nl'),
    others: () => import('virtual:texts/nl/others'),
    refusals: () => import('virtual:refusals/nl'),
    components: () => import('react-aria-components/i18n/nl-NL'),
  },
  no: {
    texts: () => import('virtual:texts/no'),
    others: () => import('virtual:texts/no/others'),
    refusals: () => import('virtual:refusals/no'),
    components: () => import('react-aria-components/i18n/nb-NO'),
  },
  'pt-br': {
    texts: () => import('virtual:texts/pt-br'),
    others: () => import('virtual:texts/pt-br/others'),
    refusals: () => import('virtual:refusals/pt-br'),
    components: () => import('react-aria-components/i18n/pt-BR'),
  },
  ru: {
    texts: () => import('virtual:texts/ru'),
    others: () => import('virtual:texts/ru/others'),
    refusals: () => import('virtual:refusals/ru'),
    components: () => import('react-aria-components/i18n/ru-RU'),
  },
  zh: {
    texts: () => import('virtual:texts/zh'),
    others: () => import('virtual:texts/zh/others'),
    refusals: () => import('virtual:refusals/zh'),
    components: () => import('react-aria-components/i18n/zh-CN'),
  },
}

let catalogue: Texts = {}
let formatter: LocalizedStringFormatter<string>

/** The language of the page, as a tag of BCP 47. */
export const language = document.documentElement.lang || 'en'

/** How the texts in the language of the page are loaded. */
export const known = (languages[language] ?? languages.en) as Language

/** Returns what formats texts in the language of the page. */
export const formatterOf = (texts: Texts): LocalizedStringFormatter<string> =>
  new LocalizedStringFormatter(
    language,
    new LocalizedStringDictionary({ [language]: { ...texts } }, language),
  )

/** Loads the texts of the first screen in the language of the page. The first call of `text` comes after it. */
export async function loadTexts(): Promise<void> {
  const [{ default: texts }, components] = await Promise.all([known.texts(), known.components?.()])
  if (components) provideComponentTexts((components as { readonly default: ComponentTexts }).default)
  addTexts(texts)
}

let others: Promise<void> | undefined

/** Loads the texts of the other screens, once. */
export const loadOtherTexts = (): Promise<void> =>
  (others ??= known.others().then(({ default: texts }) => addTexts(texts)))

function addTexts(texts: Texts): void {
  catalogue = { ...catalogue, ...texts }
  formatter = formatterOf(catalogue)
}

/** Gives React Aria its texts, where it looks for those that a page brings along. */
function provideComponentTexts(texts: ComponentTexts): void {
  Object.assign(window, {
    [Symbol.for('react-aria.i18n.locale')]: language,
    [Symbol.for('react-aria.i18n.strings')]: texts,
  })
}

/** Returns whether the catalogue has a text for a name that comes from the server. */
export const hasText = (name: string): name is TextKey => Object.hasOwn(catalogue, name)

/** Returns a text in the language of the page, with values for its variables. */
export const text = (key: TextKey, values?: Readonly<Record<string, string | number>>): string =>
  formatter.format(key, values as Record<string, string | number>)
