import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string'
import type english from '../texts/en.json'

/** The name of a text in `texts/en.json`. */
export type TextKey = keyof typeof english

type Texts = Readonly<Record<TextKey, LocalizedString>>

const languages: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import('virtual:texts/en'),
}

let formatter: LocalizedStringFormatter<TextKey>
let names: ReadonlySet<string> = new Set()

/** The language of the page, as a tag of BCP 47. */
export const language = document.documentElement.lang || 'en'

/** Loads the texts of the language of the page. The first call of `text` comes after it. */
export async function loadTexts(): Promise<void> {
  const load = languages[language] ?? languages.en
  const { default: texts } = await (load as () => Promise<{ readonly default: Texts }>)()
  names = new Set(Object.keys(texts))
  formatter = new LocalizedStringFormatter(
    language,
    new LocalizedStringDictionary({ [language]: texts }, language),
  )
}

/** Returns whether the catalogue has a text for a name that comes from the server. */
export const hasText = (name: string): name is TextKey => names.has(name)

/** Returns a text in the language of the page, with values for its variables. */
export const text = (key: TextKey, values?: Readonly<Record<string, string | number>>): string =>
  formatter.format(key, values as Record<string, string | number>)
