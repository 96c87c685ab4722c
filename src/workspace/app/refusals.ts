import type { LocalizedStringFormatter } from '@internationalized/string'
import { formatterOf, known, type Texts } from './texts.ts'

/** The values of a message of the server, by the names of its placeholders. */
export type RefusalValues = Readonly<Record<string, string | number>>

let sentences: Texts = {}
let formatter: LocalizedStringFormatter<string>
let loaded: Promise<void> | undefined

/** Loads the sentences in the language of the page, when something is refused for the first time. Without a network, refusals stay English. */
export const loadRefusals = (): Promise<void> => (loaded ??= load())

async function load(): Promise<void> {
  try {
    sentences = (await known.refusals()).default
  } catch {
    loaded = undefined
  }
  formatter = formatterOf(sentences)
}

/** Returns the sentence for a rule or a reason, or undefined if there is none or it lacks its values. */
export function refusalOf(name: string | undefined, values: RefusalValues | undefined): string | undefined {
  if (name === undefined || !Object.hasOwn(sentences, name)) return undefined
  if (typeof sentences[name] === 'function' && !values) return undefined
  return formatter.format(name, values)
}
