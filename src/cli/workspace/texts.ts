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
      ? compileStrings({ ...read('en'), ...read(id.slice(prefix.length + 1)) }, { format: 'esm' })
      : undefined,
})

/** Returns where the texts of a language do not fit those in English: other variables, or names that are not known. */
function faultsOfTexts(): readonly string[] {
  const english = read('en')
  return languages.flatMap((language) =>
    Object.entries(read(language)).flatMap(([key, text]) => {
      if (english[key] === undefined) return []
      const [own, wanted] = [variablesOf(text), variablesOf(english[key])]
      return own === wanted ? [] : [`${language}.json: ${key} has the variables ${own}, and not ${wanted}`]
    }),
  )
}

/** Matches the beginning of a form of a plural, behind which a text stands. */
const formOfPlural = /(=\d+|zero|one|two|few|many|other) ?\{/g

/** Returns the names of the variables of a text. */
const variablesOf = (text: string): string =>
  [...new Set([...text.replace(formOfPlural, '').matchAll(/\{(\w+)(?=[},])/g)].map(([, name]) => name))]
    .sort()
    .join(', ')
