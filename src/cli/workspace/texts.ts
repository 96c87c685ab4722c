import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileStrings } from '@internationalized/string-compiler'
import type { Plugin } from 'vite'
import { sources } from './paths.ts'

const folder = join(sources, 'texts')

type Catalogue = Readonly<Record<string, string>>

const read = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue

const languages = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))

const prefix = 'virtual:texts/'

/** The rooms of the names of texts that the first screen has, with what it opens. The texts of the others come with the other screens. */
const firstRooms: ReadonlySet<string> = new Set([
  'banner',
  'changes',
  'combo',
  'copy',
  'fault',
  'find',
  'form',
  'frame',
  'home',
  'import',
  'imports',
  'leaving',
  'notice',
  'part',
  'progress',
  'spaceField',
  'trash',
  'tree',
  'waiting',
])

/** Returns the texts of `virtual:texts/de`, which the first screen has, or of `virtual:texts/de/others`. */
function textsOf(name: string): Catalogue {
  const [language = '', part] = name.split('/')
  const isWanted = (key: string) => firstRooms.has(key.split('.')[0] ?? '') === (part === undefined)
  const all = read(language)
  return Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)))
}

/** Compiles the texts of a language, in the message format of ICU, into a module of strings and functions. */
export const texts = (): Plugin => ({
  name: 'workspace-texts',
  buildStart() {
    for (const language of languages) this.addWatchFile(join(folder, `${language}.json`))
    const faults = faultsOfTexts()
    if (faults.length > 0) this.error(`The texts of the workspace have faults:\n${faults.join('\n')}`)
  },
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith(`\0${prefix}`)
      ? compileStrings(textsOf(id.slice(prefix.length + 1)), { format: 'esm' })
      : undefined,
})

/** Returns where the texts of a language do not fit those in English: missing or unknown names, or other variables. */
function faultsOfTexts(): readonly string[] {
  const english = read('en')
  return languages.flatMap((language) => {
    const own = read(language)
    const lacking = Object.keys(english).filter((key) => !own[key])
    return [
      ...lacking.map((key) => `${language}.json lacks ${key}`),
      ...Object.entries(own).flatMap(([key, text]) =>
        faultOf(key, text, english[key]).map((fault) => `${language}.json: ${fault}`),
      ),
    ]
  })
}

function faultOf(key: string, text: string, english: string | undefined): readonly string[] {
  if (english === undefined) return [`en.json has no ${key}`]
  const [own, wanted] = [variablesOf(text), variablesOf(english)]
  return own === wanted ? [] : [`${key} has the variables ${own}, and not ${wanted}`]
}

/** Matches the beginning of a form of a plural, behind which a text stands. */
const formOfPlural = /(=\d+|zero|one|two|few|many|other) ?\{/g

/** Returns the names of the variables of a text. */
const variablesOf = (text: string): string =>
  [...new Set([...text.replace(formOfPlural, '').matchAll(/\{(\w+)(?=[},])/g)].map(([, name]) => name))]
    .sort()
    .join(', ')
