import type { LocalizedStringFormatter } from '@internationalized/string'
import { formatterOf, known, type Texts } from './texts.ts'

/** A value of a message of the server that says in words what is wrong. */
interface Problem {
  readonly name: string
  readonly message: string
  readonly values?: RefusalValues
}

/** The values of a message of the server, by the names of its placeholders. */
export interface RefusalValues {
  readonly [name: string]: string | number | Problem
}

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
  return formatter.format(name, values && toldValues(values))
}

const toldValues = (values: RefusalValues): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? toldProblem(value) : value,
    ]),
  )

const toldProblem = ({ name, message, values }: Problem): string => refusalOf(name, values) ?? message
