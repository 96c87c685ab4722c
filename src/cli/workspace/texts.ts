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

/** The sentences about what the server refuses, by rules and reasons: `virtual:refusals/de`. They are loaded with the first refusal. */
const refusals = join(sources, 'refusals')

const prefix = 'virtual:texts/'
const refusalsPrefix = 'virtual:refusals/'

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

const compiled = (texts: Catalogue): string => compileStrings(texts, { format: 'esm' })

/** Compiles the texts of a language, in the message format of ICU, into a module of strings and functions. */
export const texts = (): Plugin => ({
  name: 'workspace-texts',
  buildStart() {
    for (const language of languages) this.addWatchFile(join(folder, `${language}.json`))
    const faults = faultsOfTexts()
    if (faults.length > 0) this.error(`The texts of the workspace have faults:\n${faults.join('\n')}`)
  },
  resolveId: (id) => (id.startsWith(prefix) || id.startsWith(refusalsPrefix) ? `\0${id}` : undefined),
  load(id) {
    const name = id.slice(1)
    if (name.startsWith(prefix)) return compiled(textsOf(name.slice(prefix.length)))
    if (!name.startsWith(refusalsPrefix)) return undefined
    const file = join(refusals, `${name.slice(refusalsPrefix.length)}.json`)
    this.addWatchFile(file)
    return compiled(JSON.parse(readFileSync(file, 'utf8')) as Catalogue)
  },
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

/** Returns the names of the variables of a text, sorted and with commas between, to compare texts by. */
const variablesOf = (text: string): string =>
  [...new Set([...text.replace(formOfPlural, '').matchAll(/\{(\w+)(?=[},])/g)].map(([, name]) => name))]
    .sort()
    .join(', ')
