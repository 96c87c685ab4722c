import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string'
import { language } from './texts.ts'

type Sentences = Readonly<Record<string, LocalizedString>>

/** The values of a message of the server, by the names of its placeholders. */
export type RefusalValues = Readonly<Record<string, string | number>>

/** The sentences about rules and reasons of the server, by language. In English only those that depend on a number: the server has the others. */
const languages: Readonly<Record<string, () => Promise<{ readonly default: Sentences }>>> = {
  en: () => import('virtual:refusals/en'),
  de: () => import('virtual:refusals/de'),
  es: () => import('virtual:refusals/es'),
  fr: () => import('virtual:refusals/fr'),
  ja: () => import('virtual:refusals/ja'),
  nl: () => import('virtual:refusals/nl'),
  no: () => import('virtual:refusals/no'),
  'pt-br': () => import('virtual:refusals/pt-br'),
  ru: () => import('virtual:refusals/ru'),
  zh: () => import('virtual:refusals/zh'),
}

let sentences: Sentences = {}
let formatter: LocalizedStringFormatter<string>
let loaded: Promise<void> | undefined

/** Loads the sentences in the language of the page, when something is refused for the first time. Without a network, refusals stay English. */
export const loadRefusals = (): Promise<void> => (loaded ??= load())

async function load(): Promise<void> {
  try {
    const known = await languages[language]?.()
    if (known) sentences = known.default
  } catch {
    loaded = undefined
  }
  formatter = new LocalizedStringFormatter(
    language,
    new LocalizedStringDictionary({ [language]: { ...sentences } }, language),
  )
}

/** Returns the sentence for a rule or a reason, or undefined if there is none or it lacks its values. */
export function refusalOf(name: string | undefined, values: RefusalValues | undefined): string | undefined {
  if (name === undefined || !Object.hasOwn(sentences, name)) return undefined
  if (typeof sentences[name] === 'function' && !values) return undefined
  return formatter.format(name, values)
}
